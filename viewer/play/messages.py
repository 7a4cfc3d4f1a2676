"""What a page may say to the server: JSON, one message at a time; everything else is refused in a sentence."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from swarmzoo.envs.core.errors import GameError

LONGEST = 4096  # bytes of a message
MOST_AGENTS = 512  # that a person chooses for at once: squads of two in the largest company are half as many


class _Message(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class Act(_Message):
    """A person's choice in a seat at step ``number``: an action for each agent that must choose."""

    type: Literal["act"]
    number: int = Field(ge=0)
    seat: int = Field(ge=0)
    actions: list[Annotated[int, Field(ge=0, lt=1 << 31)]] = Field(min_length=1, max_length=MOST_AGENTS)


class Undo(_Message):
    """Go back to the person's last decision, from step ``number``."""

    type: Literal["undo"]
    number: int = Field(ge=0)


class New(_Message):
    """Begin a new game; ``seed``: the games' random numbers."""

    type: Literal["new"]
    seed: int = Field(ge=0, lt=1 << 53)


class Replace(_Message):
    """Let a bot of the game, by its name, go on for the agent that failed, at step ``number``."""

    type: Literal["replace"]
    number: int = Field(ge=0)
    agent: str = Field(max_length=100)


class Hint(_Message):
    """Tell what is held of the choices at step ``number``."""

    type: Literal["hint"]
    number: int = Field(ge=0)


class Why(_Message):
    """Tell why all other actions are not allowed at step ``number``."""

    type: Literal["why"]
    number: int = Field(ge=0)


class Spoken(_Message):
    """Tell the board in words, as it stands at step ``number``."""

    type: Literal["spoken"]
    number: int = Field(ge=0)


class Look(_Message):
    """Lift the curtain at step ``number`` for the person in a seat, whose turn it is."""

    type: Literal["look"]
    number: int = Field(ge=0)
    seat: int = Field(ge=0)


Message = Act | Look | Undo | New | Replace | Hint | Why | Spoken
_READER: TypeAdapter[Message] = TypeAdapter(Annotated[Message, Field(discriminator="type")])


def read(text: str) -> Message:
    """Return a message; raise GameError for what is none."""
    try:
        return _READER.validate_json(text)
    except (ValidationError, RecursionError) as error:
        why = error.errors()[0]["msg"] if isinstance(error, ValidationError) else "it is nested too deep"
        raise GameError(f"this message cannot be read: {why}") from None
