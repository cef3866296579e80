"""The page: what it says, what it leaves out, and that it is whole, harmless and legible in a browser."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from referee.judge import judge
from referee.report import FORMATS, Judged, Style, charts, html, load
from referee.transcript.document import read
from tests.report.samples import everything, illegal, incomplete, legal, render, unreadable

FIXTURES = Path(__file__).parents[2] / "fixtures"
LEGAL = FIXTURES / "speicherstadt" / "legal" / "three-players-kaispeicher-rulebook.toml"
SPECULAAS = FIXTURES / "speculaas" / "cases" / "legal" / "three-players.toml"
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
HOSTILE = "<script>alert(1)</script>"


@cache
def replayed(source: str, name: str = "game.toml") -> Judged:
    """A transcript as ``check --report html`` judges it."""
    report = load(FORMATS["html"], Style())
    watcher = report.watcher()
    verdict = judge(read(source.encode(), name), watcher=watcher)
    return Judged(verdict, source.splitlines(), watcher=watcher)


def page(*judged: Judged) -> str:
    return render(FORMATS["html"], list(judged))


def told(path: Path = LEGAL) -> str:
    """The page of one fixture."""
    return page(replayed(path.read_text("utf-8")))


def wrong_price() -> str:
    """A game with a wrong price at move 15, and a stranger's name for the first player."""
    source = LEGAL.read_text("utf-8").replace("O'Neil", HOSTILE)
    return source.replace('"Cleo: buy 4 for 2"', '"Cleo: buy 4 for 1"', 1)


def test_same_games_same_bytes() -> None:
    source = LEGAL.read_text("utf-8")
    assert page(replayed(source)) == page(replayed.__wrapped__(source))
    assert page(*everything()) == page(*everything())


@pytest.mark.parametrize("make", [legal, illegal, incomplete, unreadable])
def test_a_verdict_alone_makes_a_page(make: Callable[[], Judged]) -> None:
    """Merged verdicts have no story; everything that they say is there all the same."""
    judged = make()
    said = text(page(judged))
    for item in (*judged.verdict.violations, *judged.verdict.notes):
        assert item.rule in said
    assert "What happened" not in said
    for score in judged.verdict.scores or []:
        assert score.player in said


def text(markup: str) -> str:
    """What a reader sees of a page, roughly."""
    body = markup[markup.index("<body>") :]
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", body))


def test_nothing_is_a_page_too() -> None:
    assert "0 transcripts" in text(page())


def test_the_page_needs_nothing_else() -> None:
    markup = told() + page(*everything())
    assert "default-src 'none'" in markup
    for word in ("<script", "<link", "<img", "<iframe", "@import", "url(", "http://", "https://", "src=", " onload"):
        assert word not in markup


def test_who_bought_what_at_which_price() -> None:
    said = text(told())
    assert re.search(r"14 李雷 buy spice-trader for 2 −2 coins \+ Spice Trader", said)
    assert re.search(r"implied 李雷 pass 2 implied O&#39;Neil pass 2", said)
    assert re.search(r"Cleo load tea to contract:tea\+saffron\+saffron|load [a-z]+ to", said)
    assert "Cleo wins with 52 points." in said
    for number in range(1, 13):
        assert f"Round {number} " in said


def test_a_violation_stands_at_its_place() -> None:
    markup = page(replayed(wrong_price()))
    place = re.search(r'<article class="fault error" id="(g1-1)">.*?</article>', markup, re.DOTALL)
    assert place is not None
    said = text("<body>" + place.group())
    assert "purchase.price" in said
    assert "Cleo paid 1" in said
    assert "Expected 2" in said
    assert "Fix Cleo: buy 4 for 2" in said
    assert "The Speicherstadt, rulebook, &#34;Purchase&#34;" in said
    assert "round 1, Purchase, move 15, line 21" in said
    assert markup.index('Cleo</bdi> <span class="said">buy 4 for 1') < place.start()
    assert 'href="#g1-1"' in markup
    assert "as the log has it; but rules were broken." in markup


def test_every_link_has_a_target_and_no_target_is_there_twice() -> None:
    games = [
        replayed(wrong_price()),
        replayed(wrong_price()),
        replayed(SPECULAAS.read_text("utf-8")),
        illegal(),
    ]
    markup = page(*games)
    targets = re.findall(r' id="([^"]+)"', markup)
    assert len(targets) == len(set(targets))
    assert set(re.findall(r' href="#([^"]+)"', markup)) <= set(targets)


@pytest.mark.parametrize(
    "name", [HOSTILE, '"><img src=x onerror=alert(1)>', "</style><script>x", "\u202egnirts", "a\tb"]
)
def test_hostile_names_are_only_names(name: str) -> None:
    source = LEGAL.read_text("utf-8").replace("Cleo", name.replace('"', '\\"').replace("\t", "\\t"))
    markup = page(replayed(source), replayed(source))
    assert "<script" not in markup
    assert "<img" not in markup
    assert "\u202e" not in markup
    assert markup.count("</style>") == 1
    assert not re.search(r"[\0-\x08\x0b-\x1f]", markup)


