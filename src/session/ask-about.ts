import type { Client } from '../http/client.js'
import type { Answer } from '../http/send.js'

export const TOKEN_PATH = '/api/v5/token'

/** Asks the platform what a token stands for: `detailsIn` reads the answer. Apart from it, because a landing page asks before that code has come. */
export const askAbout = (client: Client, access_token: string): Promise<Answer> =>
  client.exchange({ method: 'GET', path: TOKEN_PATH, bearer: true }, access_token)
