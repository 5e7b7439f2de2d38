import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { demo as brand } from '../../../demo/platform/index.js'
import { PAGE_COOKIE } from '../../page-cookie.js'
import { proofOf } from '../../proof.js'
import { useDemo, type Visitor } from '../demo.js'
import { killTokens } from './calls.js'
import { openHostPage } from './host-page.js'

const visit = useDemo({ https: true })

/** The forms in which a secret may turn up: as it is, in a URL, and in base64, wherever in a longer text it began. */
function formsOf(secret: string): string[] {
  const inBase64 = [0, 1, 2].flatMap(shift => {
    const text = Buffer.from('x'.repeat(shift) + secret).toString('base64')
    // The first and last characters depend on what stands beside.
    const inner = text.slice(shift ? 4 : 0, -4)
    return [inner, inner.replaceAll('+', '-').replaceAll('/', '_')]
  })
  return [secret, encodeURIComponent(secret), ...inBase64]
}

/** The channels, of what was seen of a visit, in which one of the secrets is. */
const leaksIn = (seen: Record<string, string>, secrets: Iterable<string>) => {
  const forms = [...secrets].flatMap(formsOf)
  return Object.keys(seen).filter(channel => forms.some(form => seen[channel]!.includes(form)))
}

/** Listens to a visit: what it says aloud, and every token that the platform has handed to it. */
function listen({ context }: Visitor) {
  const tokens = new Set<string>()
  const urls: string[] = []
  const lines: string[] = []
  context.on('request', request => {
    urls.push(request.url(), request.headers().referer ?? '')
  })
  context.on('response', async response => {
    const token = response.headers()['x-svc-token']
    if (token) tokens.add(token)
  })
  context.on('console', message => lines.push(message.text()))
  context.on('weberror', error => lines.push(String(error.error().stack)))
  return { tokens, urls, lines }
}

/** Each place where a token or a proof must never be, and what is there. The page's own copy of the token is where it may be. */
async function look(page: Page, { urls, lines }: ReturnType<typeof listen>): Promise<Record<string, string>> {
  const cookies = await page.context().cookies()
  return {
    urls: urls.join('\n'),
    console: lines.join('\n'),
    cookies: JSON.stringify(cookies.filter(({ name }) => name !== 'svc_token' && !PAGE_COOKIE.test(name))),
    ...(await page.evaluate(readPage)),
  }
}

// Runs in the page, and so stands alone.
async function readPage() {
  // With which token waiting events are to be sent has a place of its own.
  const names = (await indexedDB.databases()).filter(({ name }) => !name!.endsWith(':senders'))
  const databases = await Promise.all(
    names.map(async ({ name }) => {
      const database = await new Promise<IDBDatabase>(resolve => {
        const request = indexedDB.open(name!)
        request.onsuccess = () => resolve(request.result)
      })
      const contents = Array.from(database.objectStoreNames, store => {
        const request = database.transaction(store).objectStore(store).getAll()
        return new Promise(resolve => request.addEventListener('success', () => resolve(request.result)))
      })
      return JSON.stringify(await Promise.all(contents))
    }),
  )
  const markup = (root: Document | ShadowRoot): string => {
    const shadows = Array.from(root.querySelectorAll('*'), ({ shadowRoot }) => shadowRoot && markup(shadowRoot))
    return Array.from(root.children, child => child.outerHTML).join('') + shadows.join('')
  }
  return {
    errors: Reflect.get(globalThis, 'texts').join('\n') as string,
    localStorage: JSON.stringify({ ...localStorage }),
    sessionStorage: JSON.stringify({ ...sessionStorage }),
    indexedDB: databases.join('\n'),
    history: JSON.stringify(history.state) + location.href + window.name,
    dom: markup(document),
  }
}

/** All that an error says, to whoever logs it. */
const HEAR_ERRORS = `window.texts = []
  window.write = error => { for (let each = error; each; each = each.cause) texts.push(String(each), each.stack, JSON.stringify(each), JSON.stringify(Object(each).parameters)) }`

/** A visit on which everything happens that has to do with a token or a proof, well and badly. */
async function eventfulVisit() {
  const visitor = await visit.newVisitor()
  const heard = listen(visitor)
  const { page } = visitor
  const email = `${randomUUID()}@example.com`
  const proofs: string[] = []
  await page.exposeFunction('sign', async () => {
    proofs.push(await proofOf({ email }))
    return proofs.at(-1)
  })
  const host = await openHostPage(page, visit.demo, { before: HEAR_ERRORS, options: '{ jwt: () => sign() }' })
  await page.evaluate(() => {
    const rewards = Reflect.get(globalThis, 'rewards')
    const write = Reflect.get(globalThis, 'write')
    rewards.addEventListener('error', (event: CustomEvent) => write(event.detail))
  })
  await host.call('zone', 'share_experience')
  await host.call('identify', { email })
  await host.call('verify')
  await killTokens(visit.demo)
  await host.call('profile.get')

  const forged = await proofOf({ email }, { secret: 'not-the-secret-of-the-brand-0123456789abcdef' })
  const malformed = `${forged.split('.')[0]}.unreadable-${randomUUID()}`
  for (const jwt of [forged, malformed]) expect(await host.refusal('verify', jwt)).toHaveProperty('code')
  await host.refusal('shareables.get', 'no-such-code')
  await page.route(/\/(events|zones|api\/.*)$/, route => route.abort())
  expect(await host.refusal('verify')).toMatchObject({ code: 'network_error' })
  await page.evaluate(() => void Reflect.get(globalThis, 'rewards').track('purchase', { cart_value: 7 }))
  await expect.poll(async () => (await look(page, heard)).indexedDB).toContain('cart_value')
  return { page, heard, secrets: () => [...heard.tokens, ...proofs, forged, malformed] }
}

