import { access } from './access.js'
import { events } from './events.js'
import { persons } from './persons.js'
import { programs } from './programs.js'
import { rewards } from './rewards.js'

/** In an order in which each table refers only to earlier ones. */
export const firstTables = [programs, persons, access, events, rewards].join('\n')
