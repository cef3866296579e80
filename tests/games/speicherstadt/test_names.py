from __future__ import annotations

import pytest

from referee.games.speicherstadt.cards import CARDS, GOODS
from referee.games.speicherstadt.game import GAME
from referee.games.speicherstadt.names import SPOKEN, hint, meant
from referee.transcript.notation import Misread

PLAYERS = ["Anna", "Ben", "Michel"]


def read(line: str, players: list[str] = PLAYERS) -> dict[str, object]:
    return GAME.notation.read(line, players).fields


@pytest.mark.parametrize(
    ("german", "english"),
    [
        ("Anna: place Feuerwehrmann 3", "Anna: place fireman-3"),
        ("Anna: buy Kontor for 2", "Anna: buy counting-office for 2"),
        ("Anna: buy Counting Office for 2 with Fischmarkt", "Anna: buy counting-office for 2 with fish-market"),
        ("Anna: load Kaffee@Schiff x2 to Kaffeeröster", "Anna: load coffee@ship x2 to coffee-roaster"),
        ("Anna: load Gummi to Markthalle", "Anna: load rubber to market-hall"),
        ("Anna: sell Tee@Lager Safran", "Anna: sell tea@warehouse saffron"),
        ("Anna: convert Tee Tee Tuch into Hanf to Seilmacher", "Anna: convert tea tea fabric into hemp to ropemaker"),
        ("supply: Gewürzhändler, Schiff:Tee+Kaffee+Glas, 1. Brand, St. Michaelis, Michaelis",
         "supply: spice-trader, ship:tea+coffee+glass, fire-1, st-michaelis, michaelis"),
        ("Anna: use Einsatzleiter", "Anna: use squad-leader"),
        ("Anna: use Squad Leader", "Anna: use squad-leader"),
        ("Anna: use Spitzel 2.1 with r1", "Anna: use snitch 2.1 with r1"),
        ("Anna: use Löschzug Feuerwehrmann 2 for Fire 4", "Anna: use fire-truck fireman-2 for fire 4"),
        ("Anna: use Schmuggler Tee from Michel Auftrag:Tee+Kaffee to Lager",
         "Anna: use smuggler tea from Michel contract:tea+coffee to warehouse"),
        ("Anna: use LKW Tee from Auftrag:Tee+Tee to Auftrag:Tee+Kaffee",
         "Anna: use truck tea from contract:tea+tea to contract:tea+coffee"),
        ("claim Michel: Lager Tee+Tee, Market Hall none, cards Kontor+Schiff, Auftrag:Tee+Tee Tee",
         "claim Michel: warehouse tea+tea, market-hall none, cards counting-office+ship, contract:tea+tea tea"),
        ("claim: stock Tee 2 Kaffee 1, first-player Michel", "claim: stock tea 2 coffee 1, first-player Michel"),
        ("arbiter: set Michel Lager Tee", "arbiter: set Michel warehouse tea"),
    ],
)  # fmt: skip
def test_german_and_spoken_names_are_read_as_ids(german: str, english: str) -> None:
    assert read(german) == read(english)


def test_a_note_stays_as_it_was_written() -> None:
    assert read("arbiter: stands, Kaffee war weg")["note"] == "Kaffee war weg"
    assert read("arbiter: set Anna Lager Tee, Tee war weg")["note"] == "Tee war weg"


def test_words_are_pointed_at_as_written() -> None:
    line = "Anna:  buy Feuerwehrmann 3 for 2"
    spans = GAME.notation.read(line, PLAYERS).spans
    assert {path: line[first:last] for path, (first, last) in spans.items()} == {
        "player": "Anna", "move": "buy", "at": "Feuerwehrmann 3", "price": "2",
    }  # fmt: skip


@pytest.mark.parametrize("card", list(CARDS))
def test_every_name_of_a_card_is_read(card: str) -> None:
    for name in (CARDS[card].name, *CARDS[card].german, card.upper()):
        assert read(f"supply: {name}", ["Anna"])["cards"] == [card], name


def test_no_name_means_two_things() -> None:
    names = [" ".join(name.lower().replace("-", " ").split()) for name in SPOKEN]
    assert len(set(names)) == len({(name, SPOKEN[said]) for name, said in zip(names, SPOKEN, strict=True)})
    assert set(SPOKEN.values()) <= {*CARDS, *GOODS, "market-hall"}


def test_misspelt_names_are_recognized() -> None:
    assert meant("kontorr") == "counting-office"
    assert meant("cofee", GOODS) == "coffee"
    assert meant("kafee", GOODS) == "coffee"
    assert meant("kontorr", GOODS) is None
    assert hint("bnak") == " Did you mean bank?"
    with pytest.raises(Misread) as caught:
        read("Anna: place Feuerwehrman 3")
    assert caught.value.message.endswith("Did you mean fireman-3?")