describe('a token or a JWT', () => {
  test('appears only where it belongs, whatever happens', async () => {
    const { page, heard, secrets } = await eventfulVisit()
    expect(heard.tokens.size).toBeGreaterThanOrEqual(3)
    const seen = await look(page, heard)
    expect(seen.errors).toContain('jwt_authentication_error')
    expect(leaksIn(seen, secrets())).toEqual([])

    // The same search finds each leak that is planted on purpose, whatever form it has.
    const secret = secrets()[0]!
    const before = Object.keys(seen)
    await page.evaluate(async text => {
      await fetch(`/leak?text=${encodeURIComponent(text)}`).catch(() => {})
      console.log(`A token: ${text}`)
      // biome-ignore lint/suspicious/noDocumentCookie: a leak on purpose, as a page of today would make it.
      document.cookie = `leak=${btoa(text)}; Secure`
      Reflect.get(globalThis, 'texts').push(btoa(`{"x":"${text}"}`))
      localStorage.setItem('leak', btoa(`Bearer ${text}`))
      sessionStorage.setItem('leak', text)
      history.replaceState({ text }, '')
      document.body.append(document.createElement('p'))
      document.body.lastElementChild!.attachShadow({ mode: 'open' }).append(document.createElement('i'))
      document.body.lastElementChild!.shadowRoot!.firstElementChild!.setAttribute('title', text)
      await new Promise(resolve => {
        const request = indexedDB.open('leak', 1)
        request.onupgradeneeded = () => request.result.createObjectStore('leak').add({ text }, 1)
        request.onsuccess = resolve
      })
    }, secret)
    await expect.poll(async () => leaksIn(await look(page, heard), [secret])).toEqual(before)
  })

  test('of a landing address is sent to nobody else', async () => {
    const visitor = await visit.newVisitor()
    const heard = listen(visitor)
    const url = `${visit.demo.origins.program}/api/v5/token`
    const { access_token } = await (await visit.demo.platform.fetch(new Request(url, { method: 'POST' }))).json()
    const host = await openHostPage(visitor.page, visit.demo, {
      before: HEAR_ERRORS,
      path: `/host?access_token=${access_token}`,
    })
    await host.call('zone', 'share_experience')
    // The page's own address, and what it fetched before the SDK ran: the SDK itself.
    const [page, ...later] = heard.urls.filter(each => !each.includes('/sdk/') && each)
    expect(page).toContain(access_token)
    const sent = later.filter(each => !each.startsWith(`${visit.demo.origins.shop}/host?`))
    const seen = { ...(await look(visitor.page, heard)), urls: sent.join('\n') }
    expect(sent.length).toBeGreaterThan(0)
    expect(leaksIn(seen, [access_token])).toEqual([])
  })
})

describe('the published files', () => {
  /** Keys, tokens and JWTs as such, and what the local platform is opened with. */
  const SECRETS = [
    /eyJ[\w-]{8,}\.[\w-]{8,}/,
    /Bearer [\w-]{8,}/,
    /-----BEGIN/,
    /(?:secret|password|token)["']?\s*[:=]\s*["'][\w-]{12,}["']/i,
  ]
  const own = [brand.serverToken, brand.jwtKey.secret, brand.jwtKey.kid, brand.user.password]

  async function holders(folder: string): Promise<string[]> {
    const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter(file => file.isFile())
    const found: string[] = []
    for (const { name, parentPath } of files) {
      const text = await readFile(join(parentPath, name), 'utf8')
      if (SECRETS.some(secret => secret.test(text)) || own.some(secret => text.includes(secret))) found.push(name)
    }
    expect(files.length).toBeGreaterThan(0)
    return found
  }

  test('contain no bearer token and no key', async () => {
    expect(await holders(join(import.meta.dirname, '../../../dist'))).toEqual([])
    const folder = await mkdtemp(join(tmpdir(), 'rewards-leak-'))
    await writeFile(join(folder, 'one.js'), `fetch(url, { headers: { authorization: 'Bearer ${brand.serverToken}' } })`)
    await writeFile(join(folder, 'two.js'), `const token = "${randomUUID()}"`)
    await writeFile(join(folder, 'three.js'), `send('${await proofOf({})}')`)
    await writeFile(join(folder, 'clean.js'), 'headers.authorization = "Bearer " + access_token')
    expect((await holders(folder)).sort()).toEqual(['one.js', 'three.js', 'two.js'])
    await rm(folder, { recursive: true })
  })
})
