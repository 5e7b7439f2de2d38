/** Names of what nobody may read later: whoever has the value could act as the person. */
const SECRETS = ['access_token', 'jwt', 'token']

/** A copy of data for storage, without tokens and JWTs at any depth. */
export const withoutSecrets = <T>(data: T): T =>
  JSON.parse(JSON.stringify(data), (key, value) => (SECRETS.includes(key) ? undefined : value))
