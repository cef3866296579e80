// The base game of The Speicherstadt as another program might have it, to be judged by
//
//     referee conform speicherstadt --cmd "node docs/examples/speicherstadt.mjs"
//
// One line of JSON comes in, one line of JSON goes out. It plays with explicit moves (no step left out) and without
// Kaispeicher; a game that it does not play it refuses, and the case is skipped.
import { createInterface } from "node:readline";

const GOODS = ["coffee", "tea", "saffron", "rubber", "carpet"];
const MERCHANTS = {
  "coffee-roaster": "coffee", "tea-taster": "tea", "spice-trader": "saffron", vulcanizer: "rubber", "carpet-trader": "carpet",
};
const STACKS = {
  A: { "coffee-roaster": 1, "tea-taster": 1, "spice-trader": 1, vulcanizer: 1, "carpet-trader": 1, warehouse: 1,
    "counting-office": 1, contract: 3, "fireman-1": 1, "fireman-2": 1 },
  B: { "counting-office": 1, contract: 3, "fireman-1": 1, "fireman-2": 1, "fireman-3": 1, ship: 5, "fire-1": 1 },
  C: { contract: 4, "fireman-3": 1, "fireman-4": 1, ship: 5, bank: 1, "fire-2": 1 },
  D: { "counting-office": 2, "fireman-3": 1, "fireman-4": 1, "fireman-5": 1, ship: 5, "st-michaelis": 1, port: 1, chamber: 1,
    "boatsmen-church": 1, "fire-3": 1 },
  E: { "fire-4": 1 },
};
const ROUNDS = { 2: 16, 3: 12, 4: 10, 5: 8 };
const CONTRACT_POINTS = { 2: 5, 3: 8, 4: 11 };
const BUILDINGS = { "st-michaelis": 4, "boatsmen-church": 3 };
const SOURCES = ["hand", "ship", "market-hall", "warehouse"];

class Refusal extends Error {
  constructor(rule, message) {
    super(message);
    this.rule = rule;
  }
}
const demand = (holds, rule, message) => {
  if (!holds) throw new Refusal(rule, message);
};

const total = (pile) => Object.values(pile).reduce((sum, number) => sum + number, 0);
const add = (pile, good, number = 1) => {
  pile[good] = (pile[good] ?? 0) + number;
  if (!pile[good]) delete pile[good];
};
const cubes = (pile) => GOODS.flatMap((good) => Array(pile[good] ?? 0).fill(good));
const key = (goods) => [...goods].sort().join("+");

let game = null;

// Setup.

function begin({ players, expansions = [], rulings = {} }) {
  demand(!expansions.length, undefined, "only the base game is played here");
  demand((rulings.fireman_stacks ?? "listed") === "listed", undefined, "firemen lie in their stacks here");
  const stacks = structuredClone(STACKS);
  if (players.length === 2) stacks.D.port = 0;
  if (players.length === 3 || players.length === 5) stacks.D["boatsmen-church"] = 0;
  if (players.length !== 4) stacks.D["fireman-3"] = 0;
  const seat = (name) => ({
    name, coins: 5, home: 3, cards: [], contracts: [], fires: 0, bought: 0,
    ship: {}, hand: {}, warehouse: {}, "market-hall": {},
  });
  game = {
    stacks, seats: players.map(seat), bag: Object.fromEntries(GOODS.map((good) => [good, 9])), stock: {},
    row: [], round: 1, phase: "supply", first: 0, turn: 0, over: false, block: 0,
    fireValues: rulings.fire_values ?? [1, 2, 3, 4], clockwise: rulings.loading_order === "clockwise",
  };
}

const byName = (name) => game.seats.find((seat) => seat.name === name);
const stackNow = () => Object.keys(game.stacks).find((name) => total(game.stacks[name]));

// Supply.

