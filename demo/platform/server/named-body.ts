import { z } from 'zod'
import { eventData } from '../events/event-data-docs.js'
import type { BodyShape } from '../http/body.js'

/** The body of an event or zone with its name and its data. The brand's backend needs no JWT to name a person. */
export const namedBody = {
  schema: z
    .strictObject({
      event_name: z.string().optional().describe('The name of the event or zone.'),
      data: eventData.default({}),
    })
    .meta({ examples: [{ event_name: 'confirmation', data: { email: 'grace@example.com' } }] }),
} satisfies BodyShape
