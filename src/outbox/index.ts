export { createDelivery } from './delivery.js'
