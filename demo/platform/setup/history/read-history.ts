import type { Role } from '../../campaign/program.js'
import source from './history.txt?raw'

/**
 * What people did in the 90 days before the first start, in columns. `ago` is in minutes before it. The first people are the advocates; then come the
 * friends; further numbers are anonymous visitors. `make-history.js` has made it.
 */
interface Columns {
  advocates: number
  visitors: number
  people: { first_name: string[]; last_name: string[] }
  shares: { advocate: number[]; channel: string[]; ago: number[] }
  clicks: { share: number[]; visitor: number[]; ago: number[] }
  /** `click`: the one that referred the friend. Null: they were referred before. `fate`: the state of the rewards. */
  purchases: { person: number[]; click: (number | null)[]; cart: number[]; ago: number[]; fate: string[] }
}

export interface Profile {
  first_name: string
  last_name: string
  email: string
  partner_user_id: string
}

export interface Participant {
  id: string
  /** Undefined: an anonymous visitor. */
  profile: Profile | undefined
  /** The code of the link of an advocate. */
  code: string | undefined
  at: Date
}

export interface Share {
  id: string
  advocate: string
  code: string
  channel: string
  at: Date
}

export interface Click {
  id: string
  share: Share
  visitor: string
  at: Date
}

export interface Purchase {
  id: string
  order: string
  person: string
  cart: number
  at: Date
  /** The click that referred the friend. Undefined: they were referred before. */
  click: Click | undefined
  fate: string
}

/** What continued a journey. */
export interface Touch {
  person: string
  role: Role
  reason: string
  code: string
  at: Date
}

/** The history before a first start, in the order of time. */
export interface History {
  people: Participant[]
  shares: Share[]
  clicks: Click[]
  purchases: Purchase[]
}

const MINUTE_MS = 60_000

/** Reads the history that ends at a time. */
export function readHistory(now: number): History {
  const columns: Columns = JSON.parse(source)
  const at = (ago: number) => new Date(now - ago * MINUTE_MS)
  const known = columns.people.first_name.length
  const idOf = (number: number) => `history-${number < known ? 'person' : 'visitor'}-${number + 1}`
  const codeOf = (number: number) => `${columns.people.first_name[number]}-${number + 1}`.toLowerCase()
  const shares = columns.shares.ago.map((ago, index) => {
    const advocate = columns.shares.advocate[index]!
    const person = { advocate: idOf(advocate), code: codeOf(advocate) }
    return { id: `history-share-${index + 1}`, ...person, channel: columns.shares.channel[index]!, at: at(ago) }
  })
  const clicks = columns.clicks.ago.map((ago, index) => ({
    ...{ id: `history-click-${index + 1}`, share: shares[columns.clicks.share[index]!]!, at: at(ago) },
    visitor: idOf(columns.clicks.visitor[index]!),
  }))
  const purchases = columns.purchases.ago.map((ago, index) => ({
    ...{
      id: `history-order-${index + 1}`,
      order: `H-${10_001 + index}`,
      person: idOf(columns.purchases.person[index]!),
    },
    ...{ cart: columns.purchases.cart[index]!, fate: columns.purchases.fate[index]!, at: at(ago) },
    click: clicks[columns.purchases.click[index] ?? -1],
  }))
  const firstTimes = new Map<string, Date>()
  for (const { person, at } of [
    ...shares.map(({ advocate, at }) => ({ person: advocate, at })),
    ...clicks.map(({ visitor, at }) => ({ person: visitor, at })),
  ])
    if (!firstTimes.has(person) || at < firstTimes.get(person)!) firstTimes.set(person, at)
  const people = Array.from({ length: known + columns.visitors }, (_, number) => ({
    ...{ id: idOf(number), profile: number < known ? profileOf(columns, number) : undefined },
    ...{ code: number < columns.advocates ? codeOf(number) : undefined, at: firstTimes.get(idOf(number)) ?? at(60) },
  }))
  return { people, shares, clicks, purchases }
}

function profileOf({ people }: Columns, number: number): Profile {
  const [first_name, last_name] = [people.first_name[number]!, people.last_name[number]!]
  const email = `${first_name}.${last_name}@example.com`.toLowerCase()
  return { first_name, last_name, email, partner_user_id: `cust-${3_001 + number}` }
}
