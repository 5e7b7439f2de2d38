// Makes history.txt: 90 days of a program that runs, for the demo. The file is kept, so this only runs to change it:
//
//   node demo/platform/setup/history/make-history.js

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

const DAYS = 90
const DAY_MINUTES = 24 * 60

/** Names of nobody. Each is combined with others, and every address is at example.com. */
const FIRST =
  'Amara Bruno Celia Dario Edith Farid Greta Hugo Ines Jonas Kaya Leon Mira Noor Otis Pia Quinn Rosa Samir Tilda Umar Vera Wim Yara Zeno'
const LAST =
  'Abbott Barlow Castel Dupree Ekwall Farrow Garnett Hollis Ivers Jessup Keller Lindqvist Marlow Norby Okafor Pruitt Rask Sorel Tamm Vance'

const COUNTS = { advocates: 110, friends: 190, visitors: 1_050, shares: 560 }

/** Of 100 shares. */
const CHANNELS = { copy: 27, whatsapp: 23, email: 18, native: 13, sms: 8, facebook: 6, x: 3, qr: 2 }

/** How many clicks a share of a channel leads to, beside others. */
const REACH = { copy: 1, whatsapp: 1.5, email: 0.9, native: 1.1, sms: 1.2, facebook: 1.9, x: 2.4, qr: 0.6 }

/** A generator of numbers from 0 to 1 that always gives the same ones (mulberry32). */
function numbersFrom(seed) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

const random = numbersFrom(20_260_501)
const between = (from, to) => Math.floor(from + random() * (to - from))

/** Picks a key by its weight. */
function weighted(weights) {
  let left = random() * Object.values(weights).reduce((sum, each) => sum + each, 0)
  for (const [name, weight] of Object.entries(weights)) {
    left -= weight
    if (left < 0) return name
  }
}

/** Minutes before the first start, in the 90 days that end with it. More happens in the later weeks, in the evening, and after the summer sale. */
function moment() {
  for (;;) {
    const ago = random() * (DAYS - 1)
    const growth = 1 - 0.55 * (ago / DAYS)
    const weekly = [1, 0.8, 0.75, 0.85, 0.9, 1.1, 1.25][Math.floor(ago) % 7]
    const sale = ago > 33 && ago < 40 ? 1.5 : 1
    if (random() < (growth * weekly * sale) / 1.9) return Math.max(5, Math.round(ago * DAY_MINUTES))
  }
}

const names = FIRST.split(' ').flatMap(first => LAST.split(' ').map(last => [first, last]))
const people = Array.from(
  { length: COUNTS.advocates + COUNTS.friends },
  () => names.splice(between(0, names.length), 1)[0],
)

// Few advocates do most of the work.
const advocateOf = () => Math.floor(COUNTS.advocates * random() ** 2.2)
const shares = Array.from({ length: COUNTS.shares }, () => ({
  advocate: advocateOf(),
  channel: weighted(CHANNELS),
  ago: moment(),
})).sort((a, b) => b.ago - a.ago)

/** A click after a share, mostly soon. Undefined: it would be in the future. */
const clickOn = (share, visitor) => {
  const ago = Math.round(shares[share].ago - 1 - random() ** 3 * 6 * DAY_MINUTES)
  return ago > 2 ? { share, visitor, ago } : undefined
}

/** A share by its reach. */
function reached() {
  for (;;) {
    const share = between(0, shares.length)
    if (random() * 2.4 < REACH[shares[share].channel]) return share
  }
}

const clicks = []
const purchases = []
for (let friend = 0; friend < COUNTS.friends; friend++) {
  const click = clickOn(reached(), COUNTS.advocates + friend)
  if (!click) continue
  clicks.push(click)
  // Some come twice before they buy.
  const again = random() < 0.35 && { ...click, ago: Math.max(2, click.ago - between(30, 2_000)) }
  if (again) clicks.push(again)
  const ago = (again || click).ago - between(4, random() < 0.7 ? 90 : 4_000)
  if (ago <= 1) continue
  purchases.push({ person: click.visitor, click: clicks.length - 1, cart: between(1_800, 14_000) / 100, ago })
  for (let next = ago - between(6_000, 40_000); next > 1 && random() < 0.55; next -= between(8_000, 40_000))
    purchases.push({ person: click.visitor, click: null, cart: between(1_500, 9_000) / 100, ago: next })
}
for (let visitor = 0; visitor < COUNTS.visitors; visitor++) {
  const number = COUNTS.advocates + COUNTS.friends + visitor
  for (let times = random() < 0.2 ? 2 : 1; times > 0; times--) {
    const click = clickOn(reached(), number)
    if (click) clicks.push(click)
  }
}

// The click that led to a purchase keeps its number when the clicks are sorted.
const order = clicks.map((_, index) => index).sort((a, b) => clicks[b].ago - clicks[a].ago)
const place = new Map(order.map((index, sorted) => [index, sorted]))
purchases.sort((a, b) => b.ago - a.ago)

/** What became of the rewards of a purchase: mostly fulfilled after some days, and the newest wait. */
function fateOf({ ago }) {
  const draw = random()
  if (draw < 0.012) return 'FAILED'
  if (draw < 0.05) return 'CANCELED'
  return ago < between(2, 9) * DAY_MINUTES ? 'EARNED' : 'FULFILLED'
}

const history = {
  advocates: COUNTS.advocates,
  visitors: COUNTS.visitors,
  people: { first_name: people.map(([first]) => first), last_name: people.map(([, last]) => last) },
  shares: columns(shares, ['advocate', 'channel', 'ago']),
  clicks: columns(
    order.map(index => clicks[index]),
    ['share', 'visitor', 'ago'],
  ),
  purchases: columns(
    purchases.map(({ click, ...purchase }) => ({
      ...purchase,
      click: click === null ? null : place.get(click),
      fate: fateOf(purchase),
    })),
    ['person', 'click', 'cart', 'ago', 'fate'],
  ),
}

function columns(rows, names) {
  return Object.fromEntries(names.map(name => [name, rows.map(row => row[name])]))
}

writeFileSync(join(import.meta.dirname, 'history.txt'), `${JSON.stringify(history)}\n`)
console.log(
  `${people.length} people, ${shares.length} shares, ${clicks.length} clicks, ${purchases.filter(({ click }) => click !== null).length} friends, ${purchases.length} purchases`,
)
