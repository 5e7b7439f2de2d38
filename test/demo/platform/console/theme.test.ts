import { beforeEach, describe, expect, test } from 'vitest'
import { demo } from '../../../../demo/platform/index.js'
import { storeTheme } from '../../../../demo/platform/theme/client-theme.js'
import { defaults, readTheme, toJson, toTheme } from '../../../../demo/platform/theme/program-theme.js'
import { program, server, usePlatform } from '../use-platform.js'
import { useConsole } from './use-console.js'

const visit = usePlatform()
const user = useConsole(visit)

const PALE = readTheme({ light: { accent: '#f5c542' }, dark: { accent: '#9cc9b0', accentText: '#10201a' } })
const CALM = readTheme({ light: { accent: '#245443' }, dark: { accent: '#9cc9b0', accentText: '#10201a' }, radius: 4 })

const store = (theme = defaults()) => storeTheme({ ...visit.platform, clientId: demo.clientId }, theme)
const stored = async () => {
  const [client] = await visit.rows<{ theme: unknown }>('select theme from clients where client_id = $1', [
    demo.clientId,
  ])
  return client!.theme
}
beforeEach(() => store())

/** The values of the fields on a page, by name. */
const fieldsOf = (page: string) =>
  Object.fromEntries(
    [...page.matchAll(/<input [^>]*?name="([^"]+)"[^>]*? value="([^"]*)"/g)].map(([, name, value]) => [name!, value!]),
  )
const link = (theme: unknown) =>
  `/console/theme?${new URLSearchParams({ theme: typeof theme === 'string' ? theme : JSON.stringify(theme) })}`

/** Sends the form as the page shows it, with these changes. */
async function send(fields: Record<string, string>, page?: string) {
  const { csrf: _, tenant: __, ...shown } = fieldsOf(page ?? (await user.read('/console/theme')))
  return user.send('/console/theme', { ...shown, action: 'save', ...fields })
}

describe('the form', () => {
  test('saves colors, radius and font, and shows them again', async () => {
    const saved = await send({ 'light.accent': ' #245443 ', radius: '4', font: 'Georgia, serif' })
    const page = await user.read(saved.headers.get('Location')!)
    expect(page).toContain('The theme is saved.')
    expect(fieldsOf(page)).toMatchObject({
      'light.accent': '#245443',
      'light.accent.picked': '#245443',
      'dark.accent': '#4466e8',
      radius: '4',
      font: 'Georgia, serif',
    })
    expect(await stored()).toEqual({
      light: { accent: '#245443' },
      dark: { accent: '#4466e8' },
      radius: '4px',
      font: 'Georgia, serif',
    })
  })

  test('takes the color of a palette without script, unless a text was typed', async () => {
    await send({ 'light.accent.picked': '#245443', 'dark.accent.picked': '#123456', 'dark.accent': '#9cc9b0' })
    expect(await stored()).toEqual({ light: { accent: '#245443' }, dark: { accent: '#9cc9b0' } })
  })

  test('keeps a transparent color that a palette cannot show', async () => {
    expect(fieldsOf(await user.read('/console/theme'))['light.soft.picked']).toBe('#888888')
    await send({ radius: '12' })
    expect(await stored()).toEqual({ radius: '12px' })
  })

  test('has the widgets’ own values where a field is empty, and stores nothing if all are', async () => {
    await store(CALM)
    await send({ 'light.accent': '', 'dark.accent': '', 'dark.accentText': '', radius: '' })
    expect(await stored()).toBeNull()
  })

  test.each([
    [{ 'light.accent': 'url(https://a.example)' }, 'light-accent', 'Expected a color, such as #0b6b3a.'],
    [{ 'dark.text': '"><b>' }, 'dark-text', 'Expected a color, such as #0b6b3a.'],
    [{ radius: '41' }, 'radius', 'Expected a number of pixels from 0 to 40.'],
    [{ font: 'x;}body{' }, 'font', 'Expected the names of fonts, such as &quot;Exo 2&quot;, Georgia, serif.'],
  ])('refuses %o, says why, and keeps what was typed', async (fields, id, message) => {
    const refused = await send({ 'light.surface': '#fffdf8', ...fields })
    const page = await refused.text()
    expect(refused.status).toBe(422)
    expect(page).toMatch(new RegExp(`id="${id}-error">\\s*${message}`))
    const [[name, typed]] = Object.entries(fields) as [[string, string]]
    expect(fieldsOf(page)).toMatchObject({
      [name]: typed.replaceAll('"', '&quot;').replaceAll('>', '&gt;').replaceAll('<', '&lt;'),
      'light.surface': '#fffdf8',
    })
    expect(await stored()).toBeNull()
  })

  test('shows a preview and fills in the widgets’ own values without saving', async () => {
    await store(CALM)
    const typed = await send({ action: 'preview', radius: '20' })
    expect([typed.status, fieldsOf(await typed.text()).radius]).toEqual([200, '20'])
    expect(fieldsOf(await (await send({ action: 'reset' })).text())).toMatchObject({
      'light.accent': '#4466e8',
      radius: '10',
    })
    expect(await stored()).toEqual(toJson(CALM))
  })

  test('says in the notes of the preview, which the script updates, what cannot be used', async () => {
    const page = await (await send({ action: 'preview', radius: '50', 'dark.text': 'currentColor' })).text()
    const [, notes] = page.split('id="preview-notes"')
    expect(notes).toContain('Radius: Expected a number of pixels from 0 to 40. The preview shows')
    expect(notes).toContain('Text, dark: Expected a color, such as #0b6b3a. The preview shows')
  })

  test('does not replace a theme that somebody else has saved since, without a warning', async () => {
    const page = await user.read('/console/theme')
    await store(CALM)
    const refused = await send({ radius: '20' }, page)
    const again = await refused.text()
    expect([refused.status, again]).toEqual([409, expect.stringContaining('somebody else changed the settings')])
    expect(await stored()).toEqual(toJson(CALM))
    await send({}, again)
    expect(await stored()).toEqual({ radius: '20px' })
  })

  test('is that of the client: the sandbox has another theme', async () => {
    const others = () =>
      visit.rows('select client_id, theme from clients where client_id <> $1 order by client_id', [demo.clientId])
    const before = await others()
    await send({ radius: '20' })
    expect(await others()).toEqual(before)
  })
})

