export { createDelivery } from './delivery.js'
export { countStoredEvents } from './stored-events.js'
