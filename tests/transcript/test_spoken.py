from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.transcript.spoken import Spoken

NAMES = Spoken(
    {
        "Feuerwehrmann 3": "fireman-3",
        "Kontor": "counting-office",
        "Counting Office": "counting-office",
        "Chamber of Commerce": "chamber",
        "Löschzug": "fire-truck",
        "Lager": "warehouse",
        "Teppich": "carpet",
        "Teppich Lager": "carpet-storage",
        "Tee": "tea",
        "Bank": "bank",
    }
)


def put(text: str, *players: str) -> str:
    changed = NAMES.put_ids(text, 0, players)
    return text if changed is None else changed[0]


@pytest.mark.parametrize(
    ("said", "read"),
    [
        ("place Feuerwehrmann 3", "place fireman-3"),
        ("place FEUERWEHRMANN-3", "place fireman-3"),
        ("place Feuerwehrmann 34", "place Feuerwehrmann 34"),
        ("load Tee@Lager to Teppich Lager", "load tea@warehouse to carpet-storage"),
        ("Tee+Tee,Teppich:1", "tea+tea,carpet:1"),
        ("use Loeschzug", "use fire-truck"),
        ("chamber of-commerce", "chamber"),
        ("chamber-of commerce", "chamber"),
        ("counting-office", "counting-office"),
        ("Teekanne", "Teekanne"),
        ("Früh-Tee", "Früh-Tee"),
        ("Bank", "Bank"),
        ("İ Kontor", "İ counting-office"),
    ],
)
def test_the_longest_name_is_put_into_ids(said: str, read: str) -> None:
    assert put(said) == read


def test_a_player_who_is_called_like_a_card_stays_a_player() -> None:
    assert put("from Tee Auftrag", "Tee") == "from Tee Auftrag"
    assert put("from tee Auftrag", "Tee") == "from tea Auftrag"
    assert put("Tee Kanne Tee", "Tee Kanne") == "Tee Kanne tea"
    assert put("Teppich Lager", "Teppich") == "carpet-storage"


def test_only_what_follows_is_read() -> None:
    assert NAMES.put_ids("Kontor: place Kontor", 7, ()) == ("Kontor: place counting-office", [
        *range(14), *([14] * 14), 19, 20])  # fmt: skip


def test_places_point_to_the_words_as_written() -> None:
    text = "a Feuerwehrmann 3, Tee b"
    changed = NAMES.put_ids(text, 0, ())
    assert changed is not None
    read, places = changed
    assert len(places) == len(read) + 1
    for said, written in (("fireman-3", "Feuerwehrmann 3"), ("tea", "Tee")):
        first = read.index(said)
        assert text[places[first] : places[first + len(said) - 1] + 1] == written
    assert (places[0], places[-2], places[-1]) == (0, len(text) - 1, len(text))


@given(st.text(alphabet="aTeKontrLg 3-,:+@İß", max_size=30))
def test_every_place_is_in_the_text_and_in_order(text: str) -> None:
    changed = NAMES.put_ids(text, 0, ())
    if changed is not None:
        read, places = changed
        assert len(places) == len(read) + 1
        assert places == sorted(places)
        assert places[-1] == len(text)


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("Feuerwehrman 3 for 2", "fireman-3"),
        ("gray countng office", "counting-office"),
        ("tea tea into coffee", None),
        ("Kontorr", None),
    ],
)
def test_the_nearest_name_of_several_words_is_found(said: str, meant: str | None) -> None:
    assert NAMES.nearest(said) == meant
