import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, test, vi } from 'vitest'
import { decode } from '../../gallery/picture.js'
import { SOON } from '../../soon.js'
import { useDemo } from '../demo.js'
import { type AppWindow, useAppWindows } from './app-window.js'
import { newToken } from './new-token.js'

const stage = useDemo()
const openApp = useAppWindows()
const patience = { ...SOON, interval: 50 }

const revoke = (token: string) =>
  stage.demo.platform.fetch(
    new Request(`${stage.demo.origins.program}/api/v5/token`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${token}` },
    }),
  )

/** The level of the page's consumer, once the app has said who it is. */
const level = (app: AppWindow) =>
  app.evaluate<string>(
    'new Promise(r => { const see = () => rewards.shell ? r(rewards.consumer.level) : setTimeout(see, 20); see() })',
  )

describe('the shop in a native app', () => {
  test('has the app’s person, uses its share sheet, and reports each token', async () => {
    const app = openApp()
    const mine = await newToken(stage.demo, 'ada@example.com')
    await app.tell('configure', { token: mine })
    await app.open(`${stage.demo.origins.shop}/`)
    expect(await level(app)).toBe('identified')
    expect(app.heard('hello')).toHaveLength(1)
    expect(await app.evaluate('document.cookie + JSON.stringify({ ...localStorage })')).not.toContain(mine.token)

    // The share sheet, with each of its outcomes.
    const link = stage.demo.origins.program
    for (const [button, outcome] of Object.entries({ send: 'shared', later: 'handed_off', cancel: 'canceled' })) {
      const shared = app.evaluate<{ outcome: string }>(`rewards.share({ code: 'a', link: '${link}/a' }, 'native')`)
      await vi.waitFor(async () => expect(await app.tell('shared_link')).toContain('/a?partner_share_id='), patience)
      if (button === 'send') {
        const amountOf = await takePicture(app, 'share-sheet')
        // All of the page lies in the shade of the sheet.
        expect(amountOf(PAPER)).toBe(0)
        expect(amountOf(SHADED)).toBeGreaterThan(0.3)
      }
      await app.tell('press', { button })
      expect((await shared).outcome).toBe(outcome)
    }
    await app.tell('set_answer', { type: 'share', error: 'no_sheet' })
    expect(await app.evaluate(`rewards.share({ code: 'a', link: '${link}/a' }, 'native')`)).toMatchObject({
      outcome: 'failed',
    })
    expect(await app.evaluate(`rewards.share({ code: 'a', link: '${link}/a' }, 'copy')`)).toMatchObject({
      outcome: 'handed_off',
    })
    expect(await app.tell('clipboard')).toContain(`${link}/a?partner_share_id=`)
    expect(app.heard('event').map(({ name }) => name)).toEqual(expect.arrayContaining(['share']))

    // A token that has changed is the next page's, too.
    await app.evaluate(`rewards.identify({ email: 'grace@example.com' })`)
    await app.evaluate(`rewards.zone('terms')`)
    await revoke((await app.tell<{ token: string }>('token')).token)
    const fresh = await newToken(stage.demo, 'hedy@example.com')
    await app.tell('set_answer', { type: 'token.renew', payload: fresh })
    await app.evaluate(`rewards.shareables.list()`)
    expect(app.heard('token.renew')).toHaveLength(1)
    await app.open(`${stage.demo.origins.shop}/checkout`)
    expect(await level(app)).toBe('identified')
    expect(await app.tell('token')).toMatchObject({ token: fresh.token })

    // A logout is the app's, too, and it is not asked to undo it.
    await app.evaluate('rewards.logout()')
    await vi.waitFor(async () => expect(await app.tell('token')).toBeNull(), patience)
    expect(app.heard('token.changed').at(-1)).toEqual({ token: null })
    await app.evaluate(`rewards.zone('terms')`)
    expect(await level(app)).toBe('anonymous')
    expect(app.heard('token.renew')).toHaveLength(1)
    expect(stage.demo.requests.filter(({ url }) => url.includes('access_token'))).toEqual([])
  })

  test('works if the app stores nothing', async () => {
    const app = openApp('--no-storage')
    await app.open(`${stage.demo.origins.shop}/`)
    expect(await app.evaluate('[localStorage === null, navigator.cookieEnabled && !document.cookie]')).toEqual([
      true,
      true,
    ])
    expect(await level(app)).toBe('anonymous')
    expect(await app.evaluate(`rewards.track('purchase', {}, { id: 'o-1' })`)).toMatchObject({
      partner_event_id: 'o-1',
    })
    await app.evaluate(
      `new Promise(r => { const see = () => document.querySelector('rewards-zone').shadowRoot.querySelector('[part~=card] input') ? r(1) : setTimeout(see, 50); see() })`,
    )
    // Its launcher can be dismissed all the same, and then covers nothing of the picture.
    await app.evaluate(`new Promise(r => {
      const root = () => document.querySelector('rewards-zone[name=rewards_panel]').shadowRoot
      const see = () => (root()?.querySelector('[part=dismiss]') ? r(root().querySelector('[part=dismiss]').click()) : setTimeout(see, 50))
      see()
    })`)
    await app.evaluate(
      `new Promise(r => { const see = () => document.querySelector('rewards-zone[name=rewards_panel]').shadowRoot.querySelector('[part~=launcher]') ? setTimeout(see, 50) : r(1); see() })`,
    )
    await app.evaluate(`document.querySelector('rewards-zone').scrollIntoView()`)
    const amountOf = await takePicture(app, 'shop')
    expect(amountOf(PAPER)).toBeGreaterThan(0.15)
    expect(amountOf(GREEN)).toBeGreaterThan(0.01)
    // The share sheet is the app's: no browser here has one.
    expect(
      await app.evaluate(
        `['share' in navigator, document.querySelector('rewards-zone').shadowRoot.textContent.includes('Share')]`,
      ),
    ).toEqual([false, true])
  })

  test('continues when the app’s handler is gone', async () => {
    const app = openApp()
    const mine = await newToken(stage.demo, 'ada@example.com')
    await app.tell('configure', { token: mine })
    await app.open(`${stage.demo.origins.shop}/plain`)
    expect(await level(app)).toBe('identified')
    await app.tell('set_answer', { type: 'share', never: true })
    await app.evaluate(`void (window.sharing = rewards.share({ code: 'a', link: 'https://a.example/a' }, 'native'))`)
    await app.tell('set_message_handler', { enabled: false })
    expect(await app.evaluate(`rewards.share({ code: 'a', link: 'https://a.example/a' }, 'native')`)).toMatchObject({
      outcome: 'failed',
    })
    expect(await app.evaluate(`rewards.zone('share_experience')`)).toMatchObject({ name: 'share_experience' })
    const tokens = stage.demo.requests.flatMap(({ headers }) => headers.get('authorization') ?? [])
    expect(tokens.at(-1)).toBe(`Bearer ${mine.token}`)
  })
})

test('a hostile frame in a page gets nothing from the app, and changes nothing', async () => {
  const app = openApp()
  const script = `<script src="${stage.demo.origins.program}/rewards.js"></script>`
  // Every frame of a webview has the handler.
  const hostile = `${script}<script>
    rewards.track('purchase')
    const post = (id, type, payload) => webkit.messageHandlers.rewards.postMessage({ rewards: 1, id, type, payload })
    addEventListener('load', async () => {
      const replies = [await post('h-1', 'hello', {}), await post('h-2', 'token.changed', { token: 'theirs' })]
      let reached
      try { reached = parent.rewards } catch (error) { reached = error.name }
      setTimeout(() => parent.postMessage({ replies, reached: String(reached), shell: String(rewards.shell) }, '*'), 500)
    })</script>`
  const site = createServer((request, response) => {
    const page =
      request.url === '/hostile'
        ? hostile
        : `${script}<script>onmessage = ({ data }) => { window.said = data }</script>
      <iframe src="http://127.0.0.1:${port()}/hostile"></iframe>`
    response.setHeader('content-type', 'text/html').end(`<!doctype html>${page}`)
  })
  await new Promise<void>(resolve => site.listen(0, '127.0.0.1', resolve))
  const port = () => (site.address() as AddressInfo).port
  try {
    await app.tell('configure', { token: { token: 'secret', scopes: [] } })
    await app.open(`http://localhost:${port()}/`)
    const said = await vi.waitFor(async () => {
      const found = await app.evaluate('window.said')
      expect(found).toBeTruthy()
      return found
    }, patience)
    expect(said).toEqual({ replies: [null, null], reached: 'SecurityError', shell: 'undefined' })
    // One of the page, and one that the frame has made up: our own script in it says nothing.
    expect(app.heard('hello')).toHaveLength(2)
    expect(app.heard('event')).toEqual([])
    expect(await app.tell('token')).toMatchObject({ token: 'secret' })
  } finally {
    site.close()
    site.closeAllConnections()
  }
})