describe('the contrast', () => {
  test('is named with the nearest colors that pass, which the form takes without saving', async () => {
    const page = await (await send({ action: 'preview', 'light.accent': '#f5c542' })).text()
    expect(page).toContain('Light: The text of the main button has 1.6 to 1 and needs 4.5.')
    expect(page).toContain('name="take" value="light.accentText=#565656"')
    const taken = await (await send({ action: '', take: 'light.accent=#937200' }, page)).text()
    expect(fieldsOf(taken)['light.accent']).toBe('#937200')
    expect(taken).toContain('Every text has the contrast of WCAG 2.2 AA.')
    expect(await stored()).toBeNull()
  })

  test.each(['toString', '__proto__', 'radius'])('is not a matter of a field %s', async name => {
    const taken = await send({ action: '', take: `${name}=7` })
    expect([taken.status, fieldsOf(await taken.text()).radius]).toEqual([200, '10'])
    expect((await send({ take: `${name}=7` })).status).toBe(303)
  })

  test('is named after a save, and the page then gives no CSS', async () => {
    const saved = await send({ 'light.accent': '#f5c542' })
    const page = await user.read(saved.headers.get('Location')!)
    expect(page).toContain('The theme is saved, but its contrast is too low.')
    expect(page).not.toContain('<summary>CSS</summary>')
  })

  test.each([
    ['light', true],
    ['dark', false],
    ['', true],
  ])('of the saved theme is named by the preview of a zone in the scheme %j', async (scheme, isNamed) => {
    await store(PALE)
    const page = await user.read(`/console/zones/share_experience?scheme=${scheme}`)
    expect(page.includes('Light: The text of the main button has 1.6 to 1')).toBe(isNamed)
    expect(page.includes('<a href="/console/theme">Change the theme</a>')).toBe(isNamed)
  })
})

