import { describe, expect, test } from 'vitest'
import { demo } from '../../../../../demo/platform/index.js'
import { publishProgram } from '../../publish-program.js'
import { program, shop, usePlatform } from '../../use-platform.js'
import { BROWSERS, PREVIEWERS, PROGRAMS } from './previewers.js'

const visit = usePlatform()
const previewer = { 'User-Agent': PREVIEWERS['WhatsApp on iOS']! }

const open = (code: string, headers: Record<string, string> = previewer) => visit.send(`/s/${code}`, { headers })

/** Everything that a visit leaves behind. */
const traces = async () =>
  (
    await visit.rows(`select (select count(*) from clicks) as clicks, (select count(*) from persons) as persons,
      (select count(*) from tokens) as tokens, (select count(*) from journeys) as journeys,
      (select count(*) from refusals) as refusals`)
  )[0]

async function linkWith(content: object): Promise<string> {
  const json = { key: crypto.randomUUID(), content }
  const response = await visit.send('/v6/me/shareables', { token: await visit.verified('ada@example.com'), json })
  return (await response.json()).code
}

/** The Open Graph properties and the names of a card. */
async function card(response: Response): Promise<Record<string, string>> {
  const tags = (await response.text()).matchAll(/<meta (?:property|name)="([^"]+)" content="([^"]*)"/g)
  return Object.fromEntries([...tags].map(([, name, content]) => [name, content]))
}

describe('a share link tells people from machines', () => {
  test.each([
    ...Object.entries(PREVIEWERS),
    ...Object.entries(PROGRAMS),
  ])('%s gets a card and leaves no trace', async (_, userAgent) => {
    const before = await traces()
    for (const code of [demo.ada.code, 'nobodys']) {
      const response = await open(code, { 'User-Agent': userAgent })
      expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'text/html; charset=utf-8'])
      expect([response.headers.has('Set-Cookie'), response.headers.has('X-Svc-Token')]).toEqual([false, false])
      expect(await card(response)).toMatchObject({ 'og:title': expect.any(String), 'og:url': expect.any(String) })
    }
    expect(await traces()).toEqual(before)
  })

  test.each(Object.entries(BROWSERS))('a person in the browser of %s is counted once', async (_, userAgent) => {
    const { clicks } = (await traces()) as { clicks: number }
    const response = await open(demo.ada.code, { 'User-Agent': userAgent, 'Sec-Fetch-Dest': 'document' })
    expect([response.status, response.headers.has('Set-Cookie')]).toEqual([302, true])
    expect(await traces()).toMatchObject({ clicks: Number(clicks) + 1 })
  })

  test.each<Record<string, string>>([
    { 'Sec-Purpose': 'prefetch' },
    { 'Sec-Purpose': 'prefetch;prerender' },
    { 'Sec-Purpose': 'prefetch;anonymous-client-ip' },
    { Purpose: 'prefetch' },
    { 'X-Moz': 'prefetch' },
    { 'X-Purpose': 'preview' },
  ])('a browser that loads the link in advance (%j) gets an error that it does not keep', async headers => {
    const cookie = await visit.identified('grace@example.com')
    const before = await traces()
    const response = await visit.send(`/s/${demo.ada.code}`, { cookie, headers })
    expect([response.status, response.headers.get('Cache-Control')]).toEqual([503, 'no-store'])
    expect(response.headers.has('Set-Cookie')).toBe(false)
    expect(await traces()).toEqual(before)
  })

  test.each([
    'image',
    'iframe',
    'empty',
    'script',
  ])('a page that embeds the link (%s) gets a redirect and is no click', async as => {
    const cookie = await visit.identified('grace@example.com')
    const before = await traces()
    for (const code of [demo.ada.code, 'nobodys']) {
      const response = await visit.send(`/s/${code}`, { cookie, headers: { 'Sec-Fetch-Dest': as } })
      expect([response.status, response.headers.has('Set-Cookie')]).toEqual([302, false])
      expect(response.headers.get('Location')).not.toContain('access_token')
    }
    expect(await traces()).toEqual(before)
  })

  test('a previewer that sends HEAD gets the card without its text', async () => {
    const response = await visit.send(`/s/${demo.ada.code}`, { method: 'HEAD', headers: previewer })
    expect([response.status, await response.text()]).toEqual([200, ''])
  })
})