test('pages of an app’s own files or scheme have its person, and put a token in no address', async () => {
  const { program } = stage.demo.origins
  const folder = await mkdtemp(join(tmpdir(), 'rewards-pages-'))
  await writeFile(
    join(folder, 'index.html'),
    `<!doctype html><meta charset="utf-8"><script async src="${program}/rewards.js" data-domain="${program}"></script>
    <rewards-zone name="share_experience"></rewards-zone>`,
  )
  const app = openApp('--no-storage', '--pages', folder)
  try {
    for (const [url, origin] of [
      ['juniper://app/index.html', 'juniper://app'],
      [pathToFileURL(join(folder, 'index.html')).href, 'null'],
    ] as const) {
      const mine = await newToken(stage.demo, `${randomUUID()}@example.com`)
      await app.tell('configure', { token: mine })
      const before = stage.demo.requests.length
      await app.open(url)
      expect(await level(app)).toBe('identified')
      const headline = `document.querySelector('rewards-zone').shadowRoot?.querySelector('[part=headline]')?.textContent`
      await vi.waitFor(async () => expect(await app.evaluate(headline)).toBe('Give 20, get 20'), patience)
      expect(await app.evaluate(`rewards.track('purchase', {}, { id: 'o-1' })`)).toMatchObject({
        partner_event_id: 'o-1',
      })
      const note = `rewards.assets.create(new File(['hello'], 'note.txt', { type: 'text/plain' }), { name: 'note', data_type: 'PUBLIC' })`
      await app.evaluate(`${note}.then(({ id }) => rewards.assets.url(id)).then(url => void (window.file = url))`)
      expect(await app.evaluate(`[file.slice(0, 5), await fetch(file).then(file => file.text())]`)).toEqual([
        'blob:',
        'hello',
      ])
      expect(
        await app.evaluate(`rewards.eventUrl('seen').catch(({ code, parameters }) => [code, parameters.reason])`),
      ).toEqual(['native_error', 'token_in_address'])
      const calls = stage.demo.requests.slice(before).filter(({ headers }) => headers.has('authorization'))
      expect(new Set(calls.map(({ headers }) => `${headers.get('origin')} ${headers.get('authorization')}`))).toEqual(
        new Set([`${origin} Bearer ${mine.token}`]),
      )
      const told = stage.demo.requests.slice(before).map(({ url, headers }) => `${url} ${headers.get('referer')}`)
      expect(told.filter(each => each.includes(mine.token))).toEqual([])
    }
  } finally {
    await rm(folder, { recursive: true })
  }
})

/** Of the shop's page: its ground, the same behind a sheet, and its buttons. */
const PAPER = '250,247,241'
const SHADED = '150,148,145'
const GREEN = '36,84,67'

/** A picture of the window, kept where somebody who looks for it finds it. Answers how much of it has each colour. */
async function takePicture(app: AppWindow, name: string): Promise<(colour: string) => number> {
  const folder = join(import.meta.dirname, '../../../node_modules/.cache/webview')
  const path = join(folder, `${name}.png`)
  mkdirSync(folder, { recursive: true })
  await app.tell('screenshot', { path })
  const { data } = decode(readFileSync(path))
  const pixels = Array.from({ length: data.length / 4 }, (_, at) => data.subarray(4 * at, 4 * at + 3).join())
  return colour => pixels.filter(pixel => pixel === colour).length / pixels.length
}
