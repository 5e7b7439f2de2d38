export interface Customer {
  /** What the shop's own books call them, and so the platform's `partner_user_id`. */
  number: string
  email: string
  first_name: string
}

const customers: Customer[] = [
  { number: 'cust-1815', email: 'ada@example.com', first_name: 'Ada' },
  { number: 'cust-1906', email: 'grace@example.com', first_name: 'Grace' },
]

/** Of everybody. The sign-in page says it: nothing is to be had here. */
export const PASSWORD = 'a-garden-path'

/** The customer with that address, if the password is theirs. */
export const signIn = (email: string, password: string): Customer | undefined =>
  password === PASSWORD ? customers.find(customer => customer.email === email.trim().toLowerCase()) : undefined
