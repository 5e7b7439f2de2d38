import { RestError } from '../http/rest-error.js'

/**
 * What a person can be blocked for (specification 2.3). `EVENTS`: their events are refused, their clicks and zones are not recorded, and they
 * refer nobody anew. What they have earned is fulfilled. `REWARDS`: they earn rewards, but no reward is fulfilled.
 */
export const blockTypes = ['EVENTS', 'REWARDS'] as const

export type BlockType = (typeof blockTypes)[number]

/** The blocks of a person with their reasons. Both can stand side by side. `NONE` has the reason for which the last block ended. */
export type Blocks = Partial<Record<BlockType | 'NONE', string | null>>

interface Blockable {
  blocks: Blocks
}

export const isBlocked = ({ blocks }: Blockable, type: BlockType): boolean => Object.hasOwn(blocks, type)

/** The same for SQL: whether the person in the table `persons` is blocked. */
export const isBlockedInSql = (type: BlockType, persons = 'persons') => `${persons}.blocks ? '${type}'`

/** The error of an event whose person is blocked. */
export const eventsDenied = () => new RestError('access_denied', 'The person is blocked')

/** The blocks after a change. A type adds its block, `NONE` ends both. */
export function changeBlocks({ blocks }: Blockable, type: BlockType | 'NONE', reason: string | null): Blocks {
  if (type === 'NONE') return { NONE: reason }
  const { NONE: _, ...standing } = blocks
  return { ...standing, [type]: reason }
}

/** The blocks of a merged person: those of both, each with its reasons. */
export function mergeBlocks(source: Blockable, target: Blockable): Blocks {
  const types = blockTypes.filter(type => isBlocked(source, type) || isBlocked(target, type))
  if (types.length === 0) return target.blocks
  return Object.fromEntries(types.map(type => [type, joinReasons(target.blocks[type], source.blocks[type])]))
}

function joinReasons(...reasons: (string | null | undefined)[]): string | null {
  const given = new Set(reasons.filter(reason => typeof reason === 'string'))
  return given.size ? [...given].join('; ') : null
}
