import { createHash, randomBytes, randomInt } from 'node:crypto'

/** Creates a random id. */
export const newId = () => randomBytes(10).toString('hex')

/** Creates a secret for tokens and for links in mails. */
export const newSecret = () => randomBytes(24).toString('base64url')

/** The hash of a secret for storage. */
export const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex')

/** Letters and digits that are not easily confused when a code is read aloud. */
const READABLE = 'abcdefghjkmnpqrstuvwxyz23456789'

export const newCode = () => Array.from({ length: 8 }, () => READABLE[randomInt(READABLE.length)]).join('')
