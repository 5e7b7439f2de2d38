/** The platform takes no more at a time. */
export const MOST_RECIPIENTS = 100

export interface Recipients {
  addresses: string[]
  /** The first that is no address. */
  wrong: string | undefined
}

/** The addresses in what a person has written or pasted: between commas, semicolons, spaces or lines, each once, `Ada <ada@brand.com>` too. */
export function readRecipients(text: string): Recipients {
  const bare = text.replace(/[^,;<>\n]*<([^<>]*)>/g, '$1,')
  const addresses = [...new Set(bare.split(/[\s,;،、]+/).filter(Boolean))]
  return { addresses, wrong: addresses.find(address => !ADDRESS.test(address)) }
}

/** Only what can be no address for sure: the rest is for the platform to judge. */
const ADDRESS = /^[^\s@]{1,64}@[^\s@.]+(\.[^\s@.]+)+$/
