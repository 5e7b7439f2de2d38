import { expect, test } from 'vitest'
import { decidePublish, type PublishDecision } from '../../../../demo/platform/campaign/make-live.js'

const published_date = new Date(0)
/** Version 3 is a draft, version 2 is live. */
const versions = [
  { version: 3, published_date: null },
  { version: 2, published_date },
  { version: 1, published_date },
]

test.each<[string, PublishDecision, number, number | undefined]>([
  ['a draft that is newer than the live version is published', { outcome: 'publish' }, 3, 2],
  ['an older version is published again', { outcome: 'publish again' }, 1, 2],
  ['the live version is refused', { outcome: 'none', rule: 'live', version: 2 }, 2, 2],
  ['a user who has seen another live version is asked again', { outcome: 'none', rule: 'newer', version: 2 }, 3, 1],
  [
    'a user who has seen another version than the one that is live is asked again, also for that one',
    { outcome: 'none', rule: 'newer', version: 2 },
    2,
    1,
  ],
  ['a user who has seen no live version is asked again', { outcome: 'none', rule: 'newer', version: 2 }, 3, undefined],
])('%s', (_, decision, version, replaced) => {
  expect(decidePublish(versions, { version, replaced })).toEqual(decision)
})

test('the first version of a campaign is published', () => {
  expect(decidePublish(versions.slice(0, 1), { version: 3, replaced: undefined })).toEqual({ outcome: 'publish' })
})
