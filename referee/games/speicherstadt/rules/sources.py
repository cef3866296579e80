"""The documents and sections that the rules cite."""

from referee.engine.rule import Citation

_BOOK = "The Speicherstadt, rulebook"
_KAISPEICHER = "Kaispeicher, rules"
_ONLINE = "Kaispeicher, notes on playing online"

SETUP = Citation(_BOOK, "Setup")
SUPPLY = Citation(_BOOK, "Supply")
DEMAND = Citation(_BOOK, "Demand")
PURCHASE = Citation(_BOOK, "Purchase")
LOADING = Citation(_BOOK, "Loading")
MARKET_HALL = Citation(_BOOK, "Market hall")
CONTRACT = Citation(_BOOK, "Contract")
MERCHANT = Citation(_BOOK, "Merchant")
WAREHOUSE = Citation(_BOOK, "Warehouse")
SHIP = Citation(_BOOK, "Ship")
INCOME = Citation(_BOOK, "Income")
FIRE = Citation(_BOOK, "Fire")
END = Citation(_BOOK, "End of the game")

K_SETUP = Citation(_KAISPEICHER, "Setup")
K_DEMAND = Citation(_KAISPEICHER, "Demand")
K_PURCHASE = Citation(_KAISPEICHER, "Purchase")
K_CONTRACTS = Citation(_KAISPEICHER, "The new trade cards: contracts")
K_STORAGE = Citation(_KAISPEICHER, "The new trade cards: Roasting House and its siblings")
K_SNITCH = Citation(_KAISPEICHER, "The new trade cards: Snitch")
K_FISH_MARKET = Citation(_KAISPEICHER, "The new trade cards: Fish Market")
K_AUCTION_HALL = Citation(_KAISPEICHER, "The new trade cards: Auction Hall")
K_SMUGGLER = Citation(_KAISPEICHER, "The new trade cards: Smuggler")
K_TRUCK = Citation(_KAISPEICHER, "The new trade cards: Truck")
K_COFFEE_BREAK = Citation(_KAISPEICHER, "The new trade cards: Coffee Break")
K_STOREKEEPER = Citation(_KAISPEICHER, "The new trade cards: Storekeeper")
K_SQUAD_LEADER = Citation(_KAISPEICHER, "The new trade cards: Squad Leader")
K_INSURANCE = Citation(_KAISPEICHER, "The new trade cards: Insurance")
K_FIRE_TRUCK = Citation(_KAISPEICHER, "The new trade cards: Fire Truck")
K_CARDS = Citation(_KAISPEICHER, "The new trade cards")
ONLINE = Citation(_ONLINE, "Notes regarding use of trade cards")
FORMAT = Citation("The Speicherstadt and Kaispeicher: what the referee knows", "Moves")
