import { describe, expect, test, vi } from 'vitest'
import { SOON } from '../../soon.js'
import { useLocalPlatform } from '../local-platform.js'
import { showOwn } from '../own-zone.js'
import { announcedIn, settled } from '../page.js'
import { useViewport } from '../viewport.js'

useViewport()
const local = useLocalPlatform()

const person = (rank: number | null, name: string | null, value: number, more: object = {}) => ({
  ...{ rank, name, value },
  ...more,
})
const GRACE = person(1, 'Grace H.', 12)
const CHARLES = person(2, 'Charles B.', 7)
const MARY = person(2, 'Mary S.', 7)
const ME = person(4, 'Ada L.', 3, { own: true })

const many = (count: number) => Array.from({ length: count }, (_, at) => person(at + 1, `Person ${at + 1}`, 900 - at))

async function show(rows: unknown, { ranks = {}, ...more }: { ranks?: object; [key: string]: unknown } = {}) {
  const problems: string[] = []
  local.rewards.addEventListener('error', ({ detail }) => problems.push(`${detail.code}: ${detail.message}`))
  const shown = await showOwn(local, { widget: 'leaderboard', ranks: { rows, ...ranks }, ...more })
  const textOf = (selector: string) => shown.root.querySelector(selector)?.textContent
  return { ...shown, textOf, problems }
}

/** The texts of the cells, of the parts of the table. */
const cells = (root: ShadowRoot) =>
  [...root.querySelectorAll('tbody')].map(body =>
    [...body.children].map(row => [...row.children].map(({ textContent }) => textContent).join(' | ')),
  )

test('the leaderboard is a table with ranks, names and values, and says whose row is that of the consumer', async () => {
  const { root, view, problems } = await show([GRACE, CHARLES, MARY, ME])
  expect(view.getByRole('heading').textContent).toBe('Leaderboard')
  expect(view.getByRole('table').getAttribute('aria-label')).toBe('Leaderboard')
  expect([...root.querySelectorAll('thead th')].map(({ textContent }) => textContent)).toEqual([
    'Rank',
    'Name',
    'Friends',
  ])
  expect([...root.querySelectorAll('thead th')].map(cell => cell.getAttribute('scope'))).toEqual(['col', 'col', 'col'])
  expect(cells(root)).toEqual([['1 | GGrace H. | 12', '2 | CCharles B. | 7', '2 | MMary S. | 7', '4 | AAda L.You | 3']])
  const own = root.querySelectorAll('[aria-current]')
  expect([...own].map(row => [row.getAttribute('aria-current'), row.getAttribute('part')])).toEqual([
    ['true', 'row own'],
  ])
  expect(own[0]!.querySelector('th')!.getAttribute('scope')).toBe('row')
  expect([...root.querySelectorAll('[part~=rank]')].map(each => each.getAttribute('part'))).toEqual([
    ...['rank gold', 'rank silver', 'rank silver', 'rank '],
  ])
  expect(problems).toEqual([])
})

test.each([
  ['referrals', undefined, 'Friends'],
  ['rewards', undefined, 'Rewards'],
  ['planted_tree', undefined, 'Total'],
  ['planted_tree', 'Trees', 'Trees'],
])('the values of %s with the title %j are called %s', async (counts, value_text, title) => {
  const { textOf } = await show([GRACE], { counts, value_text })
  expect(textOf('thead th:last-child')).toBe(title)
})

test('the period says when it ends', async () => {
  const month = await show([GRACE], { period: 'month', ranks: { ends_at: '2026-11-30' } })
  expect(month.textOf('[part=period]')).toBe('This monthEnds on November 30, 2026')
  const all = await show([GRACE], { period: 'all' })
  expect(all.textOf('[part=period]')).toBe('All time')
  const none = await show([GRACE], { ranks: { ends_at: '2026-11-30' } })
  expect(none.textOf('[part=period]')).toBeUndefined()
})

test('ranks and values are written as in the locale', async () => {
  const ranks = { rows: [GRACE, { ...ME, rank: 4_512, value: 1_250 }] }
  const { root } = await showOwn(local, { widget: 'leaderboard', ranks }, { data: { locale: 'de' } })
  expect(cells(root)).toEqual([['1 | GGrace H. | 12'], ['4.512 | AAda L.Du | 1.250']])
})

