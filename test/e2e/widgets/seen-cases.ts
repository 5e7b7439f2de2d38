// What a visitor sees of zones on pages that are written by hand. The tests run in each browser: see seen.test.ts and seen-engines.test.ts.

import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { mailsTo } from '../../mails.js'
import { SOON } from '../../soon.js'
import { publish } from '../../widgets/published.js'
import { useDemo } from '../demo.js'
import type { Tab } from '../tab.js'

const CTA = { widget: 'cta', style: 'banner', text: 'Give $20, get $20', opens: { zone: 'share_experience' } }

const REWARDS = {
  widget: 'rewards',
  rewards: [{ state: 'FULFILLED', partner_reward_id: 'FERN-2041', partner_reward_key_type: 'COUPON' }],
}

const STATS = { widget: 'stats', totals: { earned: { value: 10, type: 'USD' } } }

export function describeSeen(newTab: () => Promise<Tab>) {
  /** The pages of the test, by path. */
  const pages = new Map<string, string>()
  /** What happens to the requests for a path of the platform instead. */
  const detours = new Map<string, (answer: () => Response | Promise<Response>) => Response | Promise<Response>>()
  const visit = useDemo({
    https: true,
    wrapSite: site => request => {
      const { pathname } = new URL(request.url)
      const page = pages.get(pathname)
      if (page) return new Response(page, { headers: { 'content-type': 'text/html' } })
      const detour = request.method === 'OPTIONS' ? undefined : detours.get(pathname)
      return detour ? detour(() => site(request)) : site(request)
    },
  })

  beforeAll(async () => {
    const { platform } = visit.demo
    await publish(platform, 'seen_banner', CTA)
    await publish(platform, 'seen_nowhere', { ...CTA, opens: { zone: 'no_such_zone' } })
    await publish(platform, 'seen_slot', { ...CTA, opens: { zone: 'seen_of_the_page' } })
    await publish(platform, 'seen_of_the_page', { headline: 'Ours' })
    await publish(platform, 'seen_rewards', REWARDS)
    await publish(platform, 'seen_stack', { widget: 'stack', items: [REWARDS] })
    await publish(platform, 'seen_verify', { widget: 'verify' })
    await publish(platform, 'seen_stats', STATS)
    await publish(platform, 'seen_stats_banner', { ...CTA, opens: { zone: 'seen_stats' } })
    await publish(platform, 'seen_status', { widget: 'reward-status', reward_name: 'not\u0001a name' })
  })

  afterEach(() => detours.clear())

  /** Opens a page with this body. `window.heard` collects the messages of the runtime's errors. */
  async function open(tab: Tab, body: string) {
    const path = `/seen/${pages.size}`
    pages.set(
      path,
      `<!doctype html><html lang="en"><title>Seen</title><script>window.heard = []; window.rewards = [];
     rewards.push(r => r.addEventListener('error', ({ detail }) => heard.push(detail.message)))</script>
     <script async src="${visit.demo.origins.program}/rewards.js"></script><body>\n${body}\n</body></html>`,
    )
    await tab.open(`${visit.demo.origins.shop}${path}`)
  }

  /** The size of what matches in the zone of that name. Zeros if there is nothing. */
  const sizeOf = async (tab: Tab, zone: string, selector: string) =>
    (await tab.evaluate(`(() => {
    const found = document.querySelector('rewards-zone[name=${zone}]').shadowRoot?.querySelector('${selector}')
    const { width = 0, height = 0 } = found?.getBoundingClientRect() ?? {}
    return [width, height]
  })()`)) as [width: number, height: number]

  const inZone = (zone: string, selector: string) =>
    `document.querySelector('rewards-zone[name=${zone}]').shadowRoot.querySelector('${selector}')`

  /** Resolves when the banner of a cta has its full height. */
  const seeBanner = (tab: Tab, zone: string) =>
    expect.poll(() => sizeOf(tab, zone, '[part=banner]').then(([, height]) => height), SOON).toBeGreaterThan(40)

  /** Presses the banner of a cta, once it is there. */
  async function press(tab: Tab, zone: string) {
    await seeBanner(tab, zone)
    await tab.evaluate(`(banner => { banner.focus(); banner.click() })(${inZone(zone, '[part=banner]')})`)
  }

  /** `window.actions` collects what the visitor does from now on. */
  const collectActions = (tab: Tab) =>
    tab.evaluate(
      `(window.actions = [], document.addEventListener('rewards:action', ({ detail }) => actions.push(detail.action)), 0)`,
    )

  /** Identifies a new consumer, and returns their email address. */
  async function identify(tab: Tab) {
    const email = `seen-${randomUUID()}@example.com`
    await tab.evaluate(
      `new Promise(resolve => { rewards.push(resolve) }).then(r => r.identify({ email: '${email}' })).then(() => 0)`,
    )
    return email
  }

  /** Confirms the address with the link in the consumer's email, as in another tab, and comes back. */
  async function confirmElsewhere(tab: Tab, email: string) {
    const link = /https?:\S+/.exec((await mailsTo(visit.demo.platform, email)).at(-1)!.body)![0]
    await visit.demo.platform.fetch(new Request(link, { method: 'POST' }))
    await tab.evaluate(`(document.dispatchEvent(new Event('visibilitychange')), 0)`)
  }

  const requestEmail = (tab: Tab) => tab.evaluate('Promise.resolve(rewards.requestVerificationEmail()).then(() => 0)')

  /** The first element with this selector, inside any shadow root of the zone. */
  const deepIn = (zone: string, selector: string) =>
    `(function find(root) {
    if (!root) return null
    const here = root.querySelector('${selector}')
    if (here) return here
    for (const { shadowRoot } of root.querySelectorAll('*')) {
      const found = find(shadowRoot)
      if (found) return found
    }
    return null
  })(document.querySelector('rewards-zone[name=${zone}]').shadowRoot)`

  /** Focuses an element. From then on, `window.lost` counts the frames in which nothing has the focus. */
  const WATCH_FOCUS = `element => {
  element.focus()
  window.lost = 0
  const look = () => {
    if (document.activeElement === document.body) lost++
    requestAnimationFrame(look)
  }
  look()
}`

  /** Focuses an element of the zone as soon as it is there. */
  async function focusIn(tab: Tab, zone: string, selector: string) {
    await expect.poll(() => tab.evaluate(`Boolean(${deepIn(zone, selector)})`), SOON).toBe(true)
    await tab.evaluate(`(${WATCH_FOCUS})(${deepIn(zone, selector)})`)
    expect(await tab.evaluate('document.activeElement.localName')).toBe('rewards-zone')
  }

  /** Holds answers back until it opens. */
  function newGate() {
    let open = () => {}
    const opened = new Promise<void>(resolve => {
      open = resolve
    })
    return { open, opened }
  }

  const focus = (tab: Tab) => tab.evaluate('[document.activeElement.localName, lost]')

  const heard = (tab: Tab) => tab.evaluate('heard')

  test.each([
    ['line breaks', '\n\n'],
    ['text', 'Loading'],
    ['a comment and a script', '\n<!-- here --><script>0</script>\n'],
  ])('a cta whose element contains %s has a button', async (_, content) => {
    const tab = await newTab()
    await open(tab, `<p>Above</p><rewards-zone name="seen_banner">${content}</rewards-zone><p>Below</p>`)
    await seeBanner(tab, 'seen_banner')
  })

  test('a page that is written with <rewards-zone /> stays readable, and the mistake is reported', async () => {
    const tab = await newTab()
    await open(tab, '<rewards-zone name="seen_banner" />\n<p>First</p>\n<p><a id="link" href="#there">Second</a></p>')
    await seeBanner(tab, 'seen_banner')
    await expect
      .poll(() => heard(tab), SOON)
      .toEqual([
        'Zone "seen_banner": its element contains the rest of the page, because HTML reads <rewards-zone /> as a start tag. Write <rewards-zone name="seen_banner"></rewards-zone>',
      ])
    expect(
      await tab.evaluate(`[...document.querySelectorAll('p')].map(({ offsetHeight }) => offsetHeight > 0)`),
    ).toEqual([true, true])
    // The rest of the page is no button.
    await tab.evaluate(`document.querySelector('#link').click()`)
    expect(await tab.evaluate('location.hash')).toBe('#there')
    expect(await sizeOf(tab, 'seen_banner', 'dialog')).toEqual([0, 0])
  })

  test('the rest of such a page is readable, too, if the zone is empty', async () => {
    const tab = await newTab()
    await open(tab, '<rewards-zone name="no_such_zone" />\n<p>First</p>\n<p>Second</p>')
    await expect.poll(() => heard(tab), SOON).toHaveLength(1)
    expect(await tab.evaluate(`document.querySelector('p').offsetHeight > 0`)).toBe(true)
  })

  test('the same mistake in a part of the page is reported, too', async () => {
    const tab = await newTab()
    await open(tab, '<main>\n<rewards-zone name="seen_verify" />\n<p>First</p>\n</main>\n<p>Second</p>')
    await expect
      .poll(() => heard(tab), SOON)
      .toEqual([
        'Zone "seen_verify": its element contains elements of the page that it does not show, or shows as its button. If it is written <rewards-zone />, which HTML reads as a start tag, write <rewards-zone name="seen_verify"></rewards-zone>',
      ])
  })

  test.each(['', '#12', 'none', 5])('a theme whose accent is %j leaves the main button its color', async accent => {
    const tab = await newTab()
    const theme = JSON.stringify({ accent, text: '', radius: 6, minHeight: 40 })
    await open(tab, `<rewards-zone name="seen_banner" theme='${theme}'></rewards-zone>`)
    await seeBanner(tab, 'seen_banner')
    const look = `(({ backgroundColor, borderTopLeftRadius }) => [backgroundColor, borderTopLeftRadius])(
      getComputedStyle(document.querySelector('rewards-zone').shadowRoot.querySelector('[part=banner]')))`
    expect(await tab.evaluate(look)).toEqual(['rgb(68, 102, 232)', '6px'])
    // An empty value is not set.
    const problem = `Zone "seen_banner": theme.accent must be a color; got ${accent === 5 ? 'a value of type number' : `"${accent}"`}`
    await expect.poll(() => heard(tab), SOON).toEqual(accent ? [problem] : [])
  })

  test.each([
    'seen_nowhere',
    'seen_slot',
  ])('the dialog of %s, whose zone is empty, says so and can be closed', async name => {
    const tab = await newTab()
    await open(tab, `<rewards-zone name="${name}"></rewards-zone>`)
    await press(tab, name)
    await expect.poll(() => sizeOf(tab, name, '[part=empty]').then(([, height]) => height), SOON).toBeGreaterThan(10)
    expect(await tab.evaluate(`${inZone(name, '[part=empty]')}.textContent`)).toBe('We couldn’t load this content.')
    const isOnTop = `(() => {
      const close = ${inZone(name, '[part=close]')}, { left, top, width, height } = close.getBoundingClientRect()
      const dialog = close.closest('dialog').getBoundingClientRect()
      return [close.getRootNode().elementFromPoint(left + width / 2, top + height / 2) === close ||
        close.contains(close.getRootNode().elementFromPoint(left + width / 2, top + height / 2)), dialog.height >= height]
    })()`
    expect(await tab.evaluate(isOnTop)).toEqual([true, true])
    await tab.evaluate(`${inZone(name, '[part=close]')}.click()`)
    await expect.poll(() => tab.evaluate(`${inZone(name, 'dialog')}.open`), SOON).toBe(false)
  })

  test.each([
    'ltr',
    'rtl',
  ])('the text of an empty dialog is beside its close button, on a page that is %s', async dir => {
    const tab = await newTab()
    const messages = JSON.stringify({ failed: 'Long '.repeat(200) })
    await open(tab, `<div dir="${dir}"><rewards-zone name="seen_nowhere" messages='${messages}'></rewards-zone></div>`)
    await press(tab, 'seen_nowhere')
    await expect
      .poll(() => sizeOf(tab, 'seen_nowhere', '[part=empty]').then(([, height]) => height), SOON)
      .toBeGreaterThan(10)
    const overlaps = `(() => {
      const text = document.createRange()
      text.selectNodeContents(${inZone('seen_nowhere', '[part=empty]')})
      const { left, right, bottom, top } = ${inZone('seen_nowhere', '[part=close]')}.getBoundingClientRect()
      return [...text.getClientRects()].some(line => line.left < right && line.right > left && line.top < bottom && line.bottom > top)
    })()`
    expect(await tab.evaluate(overlaps)).toBe(false)
  })

  test('a double click on a cta opens its dialog, which stays open, and counts once', async () => {
    const tab = await newTab()
    await open(tab, '<rewards-zone name="seen_banner"></rewards-zone>')
    await seeBanner(tab, 'seen_banner')
    await collectActions(tab)
    const [x, y] = (await tab.evaluate(
      `(({ left, top }) => [left + 20, top + 20])(${inZone('seen_banner', '[part=banner]')}.getBoundingClientRect())`,
    )) as [number, number]
    // The second click hits what is above the banner as soon as the dialog is open.
    await tab.evaluate(`void (window.clickedTwice = new Promise(resolve => {
      const clickAgain = () => {
        const dialog = ${inZone('seen_banner', 'dialog')}
        if (!dialog?.open) return requestAnimationFrame(clickAgain)
        for (const type of ['pointerdown', 'click']) dialog.dispatchEvent(new PointerEvent(type, { bubbles: true, composed: true }))
        ${inZone('seen_banner', '[part=banner]')}.click()
        resolve(true)
      }
      clickAgain()
    }))`)
    await tab.click(x, y)
    expect(await tab.evaluate('clickedTwice')).toBe(true)
    expect(await tab.evaluate(`${inZone('seen_banner', 'dialog')}.open`)).toBe(true)
    expect(await tab.evaluate('actions')).toEqual(['open'])
    // Later, a click outside closes it.
    await expect
      .poll(async () => {
        await tab.evaluate(`(dialog => {
          for (const type of ['pointerdown', 'click']) dialog.dispatchEvent(new PointerEvent(type, { bubbles: true, composed: true }))
        })(${inZone('seen_banner', 'dialog')})`)
        return tab.evaluate(`${inZone('seen_banner', 'dialog')}.open`)
      }, SOON)
      .toBe(false)
  })

  test.each([
    ['the page changes its data', `document.querySelector('rewards-zone').data = { sku: 'fern' }`],
    ['the person logs out', 'rewards.logout()'],
  ])('an open dialog is closed when %s: the focus stays in the zone, and the page is told', async (_, change) => {
    const tab = await newTab()
    await open(tab, '<rewards-zone name="seen_banner"></rewards-zone>')
    await tab.evaluate(
      `new Promise(resolve => { rewards.push(resolve) }).then(() => rewards.identify({ email: 'seen-' + Math.random() + '@example.com' })).then(() => 0)`,
    )
    await press(tab, 'seen_banner')
    await expect.poll(() => tab.evaluate(`${inZone('seen_banner', 'dialog')}?.open`), SOON).toBe(true)
    await collectActions(tab)
    await tab.evaluate(`Promise.resolve(${change}).then(() => 0)`)
    await expect.poll(() => tab.evaluate(`Boolean(${inZone('seen_banner', 'dialog')})`), SOON).toBe(false)
    await expect.poll(() => tab.evaluate('actions'), SOON).toEqual(['close'])
    await expect.poll(() => tab.evaluate('document.activeElement.localName'), SOON).toBe('rewards-zone')
  })

  test.each([
    ['the page sets its name', `document.querySelector('rewards-zone').name = 'seen_nowhere'`],
    ['the page sets its data', `document.querySelector('rewards-zone').data = { sku: 'fern' }`],
    ['another person comes', `rewards.identify({ email: 'seen-' + Math.random() + '@example.com' })`],
    ['the person logs out', 'rewards.logout()'],
  ])('the focus on a button of a zone stays in the zone when %s', async (_, change) => {
    const tab = await newTab()
    await open(tab, '<rewards-zone name="seen_banner"></rewards-zone>')
    await identify(tab)
    await focusIn(tab, 'seen_banner', '[part=banner]')
    await tab.evaluate(`(window.before = ${inZone('seen_banner', '[part=banner]')}, 0)`)
    await tab.evaluate(`Promise.resolve(${change}).then(() => 0)`)
    const root = `document.querySelector('rewards-zone').shadowRoot`
    await expect
      .poll(() => tab.evaluate(`![null, before].includes(${root}.querySelector('[part=banner]'))`), SOON)
      .toBe(true)
    // The next press of Tab continues there.
    expect([await focus(tab), await tab.evaluate(`${root}.activeElement.part.value`)]).toEqual([
      ['rewards-zone', 0],
      'zone',
    ])
  })

  const WAY = '[part=ways] button'
  const CODE = '[part~=reward]'

  test.each([
    ['the card of a zone', 'seen_rewards'],
    ['the card of an item of a stack', 'seen_stack'],
  ])('%s that asks for a confirmation keeps the focus in the zone when the person confirms elsewhere', async (_, zone) => {
    const tab = await newTab()
    await open(tab, `<rewards-zone name="${zone}"></rewards-zone>`)
    const email = await identify(tab)
    await requestEmail(tab)
    await focusIn(tab, zone, WAY)
    await confirmElsewhere(tab, email)
    await expect.poll(() => tab.evaluate(`Boolean(${deepIn(zone, CODE)})`), SOON).toBe(true)
    expect(await focus(tab)).toEqual(['rewards-zone', 0])
  })

  test.each([
    'seen_rewards',
    'seen_verify',
  ])('the form of %s that asks for an address keeps the focus in the zone when another tab identifies the person', async zone => {
    const tab = await newTab()
    await open(tab, `<rewards-zone name="${zone}"></rewards-zone>`)
    await expect.poll(() => tab.evaluate(`Boolean(document.querySelector('rewards-zone input'))`), SOON).toBe(true)
    await tab.evaluate(`(${WATCH_FOCUS})(document.querySelector('rewards-zone input'))`)
    expect(await focus(tab)).toEqual(['input', 0])
    await identify(tab)
    await expect.poll(() => tab.evaluate(`Boolean(${deepIn(zone, WAY)})`), SOON).toBe(true)
    expect(await focus(tab)).toEqual(['rewards-zone', 0])
  })

  test('the focus stays in the zone when the person confirms elsewhere while the card requests an email', async () => {
    const tab = await newTab()
    await open(tab, '<rewards-zone name="seen_rewards"></rewards-zone>')
    const email = await identify(tab)
    await requestEmail(tab)
    const zones = newGate()
    const emails = newGate()
    await focusIn(tab, 'seen_rewards', WAY)
    detours.set('/api/v4/me/send-verification-email', answer => emails.opened.then(answer))
    detours.set('/zones', answer => zones.opened.then(answer))
    await tab.evaluate(`(${deepIn('seen_rewards', WAY)}.click(), 0)`)
    const [, height] = await sizeOf(tab, 'seen_rewards', '.zone')
    await confirmElsewhere(tab, email)
    await expect.poll(() => tab.evaluate('rewards.consumer.level'), SOON).toBe('verified')
    // The answer about the email draws the card again, before the zone has loaded again.
    emails.open()
    await expect.poll(() => tab.evaluate(`Boolean(${deepIn('seen_rewards', WAY)})`), SOON).toBe(false)
    expect(await focus(tab)).toEqual(['rewards-zone', 0])
    // The page below the card does not jump.
    expect(Math.abs((await sizeOf(tab, 'seen_rewards', '.zone'))[1] - height)).toBeLessThan(1)
    zones.open()
    await expect.poll(() => tab.evaluate(`Boolean(${deepIn('seen_rewards', CODE)})`), SOON).toBe(true)
    expect(await focus(tab)).toEqual(['rewards-zone', 0])
  })

  test('a dialog writes money as the page around it does', async () => {
    const tab = await newTab()
    await open(
      tab,
      '<main lang="en-CA"><rewards-zone name="seen_stats"></rewards-zone><rewards-zone name="seen_stats_banner"></rewards-zone></main>',
    )
    const email = await identify(tab)
    await requestEmail(tab)
    await confirmElsewhere(tab, email)
    await tab.evaluate('rewards.recognize().then(() => 0)')
    await press(tab, 'seen_stats_banner')
    const earned = (zone: string) => tab.evaluate(`${deepIn(zone, 'dd')}?.textContent`)
    await expect.poll(() => earned('seen_stats_banner'), SOON).toBe('US$10')
    await expect.poll(() => earned('seen_stats'), SOON).toBe('US$10')
  })

  test('"Check again" of a reward whose status cannot be loaded keeps the focus in the zone, also if it fails again', async () => {
    const tab = await newTab()
    let failures = 0
    // The platform refuses the name of the reward.
    detours.set('/api/v4/me/rewards/status', async answer => {
      const response = await answer()
      if (response.status === 400) failures++
      return response
    })
    await open(tab, '<rewards-zone name="seen_status"></rewards-zone>')
    const email = await identify(tab)
    await requestEmail(tab)
    await confirmElsewhere(tab, email)
    await tab.evaluate('rewards.recognize().then(() => 0)')
    await focusIn(tab, 'seen_status', '[part~=unknown] button')
    const before = failures
    await tab.evaluate(`(${deepIn('seen_status', 'button')}.click(), 0)`)
    await expect.poll(() => failures, SOON).toBeGreaterThan(before)
    await expect
      .poll(() => tab.evaluate(`Boolean(${deepIn('seen_status', '[part~=unknown] button')})`), SOON)
      .toBe(true)
    expect(await focus(tab)).toEqual(['rewards-zone', 0])
  })
}
