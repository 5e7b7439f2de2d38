import { expect, test } from 'vitest'
import { pages } from './pages.js'
import { COMMAND, screenshots } from './screenshots.js'
import { describeStories } from './story-cases.js'

describeStories('ltr')

test('every screenshot belongs to a story', () => {
  const names = pages.flatMap(({ stories }) => stories.map(({ name }) => name))
  const recorded = screenshots().map(file => file.split('.')[0]!)
  const advice = `delete the pictures of stories that do not exist; take missing pictures with ${COMMAND}`
  expect(new Set(recorded), advice).toEqual(new Set(names))
})
