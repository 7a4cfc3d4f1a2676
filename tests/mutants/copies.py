"""A copy of the package in which one file at a time is broken, laid out as the package is installed."""

import shutil
from pathlib import Path

FRONT = "front"  # the folder that is installed as swarmzoo itself


class Copy:
    """A folder from which ``swarmzoo`` can be imported: one part of the project is copied, the others are linked."""

    def __init__(self, project: Path, folder: Path, part: str):
        self.project, self.folder, self._part = project, folder, part
        self._root = folder / "swarmzoo"
        self._root.mkdir(parents=True)
        for package in sorted(path.parent for path in project.glob("*/__init__.py")):
            if package.name == FRONT:
                (self._root / "__init__.py").symlink_to(package / "__init__.py")
            elif package.name == part:
                shutil.copytree(package, self._root / part)
            else:
                (self._root / package.name).symlink_to(package)

    def put(self, file: str, source: str) -> None:
        """Put a source in the place of a file of the copied part, which is named as in the project."""
        copied = self._root / file
        copied.write_text(source, encoding="utf-8")
        for compiled in copied.parent.glob(f"__pycache__/{copied.stem}.*"):
            compiled.unlink()

    def mend(self, file: str) -> None:
        """Put the project's own file back."""
        shutil.copy2(self.project / file, self._root / file)
