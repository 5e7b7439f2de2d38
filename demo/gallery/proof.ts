import { demo } from '../platform/index.js'
import { proofOf } from '../shop/account/proof.js'

/** What the shop would sign for the one whom the platform knows, once they have signed in. */
export const signProof = (): Promise<string> =>
  proofOf({ email: demo.ada.email, number: demo.ada.partner_user_id }, demo.jwtKey)
