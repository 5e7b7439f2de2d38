import { demo } from '../platform/index.js'
import { signCustomerJwt } from '../shop/account/jwt.js'

/** Signs a JWT for the person of the stories. */
export const signJwt = (): Promise<string> =>
  signCustomerJwt({ email: demo.ada.email, number: demo.ada.partner_user_id }, demo.jwtKey)
