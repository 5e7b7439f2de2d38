import type { Placeholder } from './placeholder.js'
import { widgetsIn } from './widget-content.js'

interface NeededData {
  /** The widget shows nothing of the consumer without one of these keys. */
  keys: string[]
  /** What the first key begins with. Undefined: the marketer must write it. */
  placeholder?: Placeholder
}

/** The data of widgets that read none themselves. Without them, such a widget says that the consumer has nothing. */
const NEEDED: Record<string, NeededData> = {
  rewards: { keys: ['rewards'], placeholder: '{{rewards}}' },
  stats: { keys: ['totals', 'series'], placeholder: '{{totals}}' },
  leaderboard: { keys: ['ranks'], placeholder: '{{ranks}}' },
  tiers: { keys: ['current', 'goals'], placeholder: '{{friends}}' },
  journey: { keys: ['goals'] },
}

/** The key of a widget with which the form begins, and its placeholder. */
export function firstData(widget: string): [key: string, placeholder: Placeholder] | undefined {
  const { keys: [key] = [], placeholder } = needOf(widget) ?? {}
  return key !== undefined && placeholder ? [key, placeholder] : undefined
}

/** A sentence for each widget of a content that lacks its data. */
export const missingData = (content: unknown): string[] =>
  widgetsIn(content).flatMap(({ content }) => {
    const { keys, placeholder } = needOf(content.widget) ?? { keys: [] }
    if (!keys.length || keys.some(key => hasData(content[key]))) return []
    const line = placeholder ? `"${keys[0]}": "${placeholder}"` : keys[0]
    return [`The widget ${content.widget} has no ${keys.join(' or ')}: everybody sees it empty. Add ${line}.`]
  })

const hasData = (value: unknown) => (Array.isArray(value) ? value.length > 0 : value !== undefined && value !== null)

const needOf = (widget: unknown): NeededData | undefined =>
  typeof widget === 'string' && Object.hasOwn(NEEDED, widget) ? NEEDED[widget] : undefined
