import { access } from './tables/access.js'
import { events } from './tables/events.js'
import { persons } from './tables/persons.js'
import { programs } from './tables/programs.js'
import { rewards } from './tables/rewards.js'

/**
 * The tables of the platform, in an order in which each refers only to earlier ones. The platform creates ids and times,
 * not the database. A person without email and partner_user_id is an anonymous consumer. Only hashes of tokens are stored,
 * so that a stolen table grants no access.
 */
export const schema = [programs, persons, access, events, rewards].join('\n')
