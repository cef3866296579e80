"""Tables and effects in the words that every game gets for free."""

from __future__ import annotations

from referee.engine.telling import gains, listing_html, listing_text, phrases

EFFECTS = {
    "coins": {"stock": 3, "Ben": -3},
    "cards": {"Ben": ["+fireman-2", "-thief"]},
    "goods": {"stock": {"tea": 1, "coffee": -2}},
    "display": {"1": None, "2": "bank"},
}
CLAIMS = [
    {"move": "claim", "player": "Anna", "coins": 4, "market_hall": ["tea", "tea"], "contracts": {"contract:tea": []}},
    {"move": "claim", "round": 3, "open": True, "first_player": None},
]


def test_phrases_say_every_effect() -> None:
    assert list(phrases(EFFECTS)) == [
        "coins: stock +3, Ben -3",
        "cards: Ben +fireman-2 -thief",
        "goods: stock +1 tea -2 coffee",
        "display: 1 -, 2 bank",
    ]


def test_gains_leave_out_where_things_stand() -> None:
    assert gains(EFFECTS, ["Anna", "Ben"]) == [
        (None, "coins, stock +3"),
        ("Ben", "coins -3"),
        ("Ben", "cards +fireman-2 -thief"),
        (None, "goods, stock +1 tea -2 coffee"),
    ]


def test_claims_are_listed() -> None:
    assert listing_text(CLAIMS) == (
        "Anna: coins 4; market hall tea, tea; contracts contract:tea none\n"
        "table: round 3; open yes; first player none\n"
    )
    assert listing_text([{"move": "claim", "player": "A\x1b\nb", "coins": 1}]) == "A\\x1b\\x0ab: coins 1\n"


def test_claims_in_html_are_escaped() -> None:
    html = listing_html([{"move": "claim", "player": "<script>", "cards": ["<b>", "\u202e"]}])
    assert "<script>" not in html
    assert "<bdi>&lt;script&gt;</bdi>" in html
    assert "<dt>cards</dt><dd>&lt;b&gt;, \\u202e</dd>" in html
