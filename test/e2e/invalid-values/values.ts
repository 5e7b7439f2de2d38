// Values that JSON cannot hold, as a component of a customer may pass them.

export const KINDS = ['bigint', 'cycle', 'getter', 'symbol'] as const

export type Kind = (typeof KINDS)[number]

/** Two values of a kind that have different content. Each call creates the value anew. */
export function createValue(kind: Kind, version: number): unknown {
  if (kind === 'bigint') return BigInt(version)
  if (kind === 'symbol') return Symbol(version)
  if (kind === 'cycle') {
    const value: Record<string, unknown> = { version }
    value.self = value
    return value
  }
  return {
    version,
    get total() {
      throw new Error('Not ready')
    },
  }
}

/** How often the function of a resource was called. */
const loads = new Map<Kind, number>()

/** The function of a resource, which needs no platform. */
export async function load(kind: Kind): Promise<number> {
  const count = (loads.get(kind) ?? 0) + 1
  loads.set(kind, count)
  return count
}
