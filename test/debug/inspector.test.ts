// @vitest-environment happy-dom
import { readFile } from 'node:fs/promises'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { recordedCalls } from '../../debug/call-log.js'
import { FIXES } from '../../debug/fixes.js'
import { openInspector, recordCalls } from '../../debug/index.js'
import { createRecorder } from '../../debug/recorder.js'
import { fixtures } from '../../testing/index.js'
import { SOON } from '../soon.js'
import { type InspectedPage, openInspectedPage } from './inspected-page.js'

let page: InspectedPage

afterEach(() => {
  page.inspector.close()
  page.rewards.destroy()
})

/** Holds what the inspector asks the browser for in each read. */
function holdReads() {
  const reads: string[] = []
  let endRead!: () => void
  const held = new Promise<void>(resolve => {
    endRead = resolve
  })
  const request = async (name: string, ...rest: unknown[]) => {
    if (name.startsWith('rewards-inspector:')) {
      reads.push(name)
      await held
    }
    return (rest.at(-1) as () => unknown)()
  }
  vi.stubGlobal('navigator', Object.create(navigator, { locks: { value: { request, query: async () => ({}) } } }))
  onTestFinished(() => void vi.unstubAllGlobals())
  return { reads, endRead }
}

const shows = (...texts: string[]) =>
  vi.waitFor(() => {
    const text = page.root.textContent
    for (const each of texts) expect(text).toContain(each)
  }, SOON)

describe('the inspector shows', () => {
  test('the level, the age of the token and the carrier', async () => {
    page = openInspectedPage({ consumer: fixtures.consumer })
    await page.rewards.recognize()
    await shows('verified', 'VERIFIED_CONSUMER', 'arrived just now', 'Expires in', 'header', 'may store')
  })

  test('a zone with its time, its fields and the campaign', async () => {
    page = openInspectedPage({ zones: { share_experience: fixtures.share } })
    await page.rewards.zone('share_experience', { cart_value: 4711 })
    await shows('Zones1')
    page.show('Zones')
    await shows('share_experience', 'headline', 'test-campaign', 'Sent for targeting: cart_value')
  })

  test('a zone without content, and the warning about it', async () => {
    page = openInspectedPage()
    await page.rewards.zone('missing')
    page.rewards.report('no_creative', 'Zone "missing" has no content')
    await shows('Zones1', 'Problems1')
    page.show('Problems')
    await shows('no_creative', 'Zone "missing" has no content')
    expect(page.root.querySelector('a')?.href).toMatch(/errors\.md#no_creative$/)
  })

  test('a failed call with its status, code and unique_id, and the problem', async () => {
    page = openInspectedPage()
    page.platform.fail('/zones', { status: 403, code: 'access_denied' })
    await expect(page.rewards.zone('offer')).rejects.toThrow()
    await shows('Problems1')
    page.show('Calls')
    await shows('POST /zones', '200', 'access_denied')
    page.show('Problems')
    await shows('access_denied', 'may name a person', 'Allow the origin of the page')
  })

  test('for each fix a code that the documentation explains', async () => {
    page = openInspectedPage()
    const errors = await readFile('docs/errors.md', 'utf8')
    for (const code of Object.keys(FIXES)) expect(errors).toContain(`\n### \`${code}\`\n`)
  })

  test('a first call that nothing answers', async () => {
    page = openInspectedPage()
    page.platform.fail('/zones', 'network_error')
    await expect(page.rewards.zone('offer')).rejects.toThrow('cannot be reached')
    await shows('Calls1', 'Problems1')
  })

  test('an event that waits, with its attempts and the last failure', async () => {
    page = openInspectedPage()
    const restore = page.platform.fail('/events', { status: 503 })
    const tracked = page.rewards.track('purchase', { cart_value: 48 })
    await shows('Events1')
    page.show('Events')
    await shows('purchase', '503', 'Attempts of this page: ', 'Data: cart_value')
    restore()
    await page.rewards.flush()
    await tracked
    await shows('No event waits.')
  })
})

test('the console still shows a problem that nobody but the inspector has heard', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  page = openInspectedPage()
  page.rewards.report('invalid_argument', 'A mistake of the page')
  await vi.waitFor(() => expect(warn).toHaveBeenCalledWith(expect.stringContaining('A mistake of the page')), SOON)
  await shows('Problems1')
  warn.mockRestore()
})