describe('a pasted theme', () => {
  test.each([
    ['of the theme editor', toJson(CALM), CALM],
    ['of the attribute of a zone', { scheme: 'dark', accent: '#111111', radius: 3 }, undefined],
  ])('%s is in the form, and not saved', async (_, given, expected) => {
    const page = await user.read(link(given))
    const { light, dark, radius } = expected ?? readTheme(given)
    expect(fieldsOf(page)).toMatchObject({
      'light.accent': light.accent,
      'dark.accent': dark.accent,
      radius: String(radius),
    })
    expect(page).toContain('It is not saved.')
    expect(await stored()).toBeNull()
    await send({}, page)
    expect(await stored()).toEqual(toJson(expected ?? readTheme(given)))
  })

  test.each([
    ['{ "accent": "blu"', 'expected a comma or the end'],
    [
      JSON.stringify({ light: { accent: 'blu' } }),
      'light.accent: expected a color, such as #0b6b3a, got &quot;blu&quot;',
    ],
    [JSON.stringify({ acent: '#111' }), 'acent: expected no field of this name'],
    ['[]', 'The theme: expected an object'],
    ['"</textarea><script>"', 'The theme: expected an object'],
  ])('%s is refused, and stays in its field', async (given, message) => {
    await store(CALM)
    const response = await user.open(link(given))
    const page = await response.text()
    expect(response.status).toBe(422)
    expect(page).toContain(message)
    const text = /<textarea [^>]*>\n([^<]*)</.exec(page)![1]!
    expect(text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>')).toBe(given)
    expect(fieldsOf(page)['light.accent']).toBe('#245443')
  })

  test('of a link stays while its user signs in', async () => {
    const path = link({ accent: '#245443' })
    const response = await visit.send(server + path)
    expect(response.headers.get('Location')).toBe(`/console/sign-in?to=${encodeURIComponent(path)}`)
  })
})

describe('the previews', () => {
  const framesIn = (page: string) =>
    [...page.matchAll(/<iframe src="([^"]+)"/g)].map(([, url]) => url!.replaceAll('&amp;', '&'))
  const themesIn = async (page: string) =>
    Promise.all(
      framesIn(page).map(async url => {
        const frame = await (await visit.send(url)).text()
        return JSON.parse(/<rewards-zone[^>]* theme="([^"]*)"/.exec(frame)![1]!.replaceAll('&quot;', '"'))
      }),
    )

  test('of the page show what is in the form, light and dark', async () => {
    const page = await user.read(link(toJson(CALM)))
    expect(await themesIn(page)).toEqual([toTheme(CALM, 'light'), toTheme(CALM, 'dark')])
  })

  test('of a zone show the saved theme, in each scheme', async () => {
    await store(CALM)
    const pageOf = (scheme: string) => user.read(`/console/zones/share_experience?scheme=${scheme}`)
    expect(await themesIn(await pageOf('light'))).toEqual([toTheme(CALM, 'light')])
    expect(await themesIn(await pageOf('dark'))).toEqual([toTheme(CALM, 'dark')])
    expect(await pageOf('dark')).toContain('#9cc9b0')
    const [url] = framesIn(await pageOf(''))
    const frame = await (await visit.send(url!)).text()
    expect(frame).toContain('--rewards-accent: #245443;')
    expect(frame).toContain('@media (prefers-color-scheme: dark)')
  })

  test('take only a valid theme from their address', async () => {
    const [url] = framesIn(await user.read('/console/theme'))
    const hostile = new URL(url!)
    hostile.searchParams.set('theme', JSON.stringify({ font: '"></script>', accent: 'url(https://attacker.example)' }))
    expect(hostile.origin).toBe(program)
    expect(await (await visit.send(hostile.href)).text()).toMatch(/theme="\{&quot;scheme&quot;:&quot;light&quot;\}"/)
  })

  test('show the chosen zone', async () => {
    const page = await (await send({ action: 'preview', 'preview.zone': `share_experience ${demo.campaignId}` })).text()
    for (const url of framesIn(page)) expect(new URL(url).pathname).toMatch(/\/share_experience$/)
    expect(framesIn(page)).toHaveLength(2)
  })
})

test('the page gives the saved theme as CSS and JSON for the brand’s pages', async () => {
  expect(await user.read('/console/theme')).toContain('Until you save a theme')
  await store(CALM)
  const page = await user.read('/console/theme')
  expect(page).toMatch(/<summary>CSS<\/summary>[^>]*>\s*<span>:root \{\n {2}--rewards-accent: #245443;/)
  expect(page).toContain(JSON.stringify(toTheme(CALM, 'dark'), null, 2).replaceAll('"', '&quot;'))
})

test('the demo brand begins with the colors of its shop', async () => {
  const [sandbox] = await visit.rows<{ theme: { light: object } }>('select theme from clients where client_id = $1', [
    demo.sandbox.clientId,
  ])
  expect(sandbox!.theme.light).toMatchObject({ accent: '#245443' })
})
