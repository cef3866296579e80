"""Every format, for a legal, an illegal, an incomplete and an unreadable game, byte by byte."""

from __future__ import annotations

import json
from xml.etree import ElementTree

import pytest
from sarif_kit.validate import validation_errors
from syrupy.assertion import SnapshotAssertion

from referee.report import FORMATS, SCORES, Style
from tests.report.samples import everything, illegal, incomplete, legal, render, unreadable

#: The formats for people's terminals and for programs; the page in HTML has tests of its own.
PLAIN = [form for form in FORMATS if form != "html"]
GAMES = {"legal": legal, "illegal": illegal, "incomplete": incomplete, "unreadable": unreadable}


@pytest.mark.parametrize("form", PLAIN)
@pytest.mark.parametrize("game", GAMES)
def test_one_game(form: str, game: str, snapshot: SnapshotAssertion) -> None:
    assert render(FORMATS[form], [GAMES[game]()]) == snapshot


@pytest.mark.parametrize("form", PLAIN)
def test_all_games(form: str, snapshot: SnapshotAssertion) -> None:
    assert render(FORMATS[form], everything()) == snapshot


@pytest.mark.parametrize("form", ["full", "concise", "markdown"])
@pytest.mark.parametrize(
    "style", [Style(quiet=True), Style(verbose=True), Style(color=True)], ids=["quiet", "verbose", "color"]
)
def test_styles(form: str, style: Style, snapshot: SnapshotAssertion) -> None:
    assert render(FORMATS[form], everything(), style) == snapshot


@pytest.mark.parametrize("form", SCORES)
@pytest.mark.parametrize("disputed", [False, True], ids=["undisputed", "disputed"])
def test_scores(form: str, disputed: bool, snapshot: SnapshotAssertion) -> None:
    assert render(SCORES[form], everything(), Style(disputed=disputed)) == snapshot


@pytest.mark.parametrize("form", PLAIN)
def test_same_games_same_bytes(form: str) -> None:
    assert render(FORMATS[form], everything()) == render(FORMATS[form], everything())


@pytest.mark.parametrize("form", PLAIN)
def test_nothing_is_a_whole_report_too(form: str, snapshot: SnapshotAssertion) -> None:
    assert render(FORMATS[form], []) == snapshot


def test_json_and_jsonl_are_the_verdicts() -> None:
    verdicts = [judged.verdict.as_dict() for judged in everything()]
    assert json.loads(render(FORMATS["json"], everything())) == verdicts
    assert [json.loads(line) for line in render(FORMATS["jsonl"], everything()).splitlines()] == verdicts


@pytest.mark.parametrize("games", [[], everything()], ids=["nothing", "everything"])
def test_sarif_obeys_the_official_schema(games: list) -> None:  # type: ignore[type-arg]
    assert validation_errors(json.loads(render(FORMATS["sarif"], games))) == []


def test_full_is_as_the_specification_shows_it() -> None:
    said = render(FORMATS["full"], [illegal()])
    assert said.startswith(
        "games/bad: one.toml:61:19: purchase.price  Ben paid 3 for fireman-2, but 2 workers were left above it, "
        "so it costs 2.\n"
        "   |\n"
        '61 |   "Ben: buy 2 for 3",\n'
        "   |                   ^ expected 2\n"
        '   = round 3, Purchase, move 57 · The Speicherstadt, rulebook, "Purchase"\n'
        "   = fix: Ben: buy 2 for 2\n"
    )


@pytest.mark.parametrize("form", ["full", "concise", "markdown", "github", "junit"])
def test_nothing_in_a_transcript_commands_the_terminal(form: str) -> None:
    said = render(FORMATS[form], everything())
    assert not [char for char in said if ord(char) < 32 and char != "\n"]


def test_xml_is_sound_whatever_players_are_called() -> None:
    judged = illegal()
    judged.verdict.source = "a<b>\x00&\ud800\uffff\x1b]]>.toml"
    judged.verdict.violations[0].message = "\x00\x0b]]>\ufffe<"
    ElementTree.fromstring(render(FORMATS["junit"], [judged]))
