export { createOutbox } from './outbox.js'
export { createQueue } from './queue.js'
export { submit } from './submit.js'
