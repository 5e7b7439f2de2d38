import { randomInt } from 'node:crypto'
import type { Product } from './products.js'

export interface Order {
  /** What the shop's own books call it, and so the platform's `partner_conversion_id`. */
  number: string
  email: string
  product: Product
}

export interface Orders {
  place(email: string, product: Product): Order
  find(number: string | undefined): Order | undefined
}

/** The shop's order book, as long as the process lives. */
export function createOrders(): Orders {
  const orders = new Map<string, Order>()
  return {
    place(email, product) {
      const order = { number: freshNumber(), email, product }
      orders.set(order.number, order)
      return order
    },
    find: number => orders.get(number ?? ''),
  }
}

/** Random as well as dated: the program must not take the first order after a restart for one it already knows. */
const freshNumber = () => `J-${Date.now().toString(36)}-${randomInt(1e6).toString().padStart(6, '0')}`.toUpperCase()