describe('the card of a link', () => {
  const cards = {
    en: { title: '$20 off', description: 'From a friend', image_url: '/images/card.png' },
    de: { title: '20 $ Rabatt' },
    'pt-BR': { title: '20 dólares' },
  }

  test('has the title, text, picture and address of its shareable', async () => {
    await publishProgram(visit, { cards })
    const content = {
      title: 'Roses',
      description: 'Three of them',
      image_url: 'https://cdn.example.com/roses.jpg',
      url: `${shop}/roses?size=2`,
    }
    const code = await linkWith(content)
    const response = await open(code)
    expect(response.headers.get('Vary')).toBe('User-Agent, Accept-Language')
    expect(await card(response.clone())).toEqual({
      viewport: 'width=device-width, initial-scale=1',
      'og:type': 'website',
      'og:site_name': 'A test',
      'og:title': 'Roses',
      'og:description': 'Three of them',
      'og:image': content.image_url,
      'og:url': `${program}/s/${code}`,
      description: 'Three of them',
      'twitter:card': 'summary_large_image',
      robots: 'noindex',
    })
    expect(await response.text()).toContain(`<a href="${shop}/roses?size=2&amp;utm_source=referral`)
  })

  test.each([
    [undefined, '$20 off', 'en'],
    ['de-CH, en;q=0.5', '20 $ Rabatt', 'de'],
    ['fr, de;q=0.4, en;q=0.8', '$20 off', 'en'],
    ['pt', '20 dólares', 'pt-BR'],
    ['PT-br', '20 dólares', 'pt-BR'],
    ['de;q=0, *', '$20 off', 'en'],
    ['ja', '$20 off', 'en'],
    [';;q=,,', '$20 off', 'en'],
  ])('has the text of the program for Accept-Language: %s', async (language, title, lang) => {
    await publishProgram(visit, { cards })
    const response = await open(demo.ada.code, { ...previewer, ...(language && { 'Accept-Language': language }) })
    expect(await response.clone().text()).toContain(`<html lang="${lang}"`)
    expect(await card(response)).toMatchObject({
      'og:title': title,
      'og:description': 'From a friend',
      'og:image': `${shop}/images/card.png`,
      'og:url': `${program}/s/ada`,
    })
  })

  test('with an unknown code is that of the program, with the address of the shop', async () => {
    await publishProgram(visit, { cards })
    expect(await card(await open('nobodys'))).toMatchObject({ 'og:title': '$20 off', 'og:url': `${shop}/` })
  })

  test('has the name of a program that says nothing else', async () => {
    await publishProgram(visit, {})
    const shown = await card(await open(demo.ada.code))
    expect(shown).toMatchObject({ 'og:title': 'A test', 'twitter:card': 'summary' })
    expect(shown).not.toHaveProperty('og:image')
  })

  test('contains no markup of a consumer', async () => {
    const code = await linkWith({
      title: '"><script>alert(1)</script>',
      description: `' onload='x`,
      image_url: 'https://x.example/"><b>',
    })
    const html = await (await open(code)).text()
    expect(html).not.toMatch(/<script|<b>| onload='/)
    expect(html).toContain('&quot;&gt;&lt;script&gt;')
  })

  test('has no address of a site that the program no longer allows', async () => {
    const code = await linkWith({ url: `${shop}/violets` })
    await visit.rows(`update shareables set content = '{"url":"https://removed.example/violets"}' where code = $1`, [
      code,
    ])
    expect(await (await open(code)).text()).not.toContain('removed.example')
  })
})