describe('the row of the consumer', () => {
  test('is apart if ranks are missing above it', async () => {
    const { root } = await show([GRACE, CHARLES, { ...ME, rank: 4_512 }])
    expect(cells(root)).toEqual([['1 | GGrace H. | 12', '2 | CCharles B. | 7'], ['4,512 | AAda L.You | 3']])
    expect([...root.querySelectorAll('tbody')].map(body => body.getAttribute('part'))).toEqual([null, 'apart'])
  })

  test('is not apart at the next place, or at a shared one', async () => {
    for (const rank of [3, 2]) expect(cells((await show([GRACE, CHARLES, { ...ME, rank }])).root)).toHaveLength(1)
  })

  test('has no rank yet, which a screen reader says', async () => {
    const { root } = await show([GRACE, { ...ME, rank: null, value: 0 }])
    expect(cells(root)).toEqual([['1 | GGrace H. | 12'], ['–No rank yet | AAda L.You | 0']])
    expect(root.querySelector('[part~=own] [aria-hidden]')!.textContent).toBe('–')
  })

  test('stays visible below a long list, and takes its place when the list is shown down to it', async () => {
    const rows = many(45)
    const { root, view } = await show([...rows.slice(0, 30), person(31, 'Me', 500, { own: true }), ...rows.slice(31)])
    expect(cells(root).map(({ length }) => length)).toEqual([20, 1])
    view.getByRole('button', { name: 'Show more' }).click()
    await expect.poll(() => cells(root).map(({ length }) => length)).toEqual([40])
    expect(cells(root)[0]![30]).toBe('31 | MMeYou | 500')
    expect(root.activeElement).toBe(root.querySelectorAll('tbody tr')[20])
    view.getByRole('button', { name: 'Show more' }).click()
    await expect.poll(() => cells(root).map(({ length }) => length)).toEqual([45])
    expect(view.queryByRole('button')).toBeNull()
    expect(root.activeElement).toBe(root.querySelectorAll('tbody tr')[40])
  })

  test('is nothing more to show', async () => {
    const { root, view } = await show([...many(20), person(97, 'Me', 1, { own: true })])
    expect(cells(root).map(({ length }) => length)).toEqual([20, 1])
    expect(view.queryByRole('button')).toBeNull()
  })

  test('may have no name', async () => {
    const { root } = await show([person(1, null, 12), person(2, null, 3, { own: true })])
    expect(cells(root)).toEqual([['1 | AA member | 12', '2 | AYou | 3']])
  })
})

test('a picture that cannot be loaded shows the initial, and a dangerous one is no picture', async () => {
  const { root } = await show([
    { ...GRACE, image_url: 'https://brand.example/grace.jpg' },
    { ...CHARLES, image_url: 'javascript:alert(1)' },
  ])
  const [image, ...others] = [...root.querySelectorAll('img')]
  expect([image!.getAttribute('src'), image!.alt, others]).toEqual(['https://brand.example/grace.jpg', '', []])
  // Its host need not know on which page it is seen.
  expect(image!.getAttribute('referrerpolicy')).toBe('no-referrer')
  image!.dispatchEvent(new Event('error'))
  expect(image!.hidden).toBe(true)
})

describe('while nobody is ranked, the leaderboard', () => {
  test.each([undefined, null, { rows: [] }])('says so: %j', async ranks => {
    const { root, view, problems } = await show([], {
      ranks: undefined,
      ...(ranks !== undefined && { ranks: ranks as object }),
    })
    view.getByText('Nobody is ranked yet. You can be the first.')
    expect(root.querySelector('table')).toBeNull()
    expect(problems).toEqual([])
  })

  test('says what the content says, and shows the consumer', async () => {
    const { root, view } = await show([{ ...ME, rank: null, value: 0 }], { empty_text: 'Plant the first tree.' })
    view.getByText('Plant the first tree.')
    expect(cells(root)).toEqual([['–No rank yet | AAda L.You | 0']])
    expect(root.querySelector('[part=apart]')).toBeNull()
  })
})

