import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { ScriptRewards } from '../../../src/api.js'
import { newestMail } from '../../mails.js'
import { proofOf } from '../../proof.js'
import { SOON } from '../../soon.js'
import { openBarePage } from '../bare-page.js'
import { useDemo } from '../demo.js'
import { focused, tabThrough } from './focused.js'
import { PAYLOADS } from './payloads.js'
import { type Content, fillZones } from './zone-content.js'

const visit = useDemo()

/** A page with these zones, before somebody who has proved that they are `email`, or whom nobody knows. */
async function open(zones: Record<string, Content>, email?: string) {
  const visitor = await visit.newVisitor({
    viewport: { width: 800, height: 900 },
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  const { page } = visitor
  await fillZones(page, visit.demo, zones)
  await openBarePage(page, visit.demo)
  const proof = email && (await proofOf({ email }))
  await page.evaluate(
    async ([names, proof]) => {
      if (proof) await (window.rewards as ScriptRewards).verify(proof)
      for (const name of names) document.body.append(Object.assign(document.createElement('rewards-zone'), { name }))
    },
    [Object.keys(zones), proof] as const,
  )
  return visitor
}

const tree = (page: Page) => page.locator('rewards-zone').ariaSnapshot()

describe('the verification by email', () => {
  test('works by keyboard, and ends by itself when another tab has confirmed', async () => {
    const { page, context, complaints } = await open({ confirm: { widget: 'verify' } })
    await page.getByRole('button', { name: 'Email me a link' }).waitFor()
    expect(await tree(page)).toMatchInlineSnapshot(`
      "- heading "Confirm your email address" [level=2]
      - paragraph: We’ll email you a link. After you confirm your address, you’ll see your information here.
      - textbox "Your email address"
      - button "Email me a link"
      - status
      - status"
    `)
    await tabThrough(page, 2)
    await page.keyboard.press('Enter')
    await page.getByText('Enter a valid email address.').waitFor()
    expect(await focused(page)).toBe('Your email address')
    await page.keyboard.type('joan@example.com')
    await page.keyboard.press('Enter')
    await page.getByText('Waiting for your confirmation').waitFor()
    expect(await tree(page)).toMatchInlineSnapshot(`
      "- heading "Confirm your email address" [level=2]
      - paragraph: We sent an email to ⁨joan@example.com⁩.
      - list:
        - listitem: Open the email here or on your phone.
        - listitem: Follow the link and confirm your address.
        - listitem: Come back to this page. It updates automatically.
      - paragraph: Waiting for your confirmation
      - paragraph: Didn’t get the email? Check your spam folder.
      - button "Use a different email"
      - status: We sent an email to ⁨joan@example.com⁩."
    `)
    expect(await tabThrough(page, 1)).toEqual(['Use a different email'])

    const mails = await context.newPage()
    await mails.goto((await newestMail(visit.demo.platform)).link)
    await mails.getByRole('button').click()
    await mails.getByText('Thank you').first().waitFor()

    await page.getByRole('heading', { name: 'Your email address is confirmed.' }).waitFor(SOON)
    expect(await tree(page)).toMatchInlineSnapshot(`
      "- heading "Your email address is confirmed." [level=2]
      - status: Your email address is confirmed."
    `)
    expect(await page.evaluate(() => document.activeElement?.localName)).toBe('rewards-zone')
    expect(complaints).toEqual([])
  })
})

describe('a dashboard', () => {
  const GOALS = [{ title: 'Bring friends', reward_text: 'A planter', current: 0, target: 3 }]
  const DASHBOARD = {
    widget: 'stack',
    items: [
      { title: 'Goals', widget: 'journey', goals: GOALS },
      { title: 'You', widget: 'profile', fields: ['first_name'] },
    ],
  }

  test('consists of headings, lists, progress bars and fields for assistive technology', async () => {
    const { page, complaints } = await open({ mine: DASHBOARD }, 'ida@example.com')
    await page.getByLabel('First name').waitFor()
    expect(await tree(page)).toMatchInlineSnapshot(`
      "- region "Goals":
        - heading "Goals" [level=2]
        - list "Your goals":
          - listitem:
            - text: Bring friends 0 of 3
            - progressbar "Bring friends"
            - paragraph: A planter
      - region "You":
        - heading "You" [level=2]
        - form "Your profile":
          - text: First name
          - textbox "First name"
          - button "Save"
          - status
        - group: Data stored in this browser"
    `)
    expect(await tabThrough(page, 1)).toEqual(['First name'])
    await page.keyboard.type('Ida')
    await page.keyboard.press('Enter')
    await page.getByRole('status').filter({ hasText: 'Saved' }).waitFor(SOON)
    expect(await tabThrough(page, 2)).toEqual(['Save', 'Data stored in this browser'])
    await page.keyboard.press('Space')
    await page.getByRole('button', { name: 'Delete this data' }).waitFor()
    await tabThrough(page, 1)
    await page.keyboard.press('Space')
    const sure = page.getByRole('button', { name: 'Delete' })
    await sure.waitFor()
    expect(await focused(page)).toBe('Cancel')
    expect(await tabThrough(page, 1)).toEqual(['Delete'])
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Confirm it’s you' }).first().waitFor(SOON)
    expect(complaints).toEqual([])
  })

  test('works without a part whose code cannot be loaded, which can be tried again', async () => {
    const visitor = await visit.newVisitor()
    const { page } = visitor
    await page.route('**/journey-view.js*', route => route.abort())
    await fillZones(page, visit.demo, { mine: DASHBOARD })
    await openBarePage(page, visit.demo)
    await page.evaluate(
      async proof => {
        await (window.rewards as ScriptRewards).verify(proof)
        document.body.append(Object.assign(document.createElement('rewards-zone'), { name: 'mine' }))
      },
      await proofOf({ email: 'amy@example.com' }),
    )
    await page.getByLabel('First name').waitFor()
    const goals = page.getByRole('region', { name: 'Goals' })
    await goals.getByRole('button', { name: 'Try again' }).click()
    await goals.getByText('We couldn’t load this content.').waitFor()
    expect(await page.getByRole('region', { name: 'You' }).isVisible()).toBe(true)
    await page.unroute('**/journey-view.js*')
    await goals.getByRole('button', { name: 'Try again' }).click()
    await goals.getByText('Bring friends').waitFor()
  })

  test('works without a part that throws, which can be tried again by keyboard', async () => {
    const { page, complaints } = await visit.newVisitor()
    await page.addInitScript(() => {
      const { toLocaleUpperCase } = String.prototype
      String.prototype.toLocaleUpperCase = () => {
        throw new TypeError('No capitals')
      }
      Object.assign(window, { mend: () => Object.assign(String.prototype, { toLocaleUpperCase }) })
    })
    const offer = { title: 'For you', widget: 'offer', advocate: { first_name: 'Ada' }, coupon_code: 'ADA-20' }
    const share = {
      widget: 'share',
      headline: 'Give 20, get 20',
      shareable: { code: 'a', link: 'https://brand.com/a' },
    }
    await fillZones(page, visit.demo, { site: { widget: 'stack', items: [offer, share] } })
    await openBarePage(page, visit.demo, { body: '<rewards-zone name="site"></rewards-zone>' })
    const broken = page.getByRole('region', { name: 'For you' })
    await broken.getByText('We couldn’t load this content.').waitFor(SOON)
    await page.getByRole('heading', { name: 'Give 20, get 20' }).waitFor(SOON)
    expect(await tabThrough(page, 1)).toEqual(['Try again'])
    await page.keyboard.press('Enter')
    // In the place where they were, which says the same again.
    await expect.poll(() => focused(page), SOON).toBe('We couldn’t load this content.Try again')
    expect(await tabThrough(page, 1)).toEqual(['Try again'])
    await page.evaluate(() => Reflect.get(window, 'mend')())
    await page.keyboard.press('Enter')
    await broken.getByRole('textbox', { name: 'Your code' }).waitFor(SOON)
    expect(await tabThrough(page, 1)).toEqual(['Your code'])
    expect(complaints).toEqual([])
  })

  test('asks for verification once for all private parts', async () => {
    const { page, complaints } = await open({ mine: DASHBOARD })
    const asking = page.getByRole('heading', { name: 'Confirm it’s you' })
    const levels = () => asking.evaluateAll(headings => headings.map(({ ariaLevel }) => ariaLevel))
    // Below the title of the first.
    await expect.poll(levels, SOON).toEqual(['3'])
    expect(await page.getByRole('textbox', { name: 'Your email address' }).count()).toBe(1)
    expect(complaints).toEqual([])
  })
})

test('the results of sharing are headings, lists and figures for assistive technology, and work by keyboard', async () => {
  const reward = (state: string, more: object) => ({
    state,
    face_value: 20,
    face_value_type: 'USD',
    journey_name: 'Give 20, get 20',
    created_at: '2026-03-01T12:00:00Z',
    ...more,
  })
  const friend = (first_name: string, reason: string) => ({
    reason,
    updated_at: '2026-03-01T12:00:00Z',
    person: { id: first_name, first_name },
  })
  const { page, complaints } = await open(
    {
      rewards: {
        widget: 'rewards',
        rewards: [
          reward('FULFILLED', { partner_reward_id: 'FERN-2041', partner_reward_key_type: 'COUPON' }),
          reward('EXPIRED', { face_value: 5 }),
        ],
      },
      friends: { widget: 'referrals', remind: true, referrals: [friend('Ada', 'CONVERSION'), friend('Amy', 'CLICK')] },
      figures: {
        widget: 'stats',
        totals: { clicks: 12_500, conversions: 1, earned: { value: 20, type: 'USD' } },
        series: {
          name: 'clicks',
          points: [
            { date: '2026-02-01', value: 5_000 },
            { date: '2026-03-01', value: 7_500 },
          ],
        },
      },
      status: { widget: 'reward-status', reward_name: 'advocate-20' },
    },
    'una@example.com',
  )
  await page.getByRole('button', { name: 'Remind Amy' }).waitFor(SOON)
  // Each zone comes in its own time.
  for (const headline of ['Your rewards', 'Your sharing results', 'Your reward'])
    await page.getByRole('heading', { name: headline, exact: true }).waitFor(SOON)
  const told = async (name: string) => page.locator(`rewards-zone[name=${name}]`).ariaSnapshot()
  expect(await told('rewards')).toMatchInlineSnapshot(`
    "- heading "Your rewards" [level=2]
    - list:
      - listitem:
        - strong: $20
        - text: Ready
        - paragraph: Enter this code at checkout.
        - text: Your code
        - textbox "Your code": FERN-2041
        - button "Copy"
        - status
        - text: Give 20, get 20 Earned
        - time: March 1, 2026
      - listitem:
        - strong: $5
        - text: Expired
        - paragraph: This reward expired before it was used.
        - text: Give 20, get 20 Earned
        - time: March 1, 2026"
  `)
  expect(await told('friends')).toMatchInlineSnapshot(`
    "- heading "Your friends" [level=2]
    - list:
      - listitem:
        - text: Ada Made a purchase
        - time: Mar 1, 2026
        - status
      - listitem:
        - text: Amy Visited
        - time: Mar 1, 2026
        - button "Remind Amy": Remind
        - status"
  `)
  expect(await told('figures')).toMatchInlineSnapshot(`
    "- heading "Your sharing results" [level=2]
    - term: Earned
    - definition: $20
    - term: Visits from your link
    - definition: 12,500
    - term: Friends who made a purchase
    - definition: "1"
    - figure "Visits from your link":
      - text: Visits from your link
      - table "Visits from your link":
        - caption: Visits from your link
        - rowgroup:
          - row "Feb 1, 2026 5,000":
            - rowheader "Feb 1, 2026":
              - time: Feb 1, 2026
            - cell "5,000"
          - row "Mar 1, 2026 7,500":
            - rowheader "Mar 1, 2026":
              - time: Mar 1, 2026
            - cell "7,500""
  `)
  expect(await told('status')).toMatchInlineSnapshot(`
    "- heading "Your reward" [level=2]
    - status: We’re getting your reward ready. You don’t need to wait here."
  `)

  expect(await tabThrough(page, 2)).toEqual(['Your code', 'Copy'])
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Copied' }).waitFor(SOON)
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('FERN-2041')
  expect(await tabThrough(page, 1)).toEqual(['Remind Amy'])
  await page.keyboard.press('Enter')
  await page.getByRole('status').filter({ hasText: 'Link copied' }).waitFor(SOON)
  expect(await focused(page)).toBe('Remind Amy')
  expect(complaints).toEqual([])
})

test('a leaderboard is a table, and the choice to be seen works by keyboard', async () => {
  const row = (rank: number, name: string, value: number) => ({ rank, name, value })
  const rows = Array.from({ length: 25 }, (_, at) => row(at + 1, `Person ${at + 1}`, 50 - at))
  const ranks = { rows: [...rows, { ...row(99, 'Mary S.', 1), own: true }], opted_in: false }
  const email = 'mary@example.com'
  const { page, complaints } = await open({ board: { widget: 'leaderboard', period: 'all', ranks } }, email)
  await page.getByRole('row').first().waitFor()
  const told = await tree(page)
  expect(told.split('\n').filter((_, line) => line < 12)).toMatchInlineSnapshot(`
    [
      "- heading "Leaderboard" [level=2]",
      "- paragraph: All time",
      "- table "Leaderboard":",
      "  - rowgroup:",
      "    - row "Rank Name Friends":",
      "      - columnheader "Rank"",
      "      - columnheader "Name"",
      "      - columnheader "Friends"",
      "  - rowgroup:",
      "    - row "1 Person 1 50":",
      "      - cell "1"",
      "      - rowheader "Person 1"",
    ]
  `)
  expect(told.slice(told.indexOf('- row "20'))).toMatchInlineSnapshot(`
    "- row "20 Person 20 31":
          - cell "20"
          - rowheader "Person 20"
          - cell "31"
      - rowgroup:
        - row "99 Mary S. You 1":
          - cell "99"
          - rowheader "Mary S. You"
          - cell "1"
    - button "Show more"
    - checkbox "Show others my first name, the initial of my last name, my picture and my results on every leaderboard of the rewards program."
    - text: Show others my first name, the initial of my last name, my picture and my results on every leaderboard of the rewards program.
    - status"
  `)
  expect(await tabThrough(page, 1)).toEqual(['Show more'])
  await page.keyboard.press('Enter')
  await expect.poll(() => page.getByRole('row').count()).toBe(27)
  expect(
    await page.evaluate(() => document.querySelector('rewards-zone')!.shadowRoot!.activeElement!.textContent),
  ).toContain('Person 21')
  await page.keyboard.press('Tab')
  await page.locator('input[type=checkbox]:focus').waitFor()
  await page.keyboard.press('Space')
  await page.getByText('Others can see you.').waitFor()
  expect(await page.getByRole('checkbox').isChecked()).toBe(true)
  const stored = await visit.demo.platform.db.query(
    `select value from parameters join persons using (person_id) where email = $1 and name = 'leaderboard_opt_in'`,
    [email],
  )
  expect(stored).toEqual([{ value: true }])
  expect(complaints).toEqual([])
})

test('hostile content in every key runs nothing, leads nowhere and breaks nothing', async () => {
  const fill = (value: unknown): Record<string, object> => ({
    profile: {
      widget: 'profile',
      headline: value,
      download: value,
      deletion: { event: value, text: value },
      fields: [value, 'email'],
      consents: [
        { name: 'cookie_consent', text: value },
        { name: value, text: value },
      ],
    },
    journey: {
      widget: 'journey',
      headline: value,
      goals: [
        { title: value, reward_text: value, current: value, target: value, starts_at: value, ends_at: value },
        { title: 'A goal', reward_text: value, current: value, target: 3, ends_at: value, repeatable: value },
      ],
    },
    tiers: {
      widget: 'tiers',
      headline: value,
      current: value,
      previous: value,
      tiers: [
        value,
        { title: value, threshold: value, benefits: value },
        { title: value, threshold: 3, benefits: [value] },
      ],
      goals: value,
    },
    ladder: {
      widget: 'tiers',
      headline: value,
      current: 3,
      previous: 1,
      tiers: [
        { title: value, threshold: 2, benefits: [value, value] },
        { title: value, threshold: 5 },
      ],
    },
    leaderboard: {
      widget: 'leaderboard',
      headline: value,
      counts: value,
      period: value,
      value_text: value,
      ranks: {
        rows: [
          value,
          { rank: value, name: value, image_url: value, value, own: value },
          { rank: 1, name: value, image_url: value, value: 3 },
          { rank: 2, name: value, image_url: value, value: 1, own: true },
        ],
        ends_at: value,
        opted_in: false,
      },
      empty_text: value,
    },
    ranks: { widget: 'leaderboard', period: 'month', empty_text: value, ranks: value },
    stack: {
      widget: 'stack',
      items: [value, { title: value, widget: value }, { title: value, widget: 'journey', goals: value }],
    },
  })
  const zones = Object.fromEntries(
    Object.entries(PAYLOADS).flatMap(([payload, value]) =>
      Object.entries(fill(value)).map(([widget, content]) => [`${widget}_${payload}`, content]),
    ),
  )
  const { page, complaints } = await open(zones, 'eve@example.com')
  const busy = () =>
    page.evaluate(
      () =>
        [...document.querySelectorAll('rewards-zone')].filter(
          ({ shadowRoot }) => !shadowRoot || shadowRoot.querySelector('[aria-busy=true]'),
        ).length,
    )
  await expect.poll(busy, SOON).toBe(0)
  expect(await page.getByLabel('Email address').count()).toBe(Object.keys(PAYLOADS).length)
  const found = await page.evaluate(() => {
    const roots = [...document.querySelectorAll('rewards-zone')].map(zone => zone.shadowRoot!)
    const frames = roots.flatMap(root => [...root.querySelectorAll('[part=frame]')].map(frame => frame.shadowRoot!))
    return [...roots, ...frames].flatMap(root =>
      [...root.querySelectorAll('[href], [src], script, style')].map(node => node.outerHTML),
    )
  })
  expect(found).toEqual([])
  const marks = await page.evaluate(() => [Reflect.get(window, 'pwned'), Reflect.get({}, 'pwned')])
  expect(marks).toEqual([undefined, undefined])
  expect(complaints).toEqual([])
})

test('a person downloads what the program knows about them, and asks for its deletion by keyboard', async () => {
  const content = { widget: 'profile', fields: ['first_name'], download: true, deletion: true }
  const email = 'margaret@example.com'
  const { page, complaints } = await open({ mine: content }, email)
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const [download] = await Promise.all([page.waitForEvent('download'), button('Download my data').click()])
  expect(download.suggestedFilename()).toMatch(/^rewards-\d{4}-\d\d-\d\d\.json$/)
  const data = JSON.parse(await readFile(await download.path(), 'utf8'))
  expect(data).toMatchObject({ profile: { email }, parameters: {}, missing: [] })
  await button('Request deletion').focus()
  await page.keyboard.press('Enter')
  await tabThrough(page, 1)
  expect(await focused(page)).toBe('Send request')
  await page.keyboard.press('Enter')
  await page.getByText('Your request was sent').waitFor()
  expect(await tree(page)).not.toContain('Request deletion')
  const [request] = await visit.demo.platform.db.query<{ email: string }>(
    'select email from deletion_requests join events using (event_id) join persons using (person_id)',
  )
  expect(request).toEqual({ email })
  expect(complaints).toEqual([])
})
