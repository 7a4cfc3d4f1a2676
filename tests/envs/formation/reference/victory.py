"""How battles end, and what they pay. [FOR-P24]"""

from tests.envs.formation.reference.battle import CROSSED, Battle, Soldier

TURNS_TO_HOLD = 3


def lost(battle: Battle, company: int) -> int:
    """Return how many of a company have left the game: Downed or fled."""
    return sum(not each.stands and each.fate != CROSSED for each in battle.all_of(company))


def out(battle: Battle, company: int) -> int:
    """Return how many of a company are out: Downed, fled or Panicked."""
    return lost(battle, company) + sum(each.panicked for each in battle.of(company))


def end(battle: Battle, winner: int | None, ending: str) -> None:
    """End the battle."""
    battle.over, battle.winner, battle.ending = True, winner, ending


def check(battle: Battle) -> None:
    """End the battle when something has decided it."""
    if battle.over:
        return
    if all(lost(battle, company) == len(battle.all_of(company)) for company in (0, 1)):
        end(battle, None, "both out")
    elif battle.scenario == "clash":
        check_clash(battle)
    elif battle.scenario == "bridge":
        check_gone(battle)
    elif battle.scenario == "escort":
        check_escort(battle)
    elif battle.scenario == "march" and battle.rules.march_victory == "intact":
        check_crossing(battle, [each for each in battle.all_of(0) if each.intact], 4, 5, "crossed intact")
    else:
        everybody = battle.all_of(0)
        in_line = [each for each in everybody if each.stands or each.crossed_in_line]
        check_crossing(battle, in_line if battle.scenario == "march" else everybody, 1, 2, "half crossed")


def check_clash(battle: Battle) -> None:
    """A company loses when more than half of it is out."""
    red, blue = (2 * out(battle, company) > len(battle.all_of(company)) for company in (0, 1))
    if red and blue:
        end(battle, None, "both out")
    elif red or blue:
        end(battle, 1 if red else 0, "line broken")


def check_gone(battle: Battle) -> None:
    """A company that has nobody left loses the bridge."""
    for company in (0, 1):
        if not battle.of(company) and not battle.over:
            end(battle, 1 - company, "too few left")


def check_escort(battle: Battle) -> None:
    """Red wins when its first leader crosses, blue when it is out."""
    first = [each for each in battle.all_of(0) if each.squad == battle.all_of(0)[0].squad and each.leads]
    for each in first[:1]:
        if each.fate == CROSSED:
            end(battle, 0, "leader crossed")
        elif not each.stands:
            end(battle, 1, "leader out")


def check_crossing(battle: Battle, counted: list[Soldier], part: int, of: int, ending: str) -> None:
    """Red wins when enough of it have crossed as they should, blue when too few are left for that."""
    crossed = sum(each.fate == CROSSED for each in counted)
    rest = sum(each.stands for each in counted)
    everybody = len(battle.all_of(0))
    if of * crossed >= part * everybody:
        end(battle, 0, ending)
    elif of * (crossed + rest) < part * everybody:
        end(battle, 1, "too few left")


def check_bridge(battle: Battle) -> None:
    """At a turn's end: a company that is alone on the bridge three turns in a row wins."""
    if battle.scenario != "bridge" or battle.over:
        return
    on = {each.company for each in battle.standing() if each.at in battle.goals[0]}
    for company in (0, 1):
        battle.held[company] = battle.held[company] + 1 if on == {company} else 0
        battle.alone[company] += on == {company}
        if battle.held[company] >= TURNS_TO_HOLD:
            end(battle, company, "bridge held")


def check_time(battle: Battle) -> None:
    """After the last turn the defender wins, in a clash the company with fewer out. [FOR-P30]"""
    if battle.over or battle.turn < battle.max_turns:
        return
    winner: int | None = 1
    by_turns = battle.scenario == "bridge" and battle.rules.bridge_time == "turns alone"
    if battle.scenario == "clash" or by_turns:
        red, blue = out(battle, 0), out(battle, 1)
        winner = None if red == blue else int(red > blue)
    if by_turns and battle.alone[0] != battle.alone[1]:
        winner = int(battle.alone[1] > battle.alone[0])
    end(battle, winner, "time is up")


def pay(battle: Battle) -> list[float]:
    """Return what every soldier gets: at the end its company's outcome."""
    if not battle.over or battle.winner is None:
        return [0.0] * len(battle.soldiers)
    return [1.0 if each.company == battle.winner else -1.0 for each in battle.soldiers]
