import { z } from 'zod'
import { TIME_FORMAT } from '../identity/account-time.js'

/** When a name in the data reaches the profile. */
const NAMES =
  'At most 50 characters. Stored in the profile of a new person; in that of a known one without such a name only from a backend or a JWT that verifies.'

/** A known key of an event's data, for the documents. `checkEvent` (check-event.ts) and `identityIn` (identity/identity-in-data.ts) check the values. */
const known = (type: 'string' | 'number' | 'object', description: string) =>
  z.unknown().optional().meta({ type, description })

/** The data of an event or zone: known keys, and any other keys for the rules and creatives of the program. */
export const eventData = z
  .looseObject({
    email: known('string', 'The email address of the person. Identifies an anonymous consumer.'),
    partner_user_id: known('string', 'Your own id of the person.'),
    first_name: known('string', `The first name. ${NAMES}`),
    last_name: known('string', `The last name. ${NAMES}`),
    partner_event_id: known(
      'string',
      'Your own id of the event, at most 200 characters. A second event of the consumer with the same name and id is not recorded. If it is proven and the first is not, it replaces the first, which keeps its event_id.',
    ),
    partner_conversion_id: known('string', 'Your order number, at most 38 characters.'),
    cart_value: known('number', 'The value of the cart.'),
    coupon_code: known('string', 'The redeemed coupon code.'),
    advocate_code: known('string', 'The code of the shareable that referred the person.'),
    event_time: known(
      'string',
      `The time of the event, from 1970 on and at most a day ahead. ${TIME_FORMAT} Default: when the platform receives it.`,
    ),
    labels: known('string', 'Labels for targeting.'),
    locale: known('string', 'The language of the consumer.'),
    container: known(
      'string',
      'A container for tests of the program: what happens in it counts within it only. Default: `production`.',
    ),
    polling_id: known('string', 'Your own id for polling the status of the reward.'),
  })
  .meta({ id: 'EventData', examples: [{ partner_conversion_id: 'J-1906', cart_value: 48 }] })