describe('the choice whether others see the consumer', () => {
  const chosen = async (email: string) => {
    const [row] = await local.platform.db.query<{ value: unknown }>(
      `select value from parameters join persons using (person_id) where email = $1 and name = 'leaderboard_opt_in'`,
      [email],
    )
    return row?.value
  }

  test('is not there if nobody has asked', async () => {
    expect((await show([ME])).view.queryByRole('checkbox')).toBeNull()
  })

  test.each([true, false])('is stored: not %j', async opted_in => {
    const { view, actions, email, problems } = await show([ME], { ranks: { opted_in } })
    const box = view.getByRole<HTMLInputElement>('checkbox', {
      name: /^Show others my first name.* picture and my results on every leaderboard of the/,
    })
    expect(box.checked).toBe(opted_in)
    expect(view.getByRole('status').textContent).toBe('')
    box.click()
    await view.findByText(opted_in ? 'Only you can see your row.' : 'Others can see you.')
    expect(box.checked).toBe(!opted_in)
    expect(await chosen(email)).toBe(!opted_in)
    expect(actions).toEqual([{ action: opted_in ? 'opt_out' : 'opt_in', outcome: 'done' }])
    expect(problems).toEqual([])
  })

  test('is as before if it cannot be stored', async () => {
    const { view, actions, email } = await show([ME], { ranks: { opted_in: false } })
    await local.platform.db.query(
      `insert into parameters (person_id, name, value, type, set_by_backend, updated_at)
       select person_id, 'leaderboard_opt_in', 'false', 'CLIENT', true, now() from persons where email = $1`,
      [email],
    )
    const box = view.getByRole<HTMLInputElement>('checkbox')
    box.click()
    await view.findByText('We couldn’t save your choice. Try again.')
    expect(box.checked).toBe(false)
    expect(actions).toEqual([{ action: 'opt_in', outcome: 'failed' }])
    const region = view.getByRole('status')
    const said = announcedIn(region)
    box.click()
    await vi.waitUntil(() => actions.length === 2 && region.textContent, SOON)
    await settled()
    expect(said).toEqual(['', 'We couldn’t save your choice. Try again.'])
    await local.platform.db.query(`delete from parameters where name = 'leaderboard_opt_in'`)
    box.click()
    await view.findByText('Others can see you.')
    expect(await chosen(email)).toBe(true)
  })

  test('waits for the one before', async () => {
    const { view, email } = await show([ME], { ranks: { opted_in: false } })
    const box = view.getByRole<HTMLInputElement>('checkbox')
    box.click()
    box.click()
    await view.findByText('Others can see you.')
    expect(box.checked).toBe(true)
    expect(await chosen(email)).toBe(true)
  })
})

test.each(['anonymous', 'identified'] as const)('somebody %s sees how to verify without ranks', async level => {
  const { root, view } = await showOwn(local, { widget: 'leaderboard', ranks: null }, { level })
  await view.findByText('Confirm your email address to see this content.')
  expect(root.querySelector('table')).toBeNull()
})

test('somebody who is not verified sees the ranks that the platform sends', async () => {
  const content = { widget: 'leaderboard', ranks: { rows: [GRACE, CHARLES] } }
  const { root } = await showOwn(local, content, { level: 'identified' })
  expect(cells(root)).toEqual([['1 | GGrace H. | 12', '2 | CCharles B. | 7']])
  expect(root.querySelector('input')).toBeNull()
})

test('ranks of a wrong type are reported', async () => {
  const { problems, view } = await show('Ada')
  await view.findByText('Nobody is ranked yet. You can be the first.')
  expect(problems).toEqual([
    expect.stringMatching(/^unsupported_content: .*ranks must be an object with rows, a list$/),
  ])
})

test('a text in place of ranks is reported, as that of a platform that has not filled them in', async () => {
  const problems: string[] = []
  local.rewards.addEventListener('error', ({ detail }) => problems.push(`${detail.code}: ${detail.message}`))
  const { view } = await showOwn(local, { widget: 'leaderboard', ranks: 'Not filled in' })
  await view.findByText('Nobody is ranked yet. You can be the first.')
  expect(problems).toEqual([expect.stringMatching(/^unsupported_content: .*a list; got "Not filled in"$/)])
})
