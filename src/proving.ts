import type { Consumer, ConsumerWatch } from './consumer.js'
import type { Client } from './http/client.js'
import type { RewardsError } from './http/error.js'
import { submitIdentify } from './identify-event.js'
import { once } from './once.js'
import type { Settings } from './options.js'
import type { Token } from './token/token.js'
import type * as Verification from './verify.js'

export interface ProvingHooks {
  settings: Settings
  client: Client
  token: Token
  consumer: ConsumerWatch
  /** What reads JWTs, fetched when there is one to read. */
  verification(): Promise<typeof Verification>
  /** Reads what the token in force is worth. */
  learn(): Promise<void>
  /** Reads it where nobody has yet. */
  learnHolder(): Promise<void>
  /** How many logouts this page has seen. */
  logouts(): number
  tell(error: unknown): void
}

export interface Proving {
  verify(jwt?: string): Promise<Consumer>
  /** The same with a proof of the host, once for all who need it. */
  verifyOnce(): Promise<Consumer>
  /** Never rejects: what goes wrong is told, and leaves the consumer as they are. */
  recognize(): Promise<Consumer>
  /** A fresh proof of the host; undefined where it cannot prove who the consumer is, which is told. */
  proof: (() => Promise<string | undefined>) | undefined
}

/** The host gets this long for a proof. */
const PROOF_MS = 30_000

export function createProving(hooks: ProvingHooks): Proving {
  const { client, token, consumer, verification, learn, learnHolder, logouts, tell } = hooks
  const { jwt } = hooks.settings
  const ask = jwt && once(async () => Promise.race([jwt(), tooLate()]), logouts)
  const verifyOnce = once(verify, logouts)

  async function verify(given?: string) {
    const since = logouts()
    const { unverifiedReason } = await verification()
    // What waits belongs to the person whose token this is: the proof may be another person's.
    await learnHolder()
    const proof = await freshProof(since, given)
    const before = token.current()
    await submitProof(proof)
    const after = token.current()
    // One that has taken its place was evaluated on arrival.
    if (after?.access_token === before?.access_token || !after?.scopes.length) await learn()
    const known = consumer.current()
    if (known.level !== 'verified') tell(client.error('not_verified', unverifiedReason(proof)))
    return known
  }

  /** A JWT to send. A logout meanwhile ends the call: the JWT would bring back the person who has left. */
  async function freshProof(since: number, given?: string) {
    const { fitProof } = await verification()
    const proof = await fitProof(ask, given)
    if (logouts() !== since) throw client.error('logged_out', 'Logged out')
    return proof
  }

  async function submitProof(jwt: string) {
    const held = token.current()
    try {
      await submitIdentify(client, {}, jwt)
    } catch (error) {
      // Where the answer is lost, the program's cookie may be the proved person's by now: what the page does goes with its own token.
      if (held && !(error as RewardsError).status) token.learn(held.access_token, { cookie: false })
      throw error
    }
  }

  async function proof() {
    try {
      return await freshProof(logouts())
    } catch (error) {
      tell(error)
      return undefined
    }
  }

  return {
    verify,
    verifyOnce,
    proof: ask && proof,
    recognize: once(async () => {
      try {
        const { level } = consumer.current()
        if (jwt && level !== 'verified') await verifyOnce()
        // Nobody else has been sent a mail.
        else if (level === 'identified') await learn()
      } catch (error) {
        tell(error)
      }
      return consumer.current()
    }, logouts),
  }
}

/** A host that never answers must not hold up every call, in every tab. */
const tooLate = () =>
  new Promise<never>((_, reject) => {
    setTimeout(() => reject(new TypeError('options.jwt does not answer')), PROOF_MS)
  })
