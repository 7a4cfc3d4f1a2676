"""Texts of others as they can stand in a sentence: a name must not move the cursor, or turn what follows around."""


def printable(text: str) -> str:
    """Return a text in which whatever cannot be seen, line breaks too, is written as its escape: ``\\x1b``."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)
