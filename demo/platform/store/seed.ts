/** The public constants of the demo brand: nothing here is a secret, it only ever runs on this machine. */
export const demo = {
  clientId: 'juniper',
  sandboxClientId: 'juniper-sandbox',
  campaignId: 'give-20-get-20',
  programLabel: 'refer-a-friend',
  /** The HMAC key the shop signs its JWTs with: header `kid`, and the shared secret. */
  jwtKey: {
    kid: 'juniper-shop',
    alg: 'HS256',
    secret: 'juniper-demo-signing-secret-for-local-use-only-0123456789abcdefg',
  },
  /** The managed bearer token of the brand's backend, for the server API. */
  serverToken: 'juniper-backend-token',
  ada: {
    email: 'ada@example.com',
    first_name: 'Ada',
    last_name: 'Lovelace',
    partner_user_id: 'cust-1815',
    code: 'ada',
  },
  grace: { email: 'grace@example.com', first_name: 'Grace', last_name: 'Hopper', partner_user_id: 'cust-1906' },
} as const
