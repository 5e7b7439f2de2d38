/** The levels of a consumer (specification 3.1), lowest first. */
export const levels = ['anonymous', 'identified', 'verified'] as const

export type Level = (typeof levels)[number]

/** The levels in a text. */
export const levelsInWords = `${levels.slice(0, -1).join(', ')} or ${levels.at(-1)}`

export const consumerScopes = ['LOCAL_PROFILE', 'UPDATE_PROFILE', 'VERIFIED_CONSUMER'] as const

/** The scopes of a consumer token by level. */
export const scopesOf: Record<Level, string[]> = {
  anonymous: ['LOCAL_PROFILE'],
  identified: ['LOCAL_PROFILE', 'UPDATE_PROFILE'],
  verified: [...consumerScopes],
}

export function levelOf(scopes: string[]): Level {
  if (scopes.includes('VERIFIED_CONSUMER')) return 'verified'
  return scopes.includes('UPDATE_PROFILE') ? 'identified' : 'anonymous'
}

export const isAtLeast = (level: Level, minimumLevel: Level) => levels.indexOf(level) >= levels.indexOf(minimumLevel)