def test_a_hostile_file_name_rule_value_and_message() -> None:
    judged = illegal()
    judged.verdict.source = f"{HOSTILE}.json"
    judged.verdict.rulings = {HOSTILE: HOSTILE}
    judged.verdict.violations[0].found = {HOSTILE: [HOSTILE]}
    judged.verdict.violations[0].fix = {"pointer": "/moves/56", "replace": HOSTILE}
    judged.verdict.violations[0].message = "\0\1" + HOSTILE
    markup = page(judged, judged)
    assert "<script" not in markup
    assert "\\x00\\x01&lt;script&gt;" in markup


def test_notes_assumptions_and_what_could_not_be_judged() -> None:
    said = text(page(illegal()))
    assert "A tie is shared. Taken: share. Otherwise each: Ben 36." in said
    assert "the draft (move 31): the decks were not given" in said
    assert "Not looked at loading.stock" in said
    assert "warning.expired" in text(page(legal()))
    assert "Counts as failed: the game is incomplete, and --require-complete was asked for." in text(page(incomplete()))


def test_failed_games_come_first_in_the_table() -> None:
    markup = page(legal(), illegal(), incomplete(), unreadable())
    table = markup[markup.index('<table class="overview"') : markup.index("</table>")]
    found = re.findall(r'<th role="rowheader" scope="row">.*?<bdi>(.*?)</bdi>', table)
    assert found == ["games/bad: one.toml", "log.jsonl:17", "torn.json", "games/final.toml"]
    assert "Look" not in table


def test_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Some games in full, some more in short if they failed, some rows, and a number for the rest."""
    monkeypatch.setattr(html, "IN_FULL", 2)
    monkeypatch.setattr(html, "IN_SHORT", 1)
    monkeypatch.setattr(html, "ROWS", 3)
    markup = page(*[legal() for _ in range(5)], *[illegal() for _ in range(6)])
    assert markup.count('<section class="game"') == 3
    assert markup.count('<tr role="row"><th role="rowheader"') == 6
    assert "And 5 more." in markup
    assert "3 of them are told below" in markup
    assert "5 legal" in markup
    assert "6 illegal" in markup


def test_a_long_log_is_told_in_part(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(html, "STEPS", 10)
    markup = page(replayed.__wrapped__(wrong_price()))
    assert re.search(r"Not told here, because the log is too long for a page: \d+ steps\.", markup)
    assert 'id="g1-1"' in markup
    assert "52" in text(markup)


def test_chapters_are_folded_where_there_are_many_games() -> None:
    few, many = page(replayed(wrong_price())), page(*[replayed(wrong_price())] * 4)
    assert '<details class="chapter">' not in few
    assert many.count('<details class="chapter" open>') == 4  # the rounds in which something was broken
    assert '<details class="chapter">' in many


def test_a_game_without_table_has_its_faults_only() -> None:
    markup = page(
        replayed('format = "referee/1"\ngame = "speicherstadt"\nplayers = ["A", "B"]\nprofile = "x"\nmoves = []\n')
    )
    assert "transcript.profile" in markup
    assert "What happened" not in markup


def test_speculaas_is_drawn_too() -> None:
    markup = told(SPECULAAS)
    assert 'class="speculaas"' in markup
    assert ".speculaas" in markup[: markup.index("</style>")]


# The charts.


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [
        (0, 1, [0, 1]),
        (0, 52, [0, 20, 40, 60]),
        (-6, 15, [-10, -5, 0, 5, 10, 15]),
        (0, 5, [0, 1, 2, 3, 4, 5]),
        (-3, 0, [-3, -2, -1, 0]),
        (0, 1000, [0, 200, 400, 600, 800, 1000]),
    ],
)
def test_scale(low: int, high: int, expected: list[int]) -> None:
    assert charts.scale(low, high) == expected


def test_labels_do_not_lie_on_each_other() -> None:
    svg = charts.scores_over_time([charts.Line(f"P{n}", n, [0, 7]) for n in range(1, 6)], ["start", "end"], "Points")
    levels = sorted(float(y) for y in re.findall(r'class="end [^"]*" x="[^"]*" y="([^"]*)"', svg))
    assert len(levels) == 5
    assert all(after - before >= 11.9 for before, after in pairwise(levels))
    assert levels[-1] < 228


def test_bars_go_left_for_what_was_lost() -> None:
    svg = charts.points_by_source([charts.Bar("Anna", [(1, "fires", -4), (2, "contracts", 10)], 6)])
    boxes = [
        tuple(map(float, box)) for box in re.findall(r'<rect class="part" x="([^"]*)" y="[^"]*" width="([^"]*)"', svg)
    ]
    (lost, lost_width), (won, won_width) = boxes
    assert lost + lost_width == pytest.approx(won, abs=0.2)
    assert won_width / lost_width == pytest.approx(2.5, abs=0.02)
    assert "Anna: 6 (fires -4, contracts 10)." in svg


# In a browser.


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    if CHROMIUM is None:
        pytest.skip("Chromium is not installed (apt-get install chromium)")
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    with playwright.sync_playwright() as running:
        flags = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
        started = running.chromium.launch(executable_path=CHROMIUM, args=flags)
        yield started
        started.close()


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page with two games of each kind, one with a hostile name and a violation, and games without a story."""
    file = tmp_path_factory.mktemp("page") / "games.html"
    games = [replayed(wrong_price(), f"{HOSTILE}.toml"), replayed(SPECULAAS.read_text("utf-8"), "speculaas.toml")]
    file.write_text(page(*games, *everything()), "utf-8")
    return file


