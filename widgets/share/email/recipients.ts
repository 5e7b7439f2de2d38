import { isEmail } from '../../kit/is-email.js'

/** The platform's limit for one call. */
export const MAX_RECIPIENTS = 100

export interface Recipients {
  addresses: string[]
  /** The first address that is not valid. */
  invalid: string | undefined
}

/** Reads addresses from a text: separated by commas, semicolons, spaces or line breaks, without repetitions. Also reads `Ada <ada@brand.com>`. */
export function parseRecipients(text: string): Recipients {
  const withoutNames = text.replace(/[^,;<>\n]*<([^<>]*)>/g, '$1,')
  const addresses = [...new Set(withoutNames.split(/[\s,;،、]+/).filter(Boolean))]
  return { addresses, invalid: addresses.find(address => !isEmail(address)) }
}
