export interface Customer {
  /** The customer number. On the platform it is the `partner_user_id`. */
  number: string
  email: string
  first_name: string
}

const customers: Customer[] = [
  { number: 'cust-1815', email: 'ada@example.com', first_name: 'Ada' },
  { number: 'cust-1906', email: 'grace@example.com', first_name: 'Grace' },
]

/** The password of all customers. The sign-in page shows it, because the demo has nothing to protect. */
export const PASSWORD = 'a-garden-path'

/** Returns the customer with this email address if the password is right. */
export const findCustomer = (email: string, password: string): Customer | undefined =>
  password === PASSWORD ? customers.find(customer => customer.email === email.trim().toLowerCase()) : undefined
