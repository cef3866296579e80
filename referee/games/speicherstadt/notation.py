"""The notation of the moves in lines.

Source: The Speicherstadt and Kaispeicher, "Moves"; what lines of all games share is in the transcript package.
"""

from __future__ import annotations

from typing import Any

from referee.games.speicherstadt.moves import USE_FIELDS, USES, Buy, Claim, Convert, Load, Use
from referee.games.speicherstadt.names import SPOKEN
from referee.transcript.notation import (
    ClaimField,
    LineForm,
    Misread,
    Notation,
    Rest,
    arbiter_form,
    claim_form,
    count,
    counts_field,
    integer,
    items,
    list_field,
    number_field,
    pattern,
    unknown_player,
    word_field,
)


def _at(text: str) -> int | str:
    return integer(text) if text.lstrip("+-").isdigit() else text.lower()


def _gray(text: str) -> bool:
    return True


def _goods(rest: Rest, text: str, start: int) -> list[str]:
    goods: list[str] = []
    for part, first, last in items(text, " "):
        if part:
            rest.mark(f"goods/{len(goods)}", start + first, start + last)
            goods.append(part.lower())
    return goods


def _cards(rest: Rest) -> dict[str, Any]:
    if not rest.text.startswith(":"):
        raise Misread(
            "A supply needs a colon and the cards.", found=rest.text, expected="supply: fireman-1, ship:tea+tea+coffee"
        )
    cards: list[str] = []
    for part, first, last in items(rest.text[1:], ","):
        if not part:
            raise Misread("A card is missing between the commas.", field="cards", found="", expected="a card")
        rest.mark(f"cards/{len(cards)}", 1 + first, 1 + last)
        cards.append(part.lower())
    rest.mark("cards", 1, len(rest.text))
    return {"cards": cards}


def _sell(rest: Rest) -> dict[str, Any]:
    rest.mark("goods", 0, len(rest.text))
    return {"goods": _goods(rest, rest.text, 0)}


_convert_line = pattern(
    r"(?P<goods>.*?) ?into (?P<into>[^ ]+)(?: to (?P<to>[^ ]+))?",
    {"into": str.lower, "to": str.lower},
    "tea tea saffron into coffee to warehouse",
)


def _convert(rest: Rest) -> dict[str, Any]:
    fields = _convert_line(rest)
    return {**fields, "goods": _goods(rest, fields["goods"], 0)}


_swap_line = pattern(
    r"(?P<own>[^ ]+) with (?P<other>[^ ]+)", expected="2.1 with r1 (space.floor, the own worker first)"
)


def _swap(rest: Rest) -> dict[str, Any]:
    fields = _swap_line(rest)
    rest.spans["swap/0"], rest.spans["swap/1"] = rest.spans.pop("own"), rest.spans.pop("other")
    return {"swap": [fields["own"].lower(), fields["other"].lower()]}


_smuggle_line = pattern(
    r"(?P<good>[^ ]+) from (?P<victim>.+) (?P<contract>contract[^ ]*) to (?P<to>[^ ]+)",
    {"good": str.lower, "contract": str.lower, "to": str.lower},
    "tea from Ben contract:tea+coffee to warehouse",
)


def _smuggle(rest: Rest) -> dict[str, Any]:
    fields = _smuggle_line(rest)
    if fields["victim"] not in rest.names:
        misread = unknown_player(fields["victim"], rest.names)
        misread.field, misread.player = "victim", None
        raise misread
    return fields


_truck_step = pattern(
    r"(?P<good>[^ ]+) from (?P<from>[^ ]+) to (?P<to>[^ ]+)",
    {"good": str.lower, "from": str.lower, "to": str.lower},
    "tea from contract:tea+tea to contract:tea+coffee",
)


def _truck(rest: Rest) -> dict[str, Any]:
    steps = []
    for part, first, last in items(rest.text, ","):
        spans: dict[str, tuple[int, int]] = {}
        steps.append(_truck_step(Rest(part, rest.start + first, rest.names, spans)))
        rest.mark(f"steps/{len(steps) - 1}", first, last)
        rest.spans.update({f"steps/{len(steps) - 1}/{name}": span for name, span in spans.items()})
    return {"steps": steps}


def _nothing(rest: Rest) -> dict[str, Any]:
    if rest.text:
        raise Misread(
            f"Nothing may follow here, but {rest.text!r} does.", found=rest.text, expected="the end of the line"
        )
    return {}


def _place_text(move: Any) -> str:
    return f"{'gray ' if move.gray else ''}{move.at}"


def _buy_text(move: Buy) -> str:
    price = f" for {move.price}" if move.price is not None else ""
    return f"{move.at}{price}{f' with {move.with_}' if move.with_ is not None else ''}"


