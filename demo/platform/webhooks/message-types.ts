/** The type of a message about a recorded event. */
export const EVENT_RECORDED = 'event.recorded'

/** The type of a message that only tests a webhook. Every webhook receives it. */
export const TEST = 'webhook.test'
