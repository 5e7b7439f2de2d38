import { readFileSync } from 'node:fs'
import { Window } from 'happy-dom'
import { describe, expect, test } from 'vitest'
import { addVersion } from '../../../../demo/platform/campaign/campaign-version.js'
import { widgetContent } from '../../../../demo/platform/campaign/widget-content.js'
import { contentSchema, widgetsIn } from '../../../../demo/platform/console/content-schema.js'
import { demo } from '../../../../demo/platform/index.js'
import { seedZones } from '../../../../demo/platform/setup/seed-zones/index.js'
import { usePlatform } from '../use-platform.js'
import { useConsole } from './use-console.js'

const visit = usePlatform()
const user = useConsole(visit)

/** The form of a page, and the fields that a browser would send. */
function formIn(page: string) {
  const { document } = new Window({ settings: { disableIframePageLoading: true, disableCSSFileLoading: true } })
  document.write(page)
  const form = document.querySelector('form[action*="/creatives/"]')!
  const fields: Record<string, string> = {}
  for (const field of form.querySelectorAll('input, textarea, select')) {
    const { name, type, checked, value } = field as unknown as HTMLInputElement
    // happy-dom keeps the first line break of a text area, and does not follow `selected`.
    if (field.tagName === 'SELECT') fields[name] = field.querySelector('[selected]')?.getAttribute('value') ?? ''
    else if (type !== 'checkbox' || checked)
      fields[name] = field.tagName === 'TEXTAREA' ? value.replace('\n', '') : value
  }
  const errors: Record<string, string> = {}
  for (const field of form.querySelectorAll('[aria-invalid]')) {
    const ids = field.getAttribute('aria-describedby')!.split(' ')
    errors[field.getAttribute('name')!] = document.getElementById(ids.at(-1)!)!.textContent.trim()
  }
  return { path: form.getAttribute('action')!, fields, errors, names: Object.keys(fields) }
}

const open = async (zone: string, creative: number | 'new' = 0) =>
  formIn(await user.read(`/console/zones/${zone}?creative=${creative}`))

/** Opens the form of a creative, changes these fields and sends it. */
async function edit(zone: string, creative: number | 'new', changes: Record<string, string>, action = 'draft') {
  const { path, fields } = await open(zone, creative)
  return user.send(path, { ...fields, ...changes, action })
}

const sourceOf = async (zone: string) => {
  const [row] = await visit.rows<{ source: string }>(
    `select source from zones where zone_name = $1 and campaign_id = $2 order by version desc limit 1`,
    [zone, demo.campaignId],
  )
  return JSON.parse(row!.source)
}

const addZone = (name: string, creatives: object[]) =>
  addVersion(visit.platform, {
    zones: { [name]: JSON.stringify({ creatives }) },
    editorId: demo.marketerId,
    message: '',
    publish: true,
    at: new Date(visit.now),
  })

const creatives = Object.entries(seedZones).flatMap(([zone, { creatives }]) =>
  creatives.map((_, index): [string, number] => [zone, index]),
)

test('the form knows every widget', () => {
  const source = readFileSync('src/settings/widget-name.ts', 'utf8')
  const names = [...source.matchAll(/\| '([\w-]+)'/g)].map(([, name]) => name)
  expect(names.length).toBeGreaterThan(5)
  expect(widgetsIn(contentSchema(widgetContent)).sort()).toEqual(names.sort())
})

test.each(creatives)('saving the form of the zone %s, creative %i, changes nothing in it', async (zone, index) => {
  const before = await sourceOf(zone)
  expect((await edit(zone, index, {})).status).toBe(303)
  expect(await sourceOf(zone)).toEqual(before)
})

test('what the form does not show stays', async () => {
  const creative = {
    when: { locale: ['fr'], data: { cart: { min: 30 } } },
    content: { widget: 'cta', style: 'button', text: 'Old', later: { a: 1 }, opens: { zone: 'x', later: true } },
  }
  await addZone('kept', [creative])
  await edit('kept', 0, { 'content.text': 'New' })
  expect(await sourceOf('kept')).toEqual({
    creatives: [{ ...creative, content: { ...creative.content, text: 'New' } }],
  })
})