function supply({ cards }) {
  for (const text of cards) {
    demand(!game.over, "end.over", "the game is over");
    const [id, shown] = text.split("=")[0].split(":");
    const goods = shown ? shown.split("+") : [];
    const free = game.phase === "supply" || (game.phase === "end" && id.startsWith("fire-"));
    demand(free, game.row.some((space) => space.line.length) ? "supply.phase" : "supply.spaces", "no card is due");
    demand(Object.values(STACKS).some((stack) => id in stack), "supply.unknown-card", `no card ${id}`);
    demand(goods.every((good) => GOODS.includes(good)), id === "ship" ? "supply.bag" : "supply.contract", "a strange good");
    const stack = stackNow();
    demand(id in game.stacks[stack], "supply.stack-order", `${id} is not in stack ${stack}`);
    demand(game.stacks[stack][id] > 0, "supply.copies", `no ${id} is left in stack ${stack}`);
    game.stacks[stack][id] -= 1;
    if (id.startsWith("fire-")) {
      fire(Number(id.slice(5)));
      continue;
    }
    if (id === "ship") {
      demand(goods.length === 3, "supply.crates", "a ship has three crates");
      for (const good of goods) {
        demand(game.bag[good] > 0, "supply.bag", `no ${good} in the bag`);
        add(game.bag, good, -1);
      }
    } else if (id === "contract") {
      const points = text.includes("=") ? Number(text.split("=")[1]) : CONTRACT_POINTS[goods.length];
      demand(points !== undefined && points === CONTRACT_POINTS[goods.length], "supply.contract", "no such contract");
    }
    game.row.push({ text, id, goods, line: [], open: true });
    if (game.row.length === game.seats.length + 1) Object.assign(game, { phase: "demand", turn: game.first });
  }
}

function fire(number) {
  const value = (card) => (card.startsWith("fireman-") ? Number(card.slice(8)) : 0);
  const sums = game.seats.map((seat) => seat.cards.reduce((sum, card) => sum + value(card), 0));
  const [most, least] = [Math.max(...sums), Math.min(...sums)];
  game.seats.forEach((seat, place) => {
    if (most === least) return;
    if (sums[place] === most) seat.fires += game.fireValues[number - 1];
    if (sums[place] === least) seat.fires -= game.fireValues[number - 1];
  });
  if (number === 4) game.over = true;
}

// Demand and Purchase.

function nextToPlace() {
  for (let step = 0; step < game.seats.length; step++) {
    const seat = game.seats[(game.turn + step) % game.seats.length];
    if (seat.home) return seat;
  }
  return null;
}

function place({ player, at, gray }) {
  demand(game.phase === "demand", "demand.phase", "it is not Demand");
  const seat = byName(player);
  demand(!gray, "demand.gray", "gray workers belong to Kaispeicher");
  demand(!nextToPlace() || nextToPlace() === seat, "demand.turn", `it is the turn of ${nextToPlace()?.name}`);
  demand(seat.home > 0, "demand.worker", "no worker is left");
  const space = game.row[at - 1];
  demand(space, "demand.space", `no space ${at}`);
  demand(space.line.length < 8, "demand.full", "all floors are taken");
  seat.home -= 1;
  space.line.push(player);
  game.turn = (game.seats.indexOf(seat) + 1) % game.seats.length;
}

/** The place that a decision is about, which has to be the first one still open. */
function decision(player, at) {
  demand(!(game.phase === "supply" || game.phase === "end"), "supply.unfinished", "Supply is not over");
  demand(game.phase !== "demand" || !nextToPlace(), "demand.unfinished", "workers are still to be placed");
  demand(game.phase !== "loading", "purchase.phase", "Purchase is over");
  const space = game.row[at - 1];
  demand(space, "purchase.space", `no place ${at}`);
  demand(space.open && space.line.length, "purchase.order", `place ${at} is closed`);
  demand(space.line.includes(player), "purchase.worker", `${player} has no worker there`);
  const first = game.row.find((one) => one.open && one.line.length);
  demand(space === first && space.line[0] === player, "purchase.turn", "somebody else decides first");
  game.phase = "purchase";
  return space;
}

function close(space) {
  for (const name of space.line) byName(name).home += 1;
  if (!space.bought && space.id === "ship") for (const good of space.goods) add(game.stock, good);
  Object.assign(space, { open: false, line: [] });
}

function settle() {
  for (const space of game.row) {
    if (space.open && space.line.length) return;
    if (space.open) close(space);
  }
}

function buy({ player, at, price, with: card }) {
  const space = decision(player, at);
  const due = space.line.length;
  demand(card === undefined, "purchase.fish-market", "nothing but coins is paid here");
  demand(price === undefined || price === due, "purchase.price", `it costs ${due}`);
  const seat = byName(player);
  demand(seat.coins >= due, "purchase.coins", `${player} has only ${seat.coins} coins`);
  seat.coins -= due;
  seat.bought += 1;
  space.bought = true;
  seat.cards.push(space.id === "contract" ? space.text : space.id);
  if (space.id === "contract") seat.contracts.push({ text: space.text, goods: space.goods, placed: {} });
  if (space.id === "ship") for (const good of space.goods) add(seat.ship, good);
  close(space);
  settle();
}

function pass({ player, at }) {
  const space = decision(player, at);
  byName(player).home += 1;
  space.line.shift();
  if (!space.line.length) close(space);
  settle();
}

