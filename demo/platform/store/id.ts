import { createHash, randomBytes, randomInt } from 'node:crypto'

/** An identifier nobody can guess or count by. */
export const newId = () => randomBytes(10).toString('hex')

/** A secret for the one who holds it: token strings, links in mails. */
export const newSecret = () => randomBytes(24).toString('base64url')

/** What is kept of a secret. */
export const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex')

/** Letters and digits that are hard to mistake for one another when a code is read aloud. */
const READABLE = 'abcdefghjkmnpqrstuvwxyz23456789'

export const newCode = () => Array.from({ length: 8 }, () => READABLE[randomInt(READABLE.length)]).join('')
