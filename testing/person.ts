import type { AudienceMembership, Consumer, Journey, Referral, Reward, Share, Shareable, Step } from '../src/api.js'

type Level = Consumer['level']

/** Who the consumer is, and what the platform knows about them. */
export interface TestConsumer {
  /** Default `anonymous`. */
  level?: Level | undefined
  email?: string | undefined
  first_name?: string | undefined
  last_name?: string | undefined
  partner_user_id?: string | undefined
  profile_picture_url?: string | undefined
  cookie_consent?: 'granted' | 'denied' | undefined
  processing_consent?: 'granted' | 'denied' | undefined
  parameters?: Record<string, unknown> | undefined
  rewards?: Reward[] | undefined
  /** The friends whom the consumer has referred. */
  referrals?: Referral[] | undefined
  /** The advocates who have referred the consumer. */
  referralsToMe?: Referral[] | undefined
  shareables?: Shareable[] | undefined
  shares?: Share[] | undefined
  journeys?: Journey[] | undefined
  steps?: Step[] | undefined
  audienceMemberships?: AudienceMembership[] | undefined
}

/** A person of the platform. The same object for all tokens of that person. */
export interface Person extends TestConsumer {
  id: string
  level: Level
  shareables: Shareable[]
  parameters: Record<string, unknown>
}

export const LEVELS: Level[] = ['anonymous', 'identified', 'verified']

export const hasLevel = (person: Person, needed: Level): boolean =>
  LEVELS.indexOf(person.level) >= LEVELS.indexOf(needed)

/** Each level has those before it, too. */
const SCOPES = ['LOCAL_PROFILE', 'UPDATE_PROFILE', 'VERIFIED_CONSUMER']

export const scopesOf = ({ level }: Person): string[] => SCOPES.slice(0, LEVELS.indexOf(level) + 1)

export interface Claims {
  email?: unknown
  partner_user_id?: unknown
  first_name?: unknown
  last_name?: unknown
}

/** The fields of a profile that claims can set. */
const CLAIMED = ['email', 'partner_user_id', 'first_name', 'last_name'] as const

/** Whether the claims name somebody. */
export const namesPerson = ({ email, partner_user_id }: Claims): boolean => Boolean(email || partner_user_id)

/** Whether the claims name another person than the one who is known. As on the platform, the email address decides, if both have one. */
export function namesAnother(person: Person, { email, partner_user_id }: Claims): boolean {
  if (email && person.email) return String(email).toLowerCase() !== person.email.toLowerCase()
  return Boolean(partner_user_id && person.partner_user_id && String(partner_user_id) !== person.partner_user_id)
}

/** Applies what an event or a JWT says about a person. */
export function applyClaims(person: Person, claims: Claims): void {
  for (const name of CLAIMED) if (claims[name]) person[name] = String(claims[name])
  if (namesPerson(claims) && person.level === 'anonymous') person.level = 'identified'
}