// Loading and Income.

function beginLoading(player) {
  demand(!(game.phase === "supply" || game.phase === "end"), "loading.phase", "there is nothing to load");
  demand(game.phase !== "demand" || !nextToPlace(), "demand.unfinished", "workers are still to be placed");
  demand(!game.row.some((space) => space.open && space.line.length), undefined, "passes are missing");
  settle();
  if (game.phase !== "loading") Object.assign(game, { phase: "loading", block: 0 });
  if (player === undefined) return null;
  const seat = byName(player);
  const order = (game.seats.indexOf(seat) - game.first + game.seats.length) % game.seats.length;
  demand(!game.clockwise || order >= game.block, "loading.turn", "the block of this player is over");
  game.block = order;
  return seat;
}

/** Take goods ("tea@ship", or "tea" from the first place that has one) off a player. */
function lift(seat, goods) {
  return goods.map((text) => {
    const [good, place] = text.split("@");
    const source = (place ? [place] : SOURCES).find((one) => SOURCES.includes(one) && seat[one][good]);
    demand(source, "loading.source", `no ${text} is there`);
    add(seat[source], good, -1);
    return good;
  });
}

const free = (contract, good) => contract.goods.filter((one) => one === good).length - (contract.placed[good] ?? 0);

/** The contracts of a player that a reference means; "#2" is the second of two equal ones. */
function contracts(seat, reference) {
  const [text, number] = reference.split("#");
  const goods = text.split("=")[0].split(":")[1];
  const fitting = seat.contracts.filter((one) => goods === undefined || key(one.goods) === key(goods.split("+")));
  return number ? fitting.slice(number - 1, number) : fitting;
}

function put(seat, good, to) {
  if (to.startsWith("contract")) {
    const contract = contracts(seat, to).find((one) => free(one, good) > 0);
    demand(contract, "loading.contract", `no free symbol for ${good}`);
    add(contract.placed, good);
  } else if (to in MERCHANTS) {
    demand(seat.cards.includes(to) && MERCHANTS[to] === good, "loading.merchant", `${to} does not buy ${good}`);
    add(game.stock, good);
    seat.coins += 1;
  } else if (to === "warehouse") {
    demand(seat.cards.includes(to) && total(seat[to]) < 4, "loading.warehouse", "no room in a warehouse");
    add(seat[to], good);
  } else {
    demand(to === "market-hall", "loading.target", `nothing can be put to ${to}`);
    demand(!total(seat[to]), "loading.market-hall", "the market hall keeps one cube");
    add(seat[to], good);
  }
}

function load({ player, good, to, count = 1 }) {
  const seat = beginLoading(player);
  for (const one of lift(seat, Array(count).fill(good))) put(seat, one, to);
}

function sell({ player, goods }) {
  const seat = beginLoading(player);
  for (const good of lift(seat, goods)) add(game.stock, good);
  demand(goods.length && goods.length % 2 === 0, "loading.sell", "goods are sold by twos");
  seat.coins += goods.length / 2;
}

function convert({ player, goods, into, to = "hand" }) {
  const seat = beginLoading(player);
  for (const good of lift(seat, goods)) add(game.stock, good);
  demand(goods.length === 3, "loading.convert", "three goods are handed in for one");
  demand(game.stock[into] > 0, "loading.stock", `no ${into} in the stock`);
  add(game.stock, into, -1);
  if (to === "hand") add(seat.hand, into);
  else put(seat, into, to);
}

function income() {
  demand(!(game.phase === "supply" || game.phase === "end"), "income.phase", "the income was taken");
  beginLoading();
  for (const seat of game.seats) {
    seat.coins += 1 + (seat.bought ? 0 : 1) + (seat.cards.includes("bank") ? 1 : 0);
    for (const good of [...cubes(seat.ship), ...cubes(seat.hand)]) add(game.stock, good);
    Object.assign(seat, { ship: {}, hand: {}, bought: 0 });
  }
  const last = game.round === ROUNDS[game.seats.length];
  Object.assign(game, {
    row: [], phase: last ? "end" : "supply", round: game.round + (last ? 0 : 1), first: (game.first + 1) % game.seats.length,
  });
}

// What the protocol asks for.

const MOVES = { supply, place, buy, pass, load, sell, convert, income };

function move({ move: fields }) {
  const before = structuredClone(game);
  try {
    demand(!game.over, "end.over", "the game is over");
    demand(fields.move in MOVES, undefined, `no move ${fields.move} in the base game`);
    MOVES[fields.move](fields);
  } catch (error) {
    game = before;
    throw error;
  }
}

