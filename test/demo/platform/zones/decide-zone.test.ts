import { expect, test } from 'vitest'
import { type Conditions, viewerFrom } from '../../../../demo/platform/campaign/conditions.js'
import { decideZone } from '../../../../demo/platform/zones/decide-zone.js'

const viewer = viewerFrom({ labels: 'vip', locale: 'de' }, { level: 'identified', audiences: ['customers'] })

/** A zone in a campaign, with a creative for each of these conditions. */
const zone = (campaign_id: string, ...whens: Conditions[]) => ({
  campaign_id,
  content: { creatives: whens.map(when => ({ when, content_type: 'text/plain', content: JSON.stringify(when) })) },
})

test.each([
  ['its first creative whose conditions are met', [zone('spring', { locale: ['fr'] }, {}, {})], 'spring', 1],
  [
    'its first creative, although later ones say more about the viewer',
    [zone('spring', {}, { labels: ['vip'] }, { labels: ['vip'], locale: ['de'] })],
    ...['spring', 0],
  ],
  [
    'the creative of the first campaign that has one for the viewer',
    [zone('spring', { level: ['verified'] }), zone('autumn', { labels: ['vip'] }), zone('winter', {})],
    ...['autumn', 0],
  ],
  [
    'the creative of another campaign if a source is not valid',
    [{ campaign_id: 'spring', content: undefined }, zone('autumn', {})],
    ...['autumn', 0],
  ],
] as const)('a zone shows %s', (_, zones, campaignId, index) => {
  expect(decideZone([...zones], viewer)).toMatchObject({ outcome: 'shown', campaignId, index })
})

test('a zone that shows nothing says which condition hides each creative', () => {
  const zones = [
    zone('spring', { locale: ['fr'] }, { not_audience: ['customers'] }),
    zone('autumn', { labels: ['new'] }),
  ]
  expect(decideZone(zones, viewer)).toEqual({
    outcome: 'none',
    rule: 'conditions',
    hidden: [
      { campaignId: 'spring', index: 0, rule: 'locale', value: 'de' },
      { campaignId: 'spring', index: 1, rule: 'not_audience', value: 'customers' },
      { campaignId: 'autumn', index: 0, rule: 'labels', value: ['vip'] },
    ],
  })
})

test('a zone that shows a creative says which condition hides those before it', () => {
  expect(decideZone([zone('spring', { container: ['test'] }, {}, { labels: ['new'] })], viewer)).toMatchObject({
    creative: { content: '{}' },
    hidden: [{ campaignId: 'spring', index: 0, rule: 'container', value: 'production' }],
  })
})

test.each([
  ['no live version has', []],
  ['has no valid source', [{ campaign_id: 'spring', content: undefined }]],
  ['has no creatives', [zone('spring')]],
])('a zone that %s shows nothing', (_, zones) => {
  expect(decideZone(zones, viewer)).toEqual({ outcome: 'none', rule: 'no creative', hidden: [] })
})
