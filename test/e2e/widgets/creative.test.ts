import type { Frame, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { SOON } from '../../soon.js'
import { heard, LISTEN, openBarePage } from '../bare-page.js'
import { useDemo } from '../demo.js'
import { fillZones } from './zone-content.js'

const visit = useDemo()
const shell = () => `${visit.demo.origins.program}/rewards-creative.html`

const BODY = '<rewards-zone name="creative"></rewards-zone>'

/** A page under the strict policy, with the creative in it. */
async function open(html: string, { body = BODY, blocked = '' } = {}) {
  const visitor = await visit.newVisitor({ viewport: { width: 600, height: 800 } })
  await fillZones(visitor.page, visit.demo, { creative: html })
  if (blocked) await visitor.page.route(`**/${blocked}`, route => route.abort())
  await openBarePage(visitor.page, visit.demo, { body, before: LISTEN })
  return visitor
}

async function frameOf(page: Page): Promise<Frame> {
  await page.locator('iframe').waitFor({ state: 'attached' })
  return (await (await page.locator('iframe').elementHandle())!.contentFrame())!
}

const heightOf = (page: Page) => page.locator('iframe').evaluate(frame => frame.clientHeight)

describe('an HTML creative', () => {
  test('is shown in its full height, with its own styles and scripts, under the page’s strict policy', async () => {
    const { page, complaints } =
      await open(`<!doctype html><html><head><style>body { margin: 0 } p { height: 100px; margin: 0; color: rgb(1, 2, 3) }</style></head>
      <body><p>Plain</p><script>document.querySelector('p').textContent = 'Scripted'</script></body></html>`)
    const frame = await frameOf(page)
    await frame.getByText('Scripted').waitFor()
    expect(await frame.locator('p').evaluate(p => getComputedStyle(p).color)).toBe('rgb(1, 2, 3)')
    await expect.poll(() => heightOf(page), SOON).toBe(100)
    await frame.locator('p').evaluate(p => {
      p.style.height = '340px'
    })
    await expect.poll(() => heightOf(page), SOON).toBe(340)
    await frame.locator('p').evaluate(p => {
      p.style.height = '50px'
    })
    await expect.poll(() => heightOf(page), SOON).toBe(50)
    // A content that is as high as it is wide, however often the width changes.
    await frame.locator('p').evaluate(p => {
      p.style.height = '100vw'
    })
    for (const width of [500, 400, 300, 200, 500]) {
      await page.setViewportSize({ width, height: 800 })
      const excess = () => page.locator('iframe').evaluate(frame => frame.clientHeight - frame.clientWidth)
      await expect.poll(excess, SOON).toBe(0)
    }

    // Hidden, it has no height; shown again, it has that of its content at that time.
    const zone = page.locator('rewards-zone')
    await zone.evaluate(node => node.toggleAttribute('hidden', true))
    await frame.locator('p').evaluate(p => {
      p.style.height = '120px'
    })
    await zone.evaluate(node => node.toggleAttribute('hidden', false))
    await expect.poll(() => heightOf(page), SOON).toBe(120)
    // A frame that is moved loads again, and connects again.
    await zone.evaluate(node => {
      document.body.append(document.createElement('hr'), node)
    })
    await (await frameOf(page)).getByText('Scripted').waitFor()
    await expect.poll(() => heightOf(page), SOON).toBe(100)
    expect(complaints).toEqual([])
  })

  test('is shown on a page with mistakes where the file that explains mistakes is blocked', async () => {
    const body = '<rewards-zone></rewards-zone><rewards-zone name="creative" widget="shaer"></rewards-zone>'
    const { page } = await open('<p>Shown</p>', { body, blocked: 'reports.js*' })
    await (await frameOf(page)).getByText('Shown').waitFor()
    expect(await heard(page)).toEqual([])
    expect(await page.locator('rewards-zone').first().getByRole('button').count()).toBe(0)
  })

  test('that is always a little higher than its frame does not grow for ever', async () => {
    const { page } = await open('<body style="margin: 8px"><div style="height: 100vh">High</div>')
    const frame = await frameOf(page)
    await frame.getByText('High').waitFor()
    const seen: number[] = []
    // Its own clock: as many frames as it would take to grow by a screen.
    for (let frames = 0; frames < 60; frames++) {
      await frame.evaluate(() => new Promise(requestAnimationFrame))
      seen.push(await heightOf(page))
    }
    expect(new Set(seen.slice(-20)).size).toBe(1)
    // From the height of its placeholder, it has grown a few times by the margins of its body. A slow frame may grow twice before it is told.
    const growth = seen.at(-1)! - 23 * 16
    expect(growth).toBeGreaterThan(0)
    expect(growth).toBeLessThanOrEqual(6 * 16)
  })

  test('that reports a false height is at most as high as ten screens, and breaks nothing', async () => {
    const { page, complaints } = await open(`<p>Liar</p><script>
      const { postMessage } = MessagePort.prototype
      MessagePort.prototype.postMessage = function () {
        for (const lie of [5n, -5, NaN, 'x', {}, null, 1e9]) postMessage.call(this, lie)
      }</script>`)
    await expect.poll(() => page.locator('iframe').evaluate(frame => frame.style.height), SOON).toBe('10000px')
    expect(complaints).toEqual([])
  })

  test('opens its links in a new tab without a sandbox, which cannot reach back, and scrolls to its own places', async () => {
    const { page, context, complaints } = await open(
      `<a href="#end"><b>How it works</b></a><a href="https://elsewhere.example/offer" target="_self"><b>Take it</b></a>
        <p style="height: 11000px"></p><p id="end">The end</p>`,
    )
    await context.route('https://elsewhere.example/**', route =>
      route.fulfill({ contentType: 'text/html', body: '<title>Elsewhere</title>' }),
    )
    const frame = await frameOf(page)
    await frame.getByRole('link', { name: 'How it works' }).click()
    await expect.poll(() => frame.evaluate(() => scrollY), SOON).toBeGreaterThan(0)
    expect(context.pages()).toHaveLength(1)
    const [tab] = await Promise.all([
      context.waitForEvent('page'),
      frame.getByRole('link', { name: 'Take it' }).click(),
    ])
    await tab.waitForURL('https://elsewhere.example/offer')
    expect(await tab.evaluate(() => [self.origin, opener, document.referrer])).toEqual([
      'https://elsewhere.example',
      null,
      '',
    ])
    expect(page.url()).toMatch(/\/bare$/)
    expect(complaints).toEqual([])
  })

  test('is sent to no other frame of the page', async () => {
    const { page } = await open('<p>For Ada</p>')
    await (await frameOf(page)).getByText('For Ada').waitFor()
    const advertisement = await page.evaluateHandle(() => {
      const frame = document.createElement('iframe')
      frame.setAttribute('sandbox', 'allow-scripts')
      const sent: unknown[] = []
      MessagePort.prototype.postMessage = (message: unknown) => void sent.push(message)
      const asked = new Promise(resolve => addEventListener('message', ({ data }) => data === 'asked' && resolve(sent)))
      document.body.append(frame)
      return Object.assign(frame, { asked })
    })
    const frame = await advertisement.contentFrame()
    await frame!.evaluate(() => {
      parent.postMessage('rewards:creative', '*', [new MessageChannel().port1])
      parent.postMessage('asked', '*')
    })
    expect(await advertisement.evaluate(({ asked }) => asked)).toEqual([])
  })

  test('has no access to the page: no document, cookie, storage, token or navigation', async () => {
    const { page, context } = await open('<p>Quiet</p>')
    const frame = await frameOf(page)
    await frame.getByText('Quiet').waitFor()
    await expect.poll(async () => (await context.cookies()).length, SOON).toBeGreaterThan(0)
    const reached = await frame.evaluate(() => {
      const attempts: Record<string, () => unknown> = {
        document: () => parent.document.body,
        runtime: () => Reflect.get(parent, 'rewards'),
        cookie: () => document.cookie,
        storage: () => localStorage.length,
        database: () => indexedDB.open('x'),
        frameElement: () => frameElement,
        top: () => {
          top!.location.href = 'https://elsewhere.example/'
        },
        parent: () => parent.location.replace('https://elsewhere.example/'),
        alert: () => Reflect.get(window, 'tried'),
      }
      return Object.entries(attempts).flatMap(([name, attempt]) => {
        try {
          return attempt() ? [name] : []
        } catch {
          return []
        }
      })
    })
    expect(reached).toEqual([])
    expect(await frame.evaluate(() => [self.origin, document.referrer])).toEqual(['null', ''])
    expect(page.url()).toMatch(/\/bare$/)
    const token = (await context.cookies()).find(({ name }) => name === 'svc_token')!.value
    expect(await frame.content()).not.toContain(token)
    expect(frame.url()).not.toContain(token)
  })

  test('is not shown if the page’s policy forbids its frame, and this is reported', async () => {
    const { page } = await visit.newVisitor()
    const { shop, program } = visit.demo.origins
    await fillZones(page, visit.demo, { creative: '<p>Not here</p>' })
    await page.route(`${shop}/frameless`, route =>
      route.fulfill({
        contentType: 'text/html',
        headers: {
          'content-security-policy': `default-src 'none'; script-src 'nonce-a' 'strict-dynamic'; connect-src ${program}`,
        },
        body: `<!doctype html><script nonce="a">window.heard = []; ${LISTEN}</script>
          <script async nonce="a" src="${program}/rewards.js"></script>${BODY}`,
      }),
    )
    await page.goto(`${shop}/frameless`)
    await expect.poll(() => heard(page), SOON).toEqual(['unsupported_content'])
    expect(await page.locator('iframe').count()).toBe(0)
  })
})

test('an HTML creative is shown in an app that bundles the widgets', async () => {
  const { page, complaints } = await visit.newVisitor()
  await fillZones(page, visit.demo, { creative: '<p>Bundled</p>' })
  await page.goto(`${visit.demo.origins.shop}/app/`)
  await page.waitForFunction(() => customElements.get('rewards-zone'))
  await page.evaluate(() => {
    document.body.append(Object.assign(document.createElement('rewards-zone'), { name: 'creative' }))
  })
  await (await frameOf(page)).getByText('Bundled').waitFor()
  expect(complaints).toEqual([])
})

describe('the page of creatives', () => {
  test('shows nothing outside of a sandbox, where a creative would have the program’s origin', async () => {
    const { page } = await visit.newVisitor()
    await page.addInitScript(() => {
      const said: unknown[] = []
      Reflect.set(window, 'said', said)
      addEventListener('message', ({ data }) => said.push(data))
      // After whatever the shell has said.
      addEventListener('load', () => postMessage('the end', '*'))
    })
    await page.goto(shell())
    await expect.poll(() => page.evaluate(() => Reflect.get(window, 'said')), SOON).toEqual(['the end'])
  })
})