def _load_text(move: Load) -> str:
    return f"{move.good}{f' x{move.count}' if move.count != 1 else ''} to {move.to}"


def _convert_text(move: Convert) -> str:
    return f"{' '.join([*move.goods, 'into'])} {move.into}{f' to {move.to}' if move.to != 'hand' else ''}"


def _use_text(*fields: str) -> Any:
    """A writer for a use that has exactly these fields, through the words between them."""
    words = {
        "swap": "",
        "good": "",
        "victim": "from ",
        "contract": "",
        "to": "to ",
        "steps": "",
        "fireman": "",
        "fire": "for fire ",
    }

    def write(move: Use) -> str | None:
        parts = []
        for name in USE_FIELDS:
            value = getattr(move, name)
            if value is None:
                continue
            if name not in fields:
                return None
            if name == "swap":
                value = " with ".join(value)
            elif name == "steps":
                value = ", ".join(f"{step.good} from {step.from_} to {step.to}" for step in value)
            parts.append(f"{words[name]}{value}")
        return " ".join(parts)

    return write


def _use_form(card: str, read: Any, example: str, rest: str, *fields: str) -> LineForm:
    write = _use_text(*fields)

    def write_card(move: Use) -> str | None:
        return write(move) if move.card == card else None

    production = f'use-{card} = player, ":", "use {card}"{rest} ;'
    return LineForm("use", f"use {card}", read, write_card, example, production, extra={"card": card})


def _other_text(move: Use) -> str | None:
    used = [name for name in USE_FIELDS if getattr(move, name) is not None]
    return None if move.card in USES or used else move.card


def _contract_claim(name: str, value: str, fields: dict[str, Any]) -> bool:
    """``contract:tea+coffee tea`` in a claim: the goods that lie on a contract."""
    if not (name.lower() == "contract" or name.lower().startswith("contract:")) or not value:
        return False
    fields.setdefault("contracts", {})[name.lower()] = list_field().read(value)
    return True


def _contract_claims(move: Claim) -> list[str] | None:
    if move.contracts is None:
        return []
    if not move.contracts:
        return None
    texts = [(ref, list_field().write(goods)) for ref, goods in move.contracts.items()]
    return [f"{ref} {text}" for ref, text in texts]


_numbers: dict[str, ClaimField] = {name: number_field() for name in ("coins", "score", "workers")}
_PLAYER_FIELDS = {
    **_numbers,
    "gray": number_field(),
    "breaks": number_field(),
    "warehouse": list_field(),
    "market_hall": list_field(),
    "cards": list_field(),
}
_TABLE_FIELDS = {
    "round": number_field(),
    "phase": word_field(),
    "first_player": ClaimField(str, str),
    "stock": counts_field(),
    "bag": counts_field(),
    "row": list_field(),
    "upper": list_field(),
    "reserved": list_field(),
}
_ARBITER_FIELDS = {**_numbers, "warehouse": list_field(), "market_hall": list_field(), "stock": counts_field()}

_lower = {"at": _at, "gray": _gray}

_WORDS = """\
card = card-id | "ship", ":", goods | "contract", ":", goods, [ "=", count ] ;
at = count | "r", count | card-id | "ship", [ ":", goods ] | contract ;
contract = "contract", [ "=", count ], [ "#", count ] | full-contract ;
full-contract = "contract", ":", goods, [ "=", count ], [ "#", count ] ;
good = good-id, [ "@", source ] ;
source = "hand" | "ship" | "warehouse" | "market-hall" ;
target = source | card-id | contract ;
spot = count, ".", count | "r", count ;
fireman = "fireman-", digit ;
fire = "fire-", digit ;
goods = good-id, { "+", good-id } ;
list = "none" | entry, { "+", entry } ;
entry = card-id | good-id | "-" ;
times = "x", count ;
card-id = word ;
good-id = word ;"""

