import type { Consumer, Story } from './story.js'

export type { Consumer, Story } from './story.js'

/** Every widget in every state that it has: the `stories` of each file in this folder. */
export const stories: Story[] = Object.values(
  import.meta.glob<Story[]>(['./*.ts', '!./index.ts', '!./story.ts'], { eager: true, import: 'stories' }),
).flat()

/** The zone of a story. */
export const zoneOf = ({ name }: Story) => name.replace('/', '_')

export const groupOf = ({ name }: Story) => name.split('/')[0]!

export const groups = [...new Set(stories.map(groupOf))]

/** The story with this name, or the stories of this group that one page can show to such a consumer. */
export function storiesFor(name: string, consumer: Consumer): Story[] {
  const story = stories.find(each => each.name === name)
  if (story) return [story]
  return stories.filter(each => groupOf(each) === name && !each.ownPage && (each.consumer ?? consumer) === consumer)
}