test('the form of a creative that it shows in another way than the JSON changes nothing in it', async () => {
  const unusual = [
    { content: { widget: 'share', shareable: { link: 'https://shop.example' }, messages: { sms: { message: 'Hi' } } } },
    { type: 'text', content: ['one line'] },
  ]
  await addZone('unusual', unusual)
  for (const place of unusual.keys()) expect((await edit('unusual', place, {})).status).toBe(303)
  expect(await sourceOf('unusual')).toEqual({ creatives: unusual })
})

describe('the fields', () => {
  test.each(widgetsIn(contentSchema(widgetContent)))('of the widget %s appear when it is chosen', async widget => {
    const response = await edit('fields', 'new', { 'content.widget': widget }, 'preview')
    const { names } = formIn(await response.text())
    expect(names.some(name => /^content\.(?!widget)/.test(name))).toBe(true)
    expect(await visit.rows(`select 1 from zones where zone_name = 'fields'`)).toEqual([])
  })

  test('of a list have a row more than the list, which can also become shorter', async () => {
    await addZone('rows', [{ content: { widget: 'share', how_it_works: ['one', 'two', 'three'] } }])
    const { fields } = await open('rows')
    expect(fields['content.how_it_works.3']).toBe('')
    expect(fields['content.how_it_works.4']).toBeUndefined()
    await edit('rows', 0, { 'content.how_it_works.1': '', 'content.how_it_works.3': 'four' })
    expect((await sourceOf('rows')).creatives[0].content.how_it_works).toEqual(['one', 'three', 'four'])
  })

  test('of a list grow by a button, which keeps what is filled in open', async () => {
    await addZone('grows', [{ content: { widget: 'stack', items: [{ widget: 'journey' }] } }])
    const goal = { 'content.items.0.goals.0.title': 'First', 'content.items.0.goals.0.target': '1' }
    const page = await (await edit('grows', 0, goal, 'add-content.items.0.goals')).text()
    expect(formIn(page).fields).toMatchObject({ ...goal, 'content.items.0.goals.1.title': '' })
    const open = [...page.matchAll(/data-name="([^"]+)" open/g)].map(([, name]) => name)
    const goals = 'content.items.0.goals'
    expect(open).toEqual(['content.items', 'content.items.0', goals, `${goals}.0`, `${goals}.1`])
    expect((await sourceOf('grows')).creatives[0].content.items).toEqual([{ widget: 'journey' }])
  })

  test('write texts, numbers, flags, choices, placeholders and messages as the widgets read them', async () => {
    await addZone('kinds', [{ content: { widget: 'stack' } }])
    const stack = { 'content.items.0.widget': 'journey' }
    const page = formIn(await (await edit('kinds', 0, stack, 'preview')).text())
    const goal = {
      'content.items.0.goals.0.title': ' Three friends ',
      'content.items.0.goals.0.target': '3',
      'content.items.0.goals.0.current': '{{friends}}',
      'content.items.0.goals.0.repeatable': 'true',
    }
    await user.send(page.path, { ...page.fields, ...goal, 'content.items.1.widget': 'rewards', action: 'draft' })
    await edit('kinds', 0, { 'content.items.1.rewards': '{{rewards}}', 'content.items.2.widget': 'referrals' })
    await edit('kinds', 0, { 'content.items.2.remind.own': 'true', 'content.items.3.widget': 'share' })
    await edit('kinds', 0, {
      'content.items.2.remind.message': 'Still there',
      'content.items.3.messages.sms.message': 'Hi',
      'content.items.3.messages.email.message': 'Hello',
      'content.items.3.messages.email.subject': 'For you',
    })
    expect((await sourceOf('kinds')).creatives[0].content).toEqual({
      widget: 'stack',
      items: [
        {
          widget: 'journey',
          goals: [{ title: 'Three friends', target: 3, current: '{{friends}}', repeatable: true }],
        },
        { widget: 'rewards', rewards: '{{rewards}}' },
        { widget: 'referrals', remind: 'Still there' },
        { widget: 'share', messages: { sms: 'Hi', email: { subject: 'For you', message: 'Hello' } } },
      ],
    })
  })

  test('of the deletion in a profile have a checkbox, which writes true', async () => {
    await addZone('deletion', [{ content: { widget: 'profile', deletion: false } }])
    expect((await edit('deletion', 0, {})).status).toBe(303)
    expect((await sourceOf('deletion')).creatives[0].content).toEqual({ widget: 'profile', deletion: false })
    await edit('deletion', 0, { 'content.deletion.own': 'true' })
    expect((await sourceOf('deletion')).creatives[0].content).toEqual({ widget: 'profile', deletion: true })
    expect((await open('deletion')).fields['content.deletion.own']).toBe('true')
  })

  test.each([
    ['rewards', 'rewards', '{{rewards}}'],
    ['stats', 'totals', '{{totals}}'],
    ['leaderboard', 'ranks', '{{ranks}}'],
    ['tiers', 'current', '{{friends}}'],
  ])('of a new widget %s begin with its data, which can be taken away', async (widget, key, placeholder) => {
    const zone = `data-${widget}`
    const chosen = formIn(await (await edit(zone, 'new', { 'content.widget': widget }, 'preview')).text())
    expect(chosen.fields[`content.${key}`]).toBe(placeholder)
    await user.send(chosen.path, { ...chosen.fields, action: 'draft' })
    expect((await sourceOf(zone)).creatives[0].content).toEqual({ widget, [key]: placeholder })
    expect(await user.read(`/console/zones/${zone}`)).not.toContain('Missing data')
    await edit(zone, 0, { [`content.${key}`]: '' })
    expect((await sourceOf(zone)).creatives[0].content).toEqual({ widget })
    expect(await user.read(`/console/zones/${zone}`)).toContain(`The widget ${widget} has no ${key}`)
  })

  test('write conditions as a word or a list of words', async () => {
    await addZone('when', [{ type: 'text', content: 'x' }])
    await edit('when', 0, {
      'when.labels': 'vip, club',
      'when.level.verified': 'true',
      'when.audience.customers': 'true',
      'when.data': '{ "cart": { "min": 30 } }',
    })
    expect((await sourceOf('when')).creatives[0].when).toEqual({
      labels: ['vip', 'club'],
      level: 'verified',
      audience: 'customers',
      data: { cart: { min: 30 } },
    })
    const { path, fields } = await open('when')
    delete fields['when.level.verified']
    delete fields['when.audience.customers']
    await user.send(path, { ...fields, 'when.labels': '', 'when.data': '', action: 'draft' })
    expect((await sourceOf('when')).creatives[0]).toEqual({ type: 'text', content: 'x' })
  })
})