test.each<[what: string, answer: unknown]>([
  ['no Response', undefined],
  ['a Response whose headers cannot be listed', { status: 200, headers: { get: () => null }, text: async () => '' }],
])('a fetch that returns %s is left to the runtime', async (_, answer) => {
  page = openInspectedPage()
  const fetch = recordCalls((async () => answer) as never)
  expect(await fetch('https://share.brand.example/zones')).toBe(answer)
  const failing = recordCalls(() => Promise.reject(new TypeError('Failed to fetch')))
  await expect(failing('https://share.brand.example/zones')).rejects.toThrow('Failed to fetch')
})

test.each(['granted', 'denied', 'unset'])('a call keeps the consent that its answer names: %s', async consent => {
  page = openInspectedPage()
  const fetch = recordCalls(async () => new Response('', { headers: { 'x-svc-cookie-consent': consent } }))
  await fetch('https://share.brand.example/zones')
  expect(recordedCalls().at(-1)).toMatchObject({ consent })
})

test('what the browser does not allow to copy is shown', async () => {
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('Not allowed'))
  page = openInspectedPage()
  await shows('Copy report')
  const buttons = [...page.root.querySelectorAll('button')]
  buttons.find(({ textContent }) => textContent === 'Copy report')!.click()
  await shows('does not allow copying')
  expect(page.root.querySelector('textarea')?.value).toContain('CONSUMER')
})

describe('the drawer', () => {
  const pressed = () => page.root.querySelector('[aria-pressed="true"]')?.getAttribute('aria-label')
  const press = (element: Element, key: string) =>
    element.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))

  test('moves to each side', async () => {
    page = openInspectedPage()
    await shows('Consumer')
    expect(pressed()).toBe('Move to the right')
    for (const side of ['bottom', 'left', 'right']) {
      page.root.querySelector<HTMLElement>(`[aria-label="Move to the ${side}"]`)!.click()
      expect(pressed()).toBe(`Move to the ${side}`)
      expect(page.root.querySelector(`.drawer.${side}`)).not.toBeNull()
    }
  })

  test('closes by Escape, and opens again by its button', async () => {
    page = openInspectedPage()
    await shows('Consumer')
    press(page.root.querySelector('[role="tab"]')!, 'Escape')
    await vi.waitFor(() => expect(page.root.activeElement?.textContent).toBe('Rewards inspector'), SOON)
    page.root.querySelector<HTMLElement>('button')!.click()
    await vi.waitFor(() => expect(page.root.activeElement?.localName).toBe('h2'), SOON)
  })

  test('has tabs for the arrow keys', async () => {
    page = openInspectedPage()
    await shows('Consumer')
    const selected = () => page.root.querySelector('[aria-selected="true"]')
    press(selected()!, 'ArrowRight')
    await vi.waitFor(() => expect(selected()?.textContent).toBe('Zones'), SOON)
    press(selected()!, 'End')
    await vi.waitFor(() => expect(selected()?.textContent).toBe('Problems'), SOON)
    press(selected()!, 'ArrowRight')
    await vi.waitFor(() => expect(selected()?.textContent).toBe('Consumer'), SOON)
    press(selected()!, 'ArrowLeft')
    await vi.waitFor(() => expect(selected()?.textContent).toBe('Problems'), SOON)
    press(selected()!, 'Home')
    await vi.waitFor(() => expect(selected()?.textContent).toBe('Consumer'), SOON)
  })

  test('is there once, however often it is opened', async () => {
    page = openInspectedPage()
    expect(openInspector(page.rewards, { side: 'left' })).toBe(page.inspector)
    expect(document.querySelectorAll('rewards-inspector')).toHaveLength(1)
    page.inspector.close()
    const next = openInspector(page.rewards)
    onTestFinished(() => next.close())
    expect(next).not.toBe(page.inspector)
    expect(document.querySelectorAll('rewards-inspector')).toHaveLength(1)
  })

  test('goes with its runtime', async () => {
    page = openInspectedPage()
    page.rewards.destroy()
    expect(document.querySelector('rewards-inspector')).toBeNull()
  })

  test('shows what it knows while the browser does not answer', async () => {
    const { reads } = holdReads()
    vi.stubGlobal('indexedDB', { open: () => ({}) })
    page = openInspectedPage()
    await page.rewards.zone('one')
    await shows('Zones1')
    const later = Date.now() + 60_000
    vi.spyOn(Date, 'now').mockReturnValue(later)
    onTestFinished(() => void vi.mocked(Date.now).mockRestore())
    page.show('Events')
    await shows('The browser does not answer.', 'Database', 'does not answer')
    expect(reads).toHaveLength(1)
  })

  test('stays empty when it is closed during a read', async () => {
    const { endRead } = holdReads()
    page = openInspectedPage()
    page.inspector.close()
    const closed = page.root
    const later = openInspector(page.rewards)
    onTestFinished(() => later.close())
    endRead()
    await vi.waitFor(() => {
      const { shadowRoot } = document.querySelector('rewards-inspector')!
      expect(shadowRoot!.textContent).toContain('Consumer')
    }, SOON)
    expect(closed.textContent).toBe('')
  })

  test('reads once after all changes that happen during a read', async () => {
    const { reads, endRead } = holdReads()
    page = openInspectedPage()
    await vi.waitFor(() => expect(reads).toHaveLength(1), SOON)
    await page.rewards.zone('one')
    await page.rewards.zone('two')
    await shows('Zones2')
    expect(reads).toHaveLength(1)
    endRead()
    await vi.waitFor(() => expect(reads).toHaveLength(2), SOON)
  })
})