NOTATION = Notation(
    [
        LineForm("supply", "supply", _cards, lambda move: ": " + ", ".join(move.cards) if move.cards else None,
                 "supply: fireman-1, ship:tea+tea+coffee, fire-1", 'supply = "supply", ":", card, { ",", card } ;', player=False),
        LineForm("place", "place", pattern(r"(?:(?P<gray>gray) )?(?P<at>[^ ]+)", _lower, "a place, such as 3 or gray 3"), _place_text,
                 "Anna: place 3", 'place = player, ":", "place", [ "gray" ], at ;'),
        LineForm("reserve", "reserve", pattern(r"(?:(?P<gray>gray) )?(?P<at>[^ ]+)", _lower, "a place, such as 2 or gray fish-market"),
                 _place_text, "Anna: reserve 2", 'reserve = player, ":", "reserve", [ "gray" ], at ;'),
        LineForm("break", "break", _nothing, lambda move: "", "Anna: break", 'break = player, ":", "break" ;'),
        LineForm("buy", "buy", pattern(r"(?P<at>[^ ]+)(?: for (?P<price>[+-]?[0-9]+))?(?: with (?P<with>[^ ]+))?",
                                       {"at": _at, "price": integer, "with": str.lower}, "a place and a price, such as 3 for 2"),
                 _buy_text, "Anna: buy 3 for 2", 'buy = player, ":", "buy", at, [ "for", integer ], [ "with", card ] ;'),
        LineForm("pass", "pass", pattern(r"(?P<at>[^ ]+)?", {"at": _at}, "a place, or nothing"),
                 lambda move: "" if move.at is None else f"{move.at}", "Anna: pass 3", 'pass = player, ":", "pass", [ at ] ;'),
        LineForm("load", "load", pattern(r"(?P<good>[^ ]+)(?: x(?P<count>-?[0-9]+))? to (?P<to>[^ ]+)",
                                         {"good": str.lower, "count": count, "to": str.lower},
                                         "a good and where it goes, such as tea@ship to warehouse"),
                 _load_text, "Anna: load coffee@ship x2 to coffee-roaster",
                 'load = player, ":", "load", good, [ times ], "to", target ;'),
        LineForm("sell", "sell", _sell, lambda move: " ".join(move.goods), "Anna: sell tea@ship saffron@warehouse",
                 'sell = player, ":", "sell", { good } ;'),
        LineForm("convert", "convert", _convert, _convert_text, "Anna: convert tea tea saffron into coffee to warehouse",
                 'convert = player, ":", "convert", { good }, "into", good-id, [ "to", target ] ;'),
        LineForm("income", "income", _nothing, lambda move: "", "income", 'income = "income" ;', player=False),
        _use_form("snitch", _swap, "Anna: use snitch 2.1 with r1", ', spot, "with", spot', "swap"),
        _use_form("auction-hall", pattern(r"(?P<good>[^ ]+) to (?P<to>[^ ]+)", {"good": str.lower, "to": str.lower}, "tea to warehouse"),
                  "Anna: use auction-hall tea to warehouse", ', good-id, "to", target', "good", "to"),
        _use_form("smuggler", _smuggle, "Anna: use smuggler tea from Ben contract:tea+coffee to warehouse",
                  ', good-id, "from", player, contract, "to", target', "good", "victim", "contract", "to"),
        _use_form("truck", _truck, "Anna: use truck tea from contract:tea+tea to contract:tea+coffee",
                  ', step, { ",", step } ;\nstep = good-id, "from", contract, "to", contract', "steps"),
        _use_form("squad-leader", _nothing, "Anna: use squad-leader", ""),
        _use_form("insurance", _nothing, "Anna: use insurance", ""),
        _use_form("fire-truck", pattern(r"(?P<fireman>[^ ]+)(?: for fire[ -](?P<fire>-?[0-9]+))?", {"fireman": str.lower, "fire": integer},
                                        "a fireman, such as fireman-2 for fire 4"),
                  "Anna: use fire-truck fireman-2 for fire 4", ', fireman, [ "for", fire ]', "fireman", "fire"),
        LineForm("use", "use", pattern(r"(?P<card>[^ ]+)", {"card": str.lower}, "a card that can be used"), _other_text,
                 "Anna: use snitch 2.1 with r1", 'use = player, ":", "use", card ;'),
        claim_form(_PLAYER_FIELDS, _TABLE_FIELDS, _contract_claim, _contract_claims, example="claim Anna: coins 4, warehouse tea+tea",
                   production='claim = "claim", player, ":", fact, { ",", fact } | "claim", ":", table-fact, { ",", table-fact } ;\n'
                              'fact = ( "coins" | "score" | "workers" | "gray" | "breaks" ), integer | '
                              '( "warehouse" | "market-hall" | "cards" ), list | full-contract, list ;\n'
                              'table-fact = "round", integer | "phase", word | "first-player", player | '
                              '( "stock" | "bag" ), counts | ( "row" | "upper" | "reserved" ), list ;\n'
                              'counts = "none" | good-id, integer, { good-id, integer } ;'),
        arbiter_form(_ARBITER_FIELDS,
                     production='arbiter = "arbiter", ":", ( "stands" | "set", player, right, { ",", right } | "set", "stock", counts ), '
                                '[ ",", note ] ;\n'
                                'right = ( "coins" | "score" | "workers" ), integer | ( "warehouse" | "market-hall" ), list ;'),
    ],
    SPOKEN,
    _WORDS,
)  # fmt: skip