describe('errors', () => {
  test.each([
    ['cta', { 'content.delay_ms': 'soon' }, { 'content.delay_ms': 'Expected a number, got "soon".' }],
    [
      'cta',
      { 'content.image_url': 'http:x' },
      { 'content.image_url': 'Expected a URL that begins with https:, got "http:x".' },
    ],
    [
      'cta',
      { 'content.opens.data': '{' },
      { 'content.opens.zone': 'Expected a string, got nothing.', 'content.opens.data': 'Expected an object, got "{".' },
    ],
    [
      'offer',
      { 'content.expires_at': 'June' },
      { 'content.expires_at': 'Expected a date, such as 2026-12-31T23:59:59Z, got "June".' },
    ],
    [
      'journey',
      { 'content.goals.0.target': '0' },
      {
        'content.goals.0.title': 'Expected a string, got nothing.',
        'content.goals.0.target': 'Expected more than 0, got 0.',
      },
    ],
    [
      'verify',
      { 'when.labels': 'x'.repeat(201) },
      { 'when.labels': expect.stringContaining('Expected at most 200 characters') },
    ],
    [
      'hero',
      {
        'content.headline': 'Hello {{first_name}}',
        'content.text': '{{first_name}}',
        'content.image_url': '{{card_image_ur}}',
      },
      {
        'content.headline':
          'Expected a text without {{first_name}}, because only a placeholder that is the whole value is replaced.',
        'content.text': expect.stringMatching(/^Expected one of the placeholders \{\{rewards\}\}, /),
        'content.image_url': 'Expected {{card_image_url}}.',
      },
    ],
    ['', {}, { 'content.widget': 'Choose a widget.' }],
  ])('in the form of %s with %j stand at their fields, and the entered values stay', async (widget, changes, errors) => {
    const before = await visit.rows('select 1 from campaign_versions')
    const chosen = await edit('errors', 'new', { 'content.widget': widget }, 'preview')
    const { path, fields } = formIn(await chosen.text())
    const response = await user.send(path, { ...fields, ...changes, message: 'Mine', action: 'publish' })
    const page = formIn(await response.text())
    expect(response.status).toBe(422)
    expect(page.errors).toEqual(errors)
    expect(page.fields).toMatchObject({ ...changes, message: 'Mine' })
    expect(await visit.rows('select 1 from campaign_versions')).toHaveLength(before.length)
  })

  test('a widget that is taken away is asked for, and nothing is published', async () => {
    const creatives = [{ content: { widget: 'cta', text: 'Your text' } }]
    await addZone('unset', creatives)
    const response = await edit('unset', 0, { 'content.widget': '' }, 'publish')
    const page = formIn(await response.text())
    expect([response.status, page.errors]).toEqual([422, { 'content.widget': 'Choose a widget.' }])
    expect(page.names).not.toContain('content.text')
    expect(await sourceOf('unset')).toEqual({ creatives })
  })

  test('a version that somebody else saved is not replaced without a warning', async () => {
    await addZone('raced', [{ type: 'text', content: 'theirs' }])
    const { path, fields } = await open('raced')
    await edit('raced', 0, { content: 'second' })
    const response = await user.send(path, { ...fields, content: 'mine', action: 'publish' })
    expect(response.status).toBe(409)
    const again = formIn(await response.text())
    expect(again.fields.content).toBe('mine')
    expect((await user.send(path, { ...again.fields, action: 'publish' })).status).toBe(303)
    expect(await (await visit.send('/zones/raced', { json: {} })).text()).toBe('mine')
  })

  test.each([
    ['the draft was previewed', { content: 'mine' }, 'preview'],
    ['a field was invalid', { 'when.data': '[' }, 'publish'],
  ])('it is not replaced either after %s', async (_, changes, action) => {
    const name = `raced-${action}`
    await addZone(name, [{ type: 'text', content: 'one' }])
    const { path, fields } = await open(name)
    await edit(name, 0, { content: 'theirs' }, 'publish')
    const shown = formIn(await (await user.send(path, { ...fields, ...changes, action })).text())
    const response = await user.send(path, { ...shown.fields, 'when.data': '', action: 'publish' })
    expect(response.status).toBe(409)
    expect(await (await visit.send(`/zones/${name}`, { json: {} })).text()).toBe('theirs')
  })

  test('a creative that the zone does not have is not found', async () => {
    const { fields } = await open('terms')
    for (const place of ['99', '-1', '01', 'length', '__proto__'])
      expect((await user.send(`/console/zones/terms/creatives/${place}`, { ...fields, action: 'draft' })).status).toBe(
        404,
      )
  })
})

