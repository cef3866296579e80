"""The pages made from the code are up to date, links lead somewhere, and what is quoted stands where it is quoted from.

That every command in them prints what is shown is tested by conftest.py of the project.
"""

from __future__ import annotations

import json
import re
import sys
import tomllib
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from textwrap import indent

import pytest
import yaml

from referee import games
from referee.engine.game import Reading

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "scripts"))

from generate_docs import pages  # noqa: E402

MADE = pages()
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
NAMES = [str(page.relative_to(ROOT)) for page in PAGES]
LINK = re.compile(r"\]\((?!https?://)([^)#]*)(?:#([^)]+))?\)")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
ANCHOR = re.compile(r'<a id="([^"]+)">')
FENCED = re.compile(r"^```(\w+)\n(.*?)^```", re.DOTALL | re.MULTILINE)
QUOTED = re.compile(r"<!-- from ([\w/.]+) -->\n```py\n(.*?)```", re.DOTALL)
#: Where an excerpt leaves something out.
LEFT_OUT = re.compile(r"^ *# …\n", re.MULTILINE)
PARSERS = {"toml": tomllib.loads, "json": json.loads, "yaml": yaml.safe_load}


def read(page: Path) -> str:
    return page.read_text(encoding="utf-8")


@lru_cache(maxsize=64)
def anchors(page: Path) -> set[str]:
    """What a link into the page can name: anchors, and headings as sites for Markdown spell them."""
    text = FENCED.sub("", read(page))
    slugs = (re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in HEADING.findall(text))
    return {*slugs, *ANCHOR.findall(text)}


@pytest.mark.parametrize("name", sorted(MADE))
def test_pages_made_from_the_code_are_up_to_date(name: str) -> None:
    assert read(ROOT / "docs" / name) == MADE[name], "run scripts/generate_docs.py"


@pytest.mark.parametrize("page", PAGES, ids=NAMES)
def test_links_lead_somewhere(page: Path) -> None:
    missing = []
    for link, anchor in LINK.findall(FENCED.sub("", read(page))):
        target = page.parent / link if link else page
        if not target.exists() or (anchor and anchor not in anchors(target.resolve())):
            missing.append(f"{link}#{anchor}")
    assert missing == []


def test_every_page_is_reached_from_the_first() -> None:
    reached, open_ = set(), [ROOT / "README.md"]
    while open_:
        page = open_.pop()
        if page not in reached:
            reached.add(page)
            links = (page.parent / link for link, _ in LINK.findall(read(page)) if link)
            open_ += [target.resolve() for target in links if target.suffix == ".md" and target.exists()]
    assert set(PAGES) - reached == set()


@pytest.mark.parametrize("page", PAGES, ids=NAMES)
def test_data_in_pages_can_be_read(page: Path) -> None:
    for kind, body in FENCED.findall(read(page)):
        if kind in PARSERS:
            PARSERS[kind](body)


@pytest.mark.parametrize("game", games.names())
def test_the_page_of_a_game_names_its_open_questions(game: str) -> None:
    readings = import_module(f"referee.games.{game}.readings")
    page = read(ROOT / f"docs/games/{game}.md")
    listed = [item for value in vars(readings).values() if isinstance(value, tuple) for item in value]
    questions = [item for item in listed if isinstance(item, Reading)]
    assert questions
    assert [item.id for item in questions if f"| `{item.id}` | {item.text} | `{item.values[0]}` |" not in page] == []


def test_excerpts_stand_in_their_files() -> None:
    quoted = [(page, *excerpt) for page in PAGES for excerpt in QUOTED.findall(read(page))]
    assert quoted
    for page, name, excerpt in quoted:
        source = read(ROOT / name)
        for part in LEFT_OUT.split(excerpt):
            assert part.strip("\n") in source, f"{page.name} quotes {name}:\n{indent(part, '  ')}"