test('a zone has the data of its own call, also while a newer call of its name is under way', async () => {
  const domain = 'https://pairs.brand.example'
  const rewards = Object.assign(new EventTarget(), { domain, consumer: {}, storage: { isAllowed: false } })
  const recorder = createRecorder(
    rewards as never,
    {},
    () => {},
    () => {},
  )
  onTestFinished(() => recorder.stop())
  const answers: ((response: Response) => void)[] = []
  const fetch = recordCalls(() => new Promise(resolve => answers.push(resolve)))
  const ask = (data: object) =>
    fetch(`${domain}/zones`, { method: 'POST', body: JSON.stringify({ event_name: 'offer', data }) })
  const arrive = () => rewards.dispatchEvent(new CustomEvent('zone', { detail: { name: 'offer', data: null } }))
  const older = ask({ first: 1 })
  const newer = ask({ second: 1 })
  answers[0]!(new Response())
  await older
  arrive()
  answers[1]!(new Response())
  await newer
  arrive()
  const { zones } = recorder.snapshot()
  expect(zones.map(({ call }) => call?.data)).toEqual([{ first: 1 }, { second: 1 }])
})

describe('the page may be odd:', () => {
  test('cookies that it must not read', async () => {
    const cookie = vi.spyOn(document, 'cookie', 'get').mockImplementation(() => {
      throw new DOMException('The document is sandboxed', 'SecurityError')
    })
    page = openInspectedPage()
    await shows('Token').finally(() => cookie.mockRestore())
  })

  test('a CustomEvent of its own', async () => {
    page = openInspectedPage()
    vi.stubGlobal('CustomEvent', class extends (CustomEvent as new (type: string) => Event) {})
    onTestFinished(() => void vi.unstubAllGlobals())
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    document.dispatchEvent(new Event('rewards:problem'))
    page.rewards.report('invalid_argument', 'A mistake of the page')
    await shows('Problems1')
  })

  test('many calls', async () => {
    page = openInspectedPage()
    for (let count = 0; count < 300; count++) await page.rewards.zone(`zone_${count}`)
    page.show('Calls')
    await shows('zone_299', 'Calls50')
  })
})