describe('levels and audiences', () => {
  test('are chosen from lists: the levels, and the audiences of the program', async () => {
    const page = await user.read('/console/zones/terms?creative=0')
    const choices = [...page.matchAll(/name="when\.(\w+)\.([\w-]+)"/g)].map(([, name, value]) => `${name} ${value}`)
    expect(choices).toContain('level anonymous')
    expect(choices).toContain('level verified')
    expect(choices).toContain('audience customers')
    expect(choices).toContain('not_audience customers')
    expect(page).not.toContain('name="when.level"')
  })

  test('of a creative that the program does not have stay, and are named', async () => {
    const when = { audience: ['gone', 'customers'], level: ['verified', 'anonymous'] }
    await addZone('former', [{ when, type: 'text', content: 'x' }])
    expect(await user.read('/console/zones/former?creative=0')).toContain('The program does not have it.')
    await edit('former', 0, { content: 'y' })
    expect((await sourceOf('former')).creatives[0].when).toEqual(when)
  })
})

describe('the creatives of a zone', () => {
  const texts = (...contents: string[]) => contents.map(content => ({ type: 'text', content }))
  const contents = async (zone: string) =>
    (await sourceOf(zone)).creatives.map(({ content }: { content: unknown }) => content)
  const orderIn = (page: string) => /name="order" form="editor" value="([\d,]*)"/.exec(page)![1]!
  const linksIn = (page: string) =>
    [...page.matchAll(/<li data-place="\d"><a href="[^"]*creative=(\d)"/g)].map(([, place]) => place)

  test('move up and down, are saved with the form, and keep what was typed', async () => {
    await addZone('ordered', texts('a', 'b', 'c'))
    const up = await (await edit('ordered', 1, { content: 'B', order: '0,1,2' }, 'up-2')).text()
    expect([orderIn(up), linksIn(up)]).toEqual(['0,2,1', ['0', '2', '1']])
    expect(await contents('ordered')).toEqual(['a', 'b', 'c'])
    const { path, fields } = formIn(up)
    expect(fields.content).toBe('B')
    const down = await (await user.send(path, { ...fields, order: orderIn(up), action: 'down-0' })).text()
    expect(orderIn(down)).toBe('2,0,1')
    const saved = await user.send(path, { ...fields, order: orderIn(down), action: 'draft' })
    expect(await contents('ordered')).toEqual(['c', 'a', 'B'])
    expect(saved.headers.get('Location')).toMatch(/creative=2&/)
  })

  test.each([
    ['up-0', '0,1'],
    ['down-1', '0,1'],
    ['up-7', '0,1'],
  ])('stay in their order after %s', async (action, order) => {
    await addZone('ends', texts('a', 'b'))
    expect(orderIn(await (await edit('ends', 0, { order }, action)).text())).toBe('0,1')
  })

  test.each(['', '0', '0,0', '0,2', '0,1,1', 'x,y', '1,0,'])('keep their order with the order %j', async order => {
    await addZone('disorder', texts('a', 'b'))
    await edit('disorder', 0, { order })
    expect(await contents('disorder')).toEqual(['a', 'b'])
  })

  test('are copied with what was typed, and the copy is saved as a new one', async () => {
    await addZone('copied', texts('a', 'b'))
    const page = await (await edit('copied', 1, { content: 'typed' }, 'copy')).text()
    expect(await contents('copied')).toEqual(['a', 'b'])
    const { path, fields } = formIn(page)
    expect(path).toBe('/console/zones/copied/creatives/new')
    await user.send(path, { ...fields, action: 'draft' })
    expect(await contents('copied')).toEqual(['typed', 'a', 'b'])
  })
})

test('a new zone has no text that nobody has typed', async () => {
  const { path, fields } = formIn(await user.read('/console/zones/untyped'))
  expect(fields['content.widget']).toBe('')
  const chosen = formIn(
    await (await user.send(path, { ...fields, 'content.widget': 'hero', action: 'preview' })).text(),
  )
  expect(chosen.fields['content.text']).toBe('')
  expect((await user.read('/console/zones/untyped?as=json')).includes('Your text')).toBe(false)
})

test('the rows of a list are named after their content', async () => {
  await addZone('named', [
    { content: { widget: 'stack', items: [{ widget: 'rewards', title: 'Yours' }, { widget: 'stats' }] } },
  ])
  const page = await user.read('/console/zones/named')
  for (const name of ['Items 1: Yours', 'Items 2: stats', 'Items 3'])
    expect(page).toContain(`<summary>${name}</summary>`)
})

test('a new creative comes first, and is published', async () => {
  await addZone('grown', [{ type: 'text', content: 'for all' }])
  const chosen = formIn(await (await edit('grown', 'new', { 'content.widget': 'cta' }, 'preview')).text())
  const fields = { ...chosen.fields, 'content.text': 'Hello', 'content.opens.zone': 'x', 'when.labels': 'vip' }
  const response = await user.send(chosen.path, { ...fields, action: 'publish' })
  expect(response.headers.get('Location')).toMatch(/^\/console\/zones\/grown\?creative=0&saved=\d+$/)
  expect(await user.read(response.headers.get('Location')!)).toMatch(/role="status">Version \d+ is live/)
  const served = await visit.send('/zones/grown', { json: { labels: 'vip' } })
  expect(await served.json()).toEqual({ widget: 'cta', text: 'Hello', opens: { zone: 'x' } })
})

test('content without a known widget is edited as JSON', async () => {
  await addZone('own', [{ content: { a: 1 } }])
  await edit('own', 0, { content: '{ "a": [2] }' })
  expect((await sourceOf('own')).creatives).toEqual([{ content: { a: [2] } }])
  expect((await edit('own', 0, { content: '[2' })).status).toBe(422)
})
