"""Configurations: validated, documented models, and their errors in sentences."""

import os
from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from difflib import get_close_matches
from functools import reduce
from types import NoneType, UnionType
from typing import Any, ClassVar, Literal, TypeVar, Union, get_args, get_origin

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic.fields import FieldInfo

from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.reading import quoted

Model = TypeVar("Model", bound="Settings")
_TOLD = 8  # mistakes of one configuration that are told one by one
_LONGEST_KEY = 60  # characters


class Settings(BaseModel):
    """A part of a configuration. Unknown keys, wrong types and impossible values are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, validate_default=False)
    learning: ClassVar[Mapping[str, float]] = {}  # fields of ``rules`` that pay learners on their way, and how much

    @property
    def even_seats(self) -> bool:
        """Whether the seats of this game are alike by design; ``python -m swarmzoo.lab.seats`` shows that they are."""
        return False

    @classmethod
    def for_persons(cls, values: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return plain values completed by what suits people who play, where they leave it open; here by nothing."""
        return values

    @property
    def most_by_a_person(self) -> int:
        """Agents that move at once of which a person leads at most so many."""
        return 8

    @classmethod
    def read(cls: type[Model], values: Mapping[str, Any], where: str = "") -> Model:
        """Build the model from plain values; raise GameError with the field's path, the value and what is allowed."""
        try:
            return cls.model_validate(_completed(cls, values, None) if isinstance(values, Mapping) else values)
        except ValidationError as error:
            raise GameError("; ".join(_first(list(_sentences(error, cls, where)), "mistakes"))) from None


def shaped(config: Model) -> Model:
    """Return a configuration that pays learners on their way; one that does so already is returned itself."""
    rules, pays = getattr(config, "rules", None), type(config).learning
    if rules is None or not pays or any(getattr(rules, name) for name in pays):
        return config
    return config.model_copy(update={"rules": rules.model_copy(update=dict(pays))})


def changed(config: BaseModel) -> dict[str, Any]:
    """Return the plain values in which a configuration differs from a fresh one of its kind."""
    return _difference(config.model_dump(mode="json"), type(config)().model_dump(mode="json"))


def _difference(values: dict[str, Any], fresh: dict[str, Any]) -> dict[str, Any]:
    found = {}
    for key, value in values.items():
        if isinstance(value, dict) and isinstance(fresh.get(key), dict):
            if inner := _difference(value, fresh[key]):
                found[key] = inner
        elif key not in fresh or value != fresh[key]:
            found[key] = value
    return found


def number(default: int, low: int, high: int, rule: str, text: str, unit: str = "") -> Any:
    """Declare a whole number of the rules with its range, unit, rule id and meaning."""
    return Field(default, ge=low, le=high, description=text, json_schema_extra={"rule": rule, "unit": unit})


def choice(default: Any, rule: str, text: str) -> Any:
    """Declare a switch of the rules; its allowed values are in its type."""
    return Field(default, description=text, json_schema_extra={"rule": rule, "unit": ""})


def fields_of(model: type[BaseModel], prefix: str = "", rule: str = "") -> Iterator[tuple[str, FieldInfo]]:
    """Yield every field of a model with its dotted path, parts of parts included.

    Fields that name no rule are of the one that the part names in which they stand, or else of ``rule``.
    """
    for name, info in model.model_fields.items():
        inner, own = _model_in(info.annotation), rule_of(info) or rule
        if inner is not None:
            yield from fields_of(inner, f"{prefix}{name}.", own)
        else:
            yield f"{prefix}{name}", info if rule_of(info) == own else _of_rule(info, own)


def rule_of(info: FieldInfo) -> str:
    """Return the id of the rule that a field names, or nothing."""
    extra = info.json_schema_extra
    return str(extra.get("rule", "")) if isinstance(extra, dict) else ""


def _of_rule(info: FieldInfo, rule: str) -> FieldInfo:
    """Return a field as one of a rule."""
    twin = copy(info)
    extra = info.json_schema_extra
    twin.json_schema_extra = (extra if isinstance(extra, dict) else {}) | {"rule": rule}
    return twin


def value_of(config: BaseModel, path: str) -> Any:
    """Return the value at a dotted path; of a fresh configuration the default, also where a part has its own."""
    return reduce(getattr, path.split("."), config)


def with_value(values: Mapping[str, Any], path: str, value: Any, where: str) -> dict[str, Any]:
    """Return plain values with one more at a dotted path.

    ``where``: what errors name first. Raises GameError for an empty name, and below a value that has no parts.
    """
    keys = path.split(".")
    if not all(keys):
        raise GameError(f"{where}: a name in {path!r} is empty; write names with a dot between, such as rules.start")
    made = dict(values)
    part = made
    for depth, key in enumerate(keys[:-1], 1):
        inner = part.get(key)
        if inner is not None and not isinstance(inner, Mapping):
            raise GameError(f"{where}: {'.'.join(keys[:depth])} is {inner!r}, which has no parts")
        part[key] = dict(inner or {})
        part = part[key]
    part[keys[-1]] = value
    return made


def allowed(info: FieldInfo) -> str:
    """Say in words which values a field takes."""
    low, above, high, below = (
        next((getattr(m, name) for m in info.metadata if hasattr(m, name)), None) for name in ("ge", "gt", "le", "lt")
    )
    if low is not None and high is not None:
        return f"{low} to {high}"
    bottom = f"more than {above}" if above is not None else f"{low} or more" if low is not None else ""
    top = f"at most {high}" if high is not None else f"less than {below}" if below is not None else ""
    if bottom or top:
        return ", ".join(filter(None, (bottom, top)))
    return " or ".join(_in_words(kind) for kind in _kinds(info.annotation))


