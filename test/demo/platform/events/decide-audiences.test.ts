import { expect, test } from 'vitest'
import { viewerFrom } from '../../../../demo/platform/campaign/conditions.js'
import { decideAudiences } from '../../../../demo/platform/events/decide-audiences.js'

const viewer = viewerFrom({ stars: 3 }, { level: 'identified', audiences: ['customers'] })

test('a step joins each of its audiences whose conditions are met, and the others say which is not', () => {
  const audiences = {
    reviewers: { step: 'reviewed', when: {} },
    fans: { step: 'reviewed', when: { data: { stars: { min: 4 } } } },
    customers: { step: 'reviewed', when: { audience: ['customers'] } },
    new: { step: 'reviewed', when: { not_audience: ['customers'] } },
    // An audience that the same step joins counts from the next step on.
    regulars: { step: 'reviewed', when: { audience: ['reviewers'] } },
    buyers: { step: 'purchase', when: {} },
    members: { when: {} },
  }
  expect(decideAudiences(audiences, 'reviewed', viewer)).toEqual([
    { audience: 'reviewers', outcome: 'joined' },
    { audience: 'fans', outcome: 'none', rule: 'data.stars', value: 3 },
    { audience: 'customers', outcome: 'joined' },
    { audience: 'new', outcome: 'none', rule: 'not_audience', value: 'customers' },
    { audience: 'regulars', outcome: 'none', rule: 'audience', value: ['customers'] },
  ])
})
