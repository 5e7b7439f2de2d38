import type { Consumer, Story } from './story.js'

export type { Consumer, Story } from './story.js'

/** Every widget in every state that it has: the `stories` of each file in this folder. */
export const stories: Story[] = Object.values(
  import.meta.glob<Story[]>(['./*.ts', '!./index.ts', '!./story.ts'], { eager: true, import: 'stories' }),
).flat()

/** The zone that a story is told in. */
export const zoneOf = ({ name }: Story) => name.replace('/', '_')

export const groupOf = ({ name }: Story) => name.split('/')[0]!

export const groups = [...new Set(stories.map(groupOf))]

/** The story of that name, or all of a group that such a consumer can see at once. */
export function storiesCalled(name: string, consumer: Consumer): Story[] {
  const story = stories.find(each => each.name === name)
  if (story) return [story]
  return stories.filter(each => groupOf(each) === name && !each.alone && (each.consumer ?? consumer) === consumer)
}
