import type { Platform } from '../../../../demo/platform/index.js'
import { signJwt } from '../../../proof.js'
import { sendTo } from '../use-platform.js'

/** Whether a JWT of the shop verifies: its key is a secret in the database. */
export async function verifies(platform: Platform): Promise<boolean> {
  const json = { jwt: await signJwt({ email: 'ada@example.com' }) }
  return (await sendTo(platform, '/v5/token', { json })).status === 200
}