_WORDS = {str: "text", int: "a whole number", float: "a number", bool: "true, false", NoneType: "none"}
_WORDS |= {tuple: "a list", list: "a list", dict: "values by name, {name: value}"}


def _in_words(kind: Any) -> str:
    """Say what values of a plain type are; those of a literal are its own."""
    return ", ".join(map(str, get_args(kind))) if get_origin(kind) is Literal else _WORDS.get(kind, str(kind))


def _kinds(annotation: Any) -> list[Any]:
    """Return the plain types of an annotation: those of a union, each without its parameters."""
    if get_origin(annotation) in (Union, UnionType):
        return [kind for part in get_args(annotation) for kind in _kinds(part)]
    origin = get_origin(annotation)
    return [annotation if origin in (None, Literal) else origin]


def _completed(model: type[BaseModel], values: Mapping[str, Any], default: BaseModel | None) -> dict[str, Any]:
    """Complete parts that are given in part: what they leave out is as in the whole's default, not the part's own."""
    whole = {name: _plain(value) for name, value in values.items()}
    for name, info in model.model_fields.items():
        inner, part = _model_in(info.annotation), whole.get(name)
        usual = getattr(default, name) if default is not None else info.get_default(call_default_factory=True)
        if inner is not None and isinstance(part, Mapping) and isinstance(usual, inner):
            rest = {key: getattr(usual, key) for key in inner.model_fields if key not in part}
            whole[name] = _completed(inner, part, usual) | rest
    return whole


def _plain(value: Any) -> Any:
    """Return a number of numpy as a plain one, a path as a text, anything else as it is."""
    if isinstance(value, np.generic):
        return value.item()
    return os.fspath(value) if isinstance(value, os.PathLike) else value


def _model_in(annotation: Any) -> type[BaseModel] | None:
    """Return the part that a field holds; a list of parts is a value like any other."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    if get_origin(annotation) is tuple:
        return None
    return next((a for a in get_args(annotation) if isinstance(a, type) and issubclass(a, BaseModel)), None)


def _first(told: list[str], what: str) -> list[str]:
    """Return the first few of many, and how many more there are."""
    more = len(told) - _TOLD
    return told if more <= 1 else [*told[:_TOLD], f"and {more} more {what}"]


def _path(where: str, parts: tuple[int | str, ...]) -> str:
    """Return the path of a field, long keys cut."""
    keys = [str(part) for part in parts]
    return where + ".".join(key if len(key) <= _LONGEST_KEY else f"{key[:_LONGEST_KEY]}..." for key in keys)


def _sentences(error: ValidationError, model: type[BaseModel], where: str) -> Iterator[str]:
    names = [name for name, _ in fields_of(model)]
    part = "" if where.endswith(": ") else where  # what a user types before a name
    strangers: list[str] = []
    problems = error.errors()
    for problem in problems:
        path = _path(where, problem["loc"])
        if problem["type"] == "too_short" and _is_above_others(problem["loc"], problems):
            continue  # what is wrong is not counted
        if problem["type"] == "extra_forbidden":
            if path.removeprefix(where) in names:  # it was given as one name with dots
                yield f"{path}: a name with dots is no field here; write {_nested(str(problem['loc'][-1]))}"
            elif close := get_close_matches(path.removeprefix(where), names, n=1, cutoff=0.5):
                yield f"{path} is not a field; did you mean {part}{close[0]}?"
            else:
                strangers.append(path)
        elif problem["type"] == "value_error":
            yield f"{path}: {problem['ctx']['error']}" if path else str(problem["ctx"]["error"])
        elif problem["type"] == "missing":
            yield f"{path} is missing"
        else:
            allowed_ones = _range(path, where, model)
            yield f"{path} = {quoted(problem['input'])}: {_wrong(problem, allowed_ones)}{allowed_ones}"
    if strangers:
        are = "are not fields" if len(strangers) > 1 else "is not a field"
        top = dict.fromkeys(name.split(".")[0] for name in names)
        yield f"{', '.join(_first(strangers, 'names'))} {are}; the fields are {', '.join(part + name for name in top)}"


def _nested(name: str) -> str:
    """Return how a field that was named with dots is written: a.b as {a: {b: ...}}."""
    *parts, last = name.split(".")
    return "".join(f"{{{part}: " for part in parts) + f"{{{last}: ...}}" + "}" * len(parts)


def _is_above_others(place: tuple[int | str, ...], problems: Sequence[Any]) -> bool:
    return any(len(one["loc"]) > len(place) and one["loc"][: len(place)] == place for one in problems)


def _wrong(problem: Any, allowed_ones: str) -> str:
    """Say what is wrong with a value, in words of users where pydantic's are of Python."""
    match problem["type"]:
        case "too_short" | "too_long":
            least, most = (problem["ctx"].get(name) for name in ("min_length", "max_length"))
            return f"at least {least} needed" if most is None else f"at most {most} allowed"
        case "tuple_type" | "list_type":
            return "a list is needed"
        case "dict_type" | "model_type" | "model_attributes_type":
            return "names with values are needed"
        case "literal_error" if allowed_ones:
            return "unknown"
    return str(problem["msg"][0].lower() + problem["msg"][1:])


def _range(path: str, where: str, model: type[BaseModel]) -> str:
    info = dict(fields_of(model)).get(path.removeprefix(where))
    return f" (allowed: {allowed(info)})" if info is not None else ""
