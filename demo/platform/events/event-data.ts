import { z } from 'zod'

/** A key of an event's data that may hold anything, and means something if it is of this kind. */
const known = (type: 'string' | 'number' | 'object', description: string) =>
  z.unknown().optional().meta({ type, description })

/** What an event or a zone is told: keys that the platform knows, and whatever else the program's rules and creatives read. */
export const eventData = z
  .looseObject({
    email: known('string', 'Who it is about, by address. Makes an anonymous consumer identified.'),
    partner_user_id: known('string', 'Who it is about, by your own id of them.'),
    first_name: known('string', 'Kept in the profile of a person who has none.'),
    last_name: known('string', 'Kept in the profile of a person who has none.'),
    partner_event_id: known(
      'string',
      'Your own id of what happened, at most 200 characters: sent again, nothing is recorded twice.',
    ),
    partner_conversion_id: known('string', 'Your number of the order, at most 38 characters.'),
    cart_value: known('number', 'What was bought for.'),
    coupon_code: known('string', 'The code that was redeemed.'),
    advocate_code: known('string', 'Whose recommendation it came by: the code of a shareable.'),
    event_time: known('string', 'When it happened, in ISO 8601. Default: now.'),
    labels: known('string', 'For targeting: what the zone or the event is about.'),
    locale: known('string', 'The language the consumer reads.'),
    container: known('string', 'Where it counts: `production` unless told otherwise.'),
    polling_id: known('string', 'An id of your making, by which the reward’s status can be asked.'),
  })
  .meta({ id: 'EventData', examples: [{ partner_conversion_id: 'J-1906', cart_value: 48 }] })