@pytest.fixture(scope="module", params=[(360, "light"), (1200, "dark")], ids=str)
def opened(request: pytest.FixtureRequest, browser: Any, written: Path) -> Iterator[Any]:
    width, scheme = request.param
    shown = browser.new_page(viewport={"width": width, "height": 800}, color_scheme=scheme)
    shown.troubles, shown.requests = [], []
    shown.on("console", lambda message: shown.troubles.append(message.text))
    shown.on("pageerror", lambda error: shown.troubles.append(str(error)))
    shown.on("dialog", lambda dialog: (shown.troubles.append(dialog.message), dialog.dismiss()))
    shown.on("request", lambda wanted: shown.requests.append(wanted.url))
    shown.goto(written.as_uri())
    yield shown
    shown.close()


def test_nothing_is_asked_for_and_nothing_goes_wrong(opened: Any, written: Path) -> None:
    assert opened.troubles == []
    assert opened.requests == [written.as_uri()]
    assert opened.evaluate("document.scripts.length") == 0


def test_charts_are_drawn(opened: Any) -> None:
    boxes = opened.evaluate("[...document.querySelectorAll('svg.chart')].map(c => [c.getBoundingClientRect().width, "
                            "c.getBoundingClientRect().height, c.getAttribute('aria-label')])")  # fmt: skip
    assert len(boxes) == 7  # two of a game with a story, one of another that has points
    assert all(width > 200 and height > 60 and label for width, height, label in boxes)
    line = opened.evaluate("getComputedStyle(document.querySelector('.chart .line')).stroke")
    assert line.startswith("rgb(") and line != "rgb(0, 0, 0)"  # noqa: PT018
    assert opened.evaluate("document.querySelectorAll('.chart .part').length") > 20


def test_the_page_does_not_scroll_sideways(opened: Any) -> None:
    opened.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
    across, inner = opened.evaluate("[document.documentElement.scrollWidth, window.innerWidth]")
    assert across <= inner


def test_tables_have_captions_and_heads(opened: Any) -> None:
    tables = opened.evaluate("[...document.querySelectorAll('table.points, table.overview')].map(t => "
                             "[!!t.caption, t.querySelectorAll('thead th[scope=col]').length, "
                             "t.querySelectorAll('tbody tr').length - t.querySelectorAll('tbody th[scope=row]').length])")  # fmt: skip
    assert tables
    assert all(caption and heads and not headless for caption, heads, headless in tables)


CONTRAST = """() => {
  const canvas = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
  const over = (colours, alpha) => {  // painted one over the other; alpha is that of the last one
    canvas.globalAlpha = 1; canvas.fillStyle = '#fff'; canvas.fillRect(0, 0, 1, 1);
    colours.forEach((colour, i) => {
      canvas.globalAlpha = i + 1 == colours.length ? alpha : 1;
      canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1);
    });
    return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  const light = rgb => rgb.map(c => (c /= 255) <= .04045 ? c / 12.92 : ((c + .055) / 1.055) ** 2.4)
    .reduce((sum, c, i) => sum + c * [.2126, .7152, .0722][i], 0);
  const poor = [];
  for (const element of document.querySelectorAll('body *')) {
    if (element.closest('svg') || ![...element.childNodes].some(n => n.nodeType === 3 && n.data.trim())) continue;
    const grounds = [];
    let alpha = 1;
    for (let e = element; e; e = e.parentElement) {
      grounds.unshift(getComputedStyle(e).backgroundColor);
      alpha *= getComputedStyle(e).opacity;
    }
    const ground = over(grounds, 1), ink = over([...grounds, getComputedStyle(element).color], alpha);
    const [high, low] = [light(ground), light(ink)].sort((a, b) => b - a);
    const ratio = (high + .05) / (low + .05);
    if (ratio < 4.5) poor.push([element.className, element.textContent.trim().slice(0, 30), ratio]);
  }
  return poor.slice(0, 10);
}"""


def test_text_stands_out(opened: Any) -> None:
    """Every text has a contrast of at least 4.5 to 1 (WCAG 2, AA)."""
    assert opened.evaluate(CONTRAST) == []


def test_print_shows_everything(browser: Any, written: Path) -> None:
    shown = browser.new_page()
    shown.goto(written.as_uri())
    assert shown.evaluate("document.querySelectorAll('details.chapter:not([open])').length") > 0
    shown.emulate_media(media="print")
    hidden = shown.evaluate("[...document.querySelectorAll('details.chapter .steps')].filter("
                            "e => !e.getBoundingClientRect().height).length")  # fmt: skip
    assert hidden == 0
    assert shown.pdf(format="A4", page_ranges="1").startswith(b"%PDF")
    shown.close()
