import { randomInt } from 'node:crypto'
import type { Product } from './products.js'

export interface Order {
  /** The order number. On the platform it is the `partner_conversion_id`. */
  number: string
  email: string
  /** Empty: the customer has no coupon. */
  couponCode: string
  product: Product
}

export interface Orders {
  place(email: string, product: Product, couponCode?: string): Order
  find(number: string | undefined): Order | undefined
}

/** Stores the orders in memory. */
export function createOrders(): Orders {
  const orders = new Map<string, Order>()
  return {
    place(email, product, couponCode = '') {
      const order = { number: newOrderNumber(), email, couponCode, product }
      orders.set(order.number, order)
      return order
    },
    find: number => orders.get(number ?? ''),
  }
}

/** Time and random digits. After a restart, the platform must not mistake a new order for an earlier one. */
const newOrderNumber = () => `J-${Date.now().toString(36)}-${randomInt(1e6).toString().padStart(6, '0')}`.toUpperCase()
