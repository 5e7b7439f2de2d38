import { expect, test } from 'vitest'
import { decideAdvocate, type PossibleLink } from '../../../../demo/platform/events/decide-advocate.js'

const time = new Date('2026-05-31T12:00:00Z')
const before = (days: number, ms = 0) => new Date(time.getTime() - days * 86_400_000 - ms)

const link = (source: PossibleLink['source'], advocate_id: string, clicked_at: Date | null = null): PossibleLink => ({
  ...{ source, advocate_id, clicked_at },
  code: `${source} of ${advocate_id}`,
})
const click = link('click', 'ada', before(29))
const ownClick = link('click', 'friend', before(1))
const advocateCode = link('advocate_code', 'grace')
const couponCode = link('coupon_code', 'joan')

const decide = (links: PossibleLink[], found_by: PossibleLink['source'][] = ['advocate_code', 'click']) =>
  decideAdvocate({ found_by, click_days: 30 }, { friendId: 'friend', time }, links)

test.each<[string, PossibleLink, PossibleLink[], PossibleLink['source'][]?]>([
  ['the first source of the program', advocateCode, [click, advocateCode]],
  ['the first source of another program', click, [click, advocateCode], ['click', 'advocate_code']],
  ['a source that has one', click, [click]],
  ['a source of the program only', click, [click, advocateCode, couponCode], ['click']],
  ['a coupon', couponCode, [couponCode, click], ['advocate_code', 'coupon_code', 'click']],
  ['somebody else before the own link', click, [click, link('advocate_code', 'friend')]],
  ['somebody else before the own link of the same source', click, [ownClick, click]],
  ['the own link if there is no other', ownClick, [ownClick, couponCode]],
  [
    'the first source of own links',
    link('advocate_code', 'friend'),
    [ownClick, link('advocate_code', 'friend'), link('click', 'ada', before(30))],
  ],
  [
    'a click just younger than click_days',
    link('click', 'ada', before(30, -1)),
    [link('click', 'ada', before(30, -1))],
  ],
])('the advocate of a friend is found by %s', (_, expected, links, found_by) => {
  expect(decide(links, found_by)).toMatchObject({ outcome: 'found', link: expected })
})

test('without an advocate, each source has the rule that refuses and the value that decided', () => {
  expect(decide([couponCode, link('click', 'ada', before(30))])).toEqual({
    outcome: 'none',
    missing: [
      { source: 'advocate_code', rule: 'link', value: null },
      { source: 'click', rule: 'click_days', value: before(30).toISOString() },
    ],
  })
})

test('an advocate comes with the reasons of the sources before', () => {
  const own = link('advocate_code', 'friend')
  expect(decide([own, click])).toEqual({
    ...{ outcome: 'found', link: click },
    missing: [{ source: 'advocate_code', rule: 'self', value: own.code }],
  })
})