function state() {
  const named = (seat) => {
    const equal = (one, place) => seat.contracts.slice(0, place).filter((other) => key(other.goods) === key(one.goods)).length;
    return Object.fromEntries(seat.contracts.map((one, place) => {
      const before = equal(one, place);
      return [one.text + (before ? `#${before + 1}` : ""), cubes(one.placed)];
    }));
  };
  const players = game.seats.map((seat) => ({
    player: seat.name, coins: seat.coins, score: seat.fires, workers: seat.home, cards: seat.cards,
    warehouse: cubes(seat.warehouse), market_hall: cubes(seat["market-hall"]), contracts: named(seat),
  }));
  const shown = (space) => (space.bought || !space.open ? "-" : space.text);
  const { round, phase, stock, bag } = game;
  const table = { round, phase, stock, bag, first_player: game.seats[game.first].name, row: game.row.map(shown) };
  return { state: [...players, { ...table, queues: game.row.map((space) => space.line) }] };
}

/** Every way to choose this many of a list of [text, number], as lists of texts. */
function hands(held, number, from = 0) {
  if (!number) return [[]];
  return held.slice(from).flatMap(([text, left], step) => {
    const rest = held.map((one, place) => (place === from + step ? [text, left - 1] : one));
    return left ? hands(rest, number - 1, from + step).map((hand) => [text, ...hand]) : [];
  });
}

function candidates() {
  if (game.phase === "demand" && nextToPlace()) {
    return game.row.map((_, place) => ({ move: "place", player: nextToPlace().name, at: place + 1 }));
  }
  const at = game.row.findIndex((space) => space.open && space.line.length);
  if (at >= 0) {
    const { line } = game.row[at];
    return [{ move: "buy", player: line[0], at: at + 1, price: line.length }, { move: "pass", player: line[0], at: at + 1 }];
  }
  if (game.phase !== "purchase" && game.phase !== "loading") return [];
  return [{ move: "income" }, ...game.seats.flatMap((seat) => {
    const player = seat.name;
    const held = SOURCES.flatMap((source) => Object.entries(seat[source]).map(([good, number]) => [`${good}@${source}`, number]));
    const targets = [...new Set(seat.cards), "market-hall", ...Object.keys(state().state.find((one) => one.player === player).contracts)];
    const loads = held.flatMap(([good]) => targets.filter((to) => to !== good.split("@")[1]).map((to) => ({ move: "load", player, good, to })));
    const sales = hands(held, 2).map((goods) => ({ move: "sell", player, goods }));
    const trades = hands(held, 3).flatMap((goods) => GOODS.map((into) => ({ move: "convert", player, goods, into })));
    return [...loads, ...sales, ...trades];
  })];
}

function legal() {
  const allowed = (fields) => {
    const before = structuredClone(game);
    try {
      move({ move: fields });
      return true;
    } catch (error) {
      if (error instanceof Refusal) return false;
      throw error;
    } finally {
      game = before;
    }
  };
  const found = candidates().filter(allowed);
  return { legal: [...new Map(found.map((fields) => [JSON.stringify(fields), fields])).values()] };
}

function score() {
  const points = (seat) => {
    const count = (card) => seat.cards.filter((one) => one === card).length;
    const done = seat.contracts.filter((one) => one.goods.every((good) => !free(one, good)));
    return seat.fires
      + done.reduce((sum, one) => sum + CONTRACT_POINTS[one.goods.length], 0)
      + seat.cards.filter((card) => card in MERCHANTS).length
      + total(seat.warehouse)
      + [0, 2, 5, 9, 14][count("counting-office")]
      + seat.cards.reduce((sum, card) => sum + (BUILDINGS[card] ?? 0), 0)
      + (count("port") ? count("ship") : 0)
      + (count("chamber") ? seat.coins : 0);
  };
  const scores = Object.fromEntries(game.seats.map((seat) => [seat.name, points(seat)]));
  const strength = (seat) => scores[seat.name] * 1000 + seat.coins;
  const best = Math.max(...game.seats.map(strength));
  return { scores, winners: game.seats.filter((seat) => strength(seat) === best).map((seat) => seat.name) };
}

const ANSWERS = { new: ({ envelope }) => begin(envelope), move, state, legal, score };

for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line);
  let answer;
  try {
    answer = { ok: true, ...ANSWERS[request.do](request) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    answer = { ok: false, rule: error.rule, message: error.message };
  }
  process.stdout.write(`${JSON.stringify({ id: request.id, ...answer })}\n`);
}
