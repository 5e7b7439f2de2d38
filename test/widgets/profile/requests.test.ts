import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { RewardsError } from '../../../src/index.js'
import { proofOf } from '../../proof.js'
import { useLocalPlatform } from '../local-platform.js'
import { inside, placed } from '../page.js'
import { publish } from '../published.js'
import { useViewport } from '../viewport.js'

useViewport()
const local = useLocalPlatform()
const user = userEvent.setup()

const DOWNLOAD = 'Download my data'
const ASK = 'Request deletion'
const SEND = 'Send request'
const SURE = /asked to delete everything/
const SENT = 'Your request was sent. Nothing has been deleted yet.'

let email: string
beforeEach(() => {
  email = `${crypto.randomUUID()}@example.com`
  localStorage.clear()
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
  Reflect.deleteProperty(local.rewards, 'shell')
})

async function show(content: object) {
  await publish(local.platform, 'settings', { widget: 'profile', ...content })
  await local.rewards.verify(await proofOf({ email }))
  const element = await placed({ name: 'settings', rewards: local.rewards })
  const view = inside(element)
  await view.findByRole('form', { name: 'Your profile' })
  const actions: unknown[] = []
  element.addEventListener('rewards:action', event => actions.push((event as CustomEvent).detail))
  const button = (name: string) => view.getByRole('button', { name })
  return { element, view, actions, button, click: (name: string) => user.click(button(name)) }
}

const events = (name: string) =>
  local.platform.db.query<{ data: object }>(
    'select data from events join persons using (person_id) where event_name = $1 and email = $2',
    [name, email],
  )

/** The files that the widget has the browser save, by the link that was clicked. */
function savedFiles() {
  const saved: { name: string; file: Blob | undefined }[] = []
  const files = new Map<string, Blob>()
  vi.spyOn(URL, 'createObjectURL').mockImplementation(file => {
    const url = `blob:${files.size}`
    files.set(url, file as Blob)
    return url
  })
  const revoked = vi.spyOn(URL, 'revokeObjectURL').mockReturnValue()
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, file: files.get(this.href) })
  })
  return { saved, revoked }
}

test.each([
  [{}],
  [{ download: false, deletion: false }],
  [{ download: 'yes', deletion: null }],
  [{ download: {}, deletion: 'yes' }],
])('a profile with %j offers neither', async content => {
  const { view } = await show(content)
  expect(view.queryByText('Your data in the rewards program')).toBeNull()
})

test.each([
  [{ download: true }, [DOWNLOAD]],
  [{ deletion: true }, [ASK]],
  [{ deletion: {} }, [ASK]],
  [{ download: true, deletion: true }, [DOWNLOAD, ASK]],
])('a profile with %j offers %j', async (content, offered) => {
  const { view } = await show(content)
  await view.findByText('Your data in the rewards program')
  const names = view.getAllByRole('button').map(({ textContent }) => textContent)
  expect(names.filter(name => name === DOWNLOAD || name === ASK)).toEqual(offered)
})

describe('a download', () => {
  test('saves what the program knows as a file, once for a double press, and takes the address back', async () => {
    const { view, button, actions } = await show({ download: true })
    const { saved, revoked } = savedFiles()
    const read = vi.spyOn(local.rewards.privacy, 'export')
    vi.useFakeTimers({ toFake: ['setTimeout'], shouldAdvanceTime: true })
    const pressed = button(DOWNLOAD)
    pressed.click()
    pressed.click()
    await view.findByText('Your data was downloaded as a file.')
    expect(read).toHaveBeenCalledOnce()
    const data = await read.mock.results[0]!.value
    expect(saved).toHaveLength(1)
    expect(saved[0]!.name).toBe(`rewards-${data.exported_at.slice(0, 10)}.json`)
    expect(saved[0]!.file!.type).toBe('application/json')
    expect(JSON.parse(await saved[0]!.file!.text())).toEqual(JSON.parse(JSON.stringify(data)))
    expect(data.profile.email).toBe(email)
    expect(revoked).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(revoked).toHaveBeenCalledWith('blob:0')
    expect(actions).toMatchObject([{ action: 'download', outcome: 'done' }])
  })

  test('says that a part is missing', async () => {
    const { view, click } = await show({ download: true })
    savedFiles()
    const whole = await local.rewards.privacy.export()
    const missing = [{ part: 'shares', code: 'scopes_denied' }]
    vi.spyOn(local.rewards.privacy, 'export').mockResolvedValue({ ...whole, shares: null, missing })
    await click(DOWNLOAD)
    await view.findByText(/A part of your data couldn’t be read/)
  })

  test('that fails says so, saves nothing, and can be tried again', async () => {
    const { view, click, actions } = await show({ download: true })
    const { saved } = savedFiles()
    vi.spyOn(local.rewards.privacy, 'export').mockRejectedValueOnce(new RewardsError('network_error', 'Offline'))
    await click(DOWNLOAD)
    await view.findByText('We couldn’t get your data. Try again.')
    expect(saved).toEqual([])
    await click(DOWNLOAD)
    await view.findByText('Your data was downloaded as a file.')
    expect(actions).toMatchObject([{ outcome: 'failed' }, { outcome: 'done' }])
  })

  const app = (...offered: string[]) => {
    const request = vi.fn(async () => ({}))
    Object.assign(local.rewards, { shell: { offers: (name: string) => offered.includes(name), request } })
    return request
  }

  test('in a native app goes into its clipboard, and nothing is saved', async () => {
    const { view, click, actions } = await show({ download: true })
    const { saved } = savedFiles()
    const request = app('clipboard.write')
    await click(DOWNLOAD)
    await view.findByText(/Your data was copied/)
    expect(saved).toEqual([])
    const [type, { text }] = request.mock.calls[0] as unknown as [string, { text: string }]
    expect([type, JSON.parse(text).profile.email]).toEqual(['clipboard.write', email])
    expect(actions).toMatchObject([{ outcome: 'copied' }])
  })

  test.each([
    ['shared', undefined, 'Your data was handed over as a file.'],
    ['canceled', new DOMException('Closed', 'AbortError'), ''],
    ['failed', new TypeError('No share sheet'), 'We couldn’t get your data. Try again.'],
  ])('in a native app without a clipboard is %s by the share sheet', async (outcome, error, text) => {
    const { view, click, actions } = await show({ download: true })
    savedFiles()
    app()
    const share = vi.fn(async (_: ShareData) => {
      if (error) throw error
    })
    Object.assign(navigator, { share })
    await click(DOWNLOAD)
    await expect.poll(() => actions).toMatchObject([{ action: 'download', outcome }])
    const [region] = view.getAllByRole('status').filter(each => each.closest('[part="requests"]'))
    expect(region!.textContent).toBe(text)
    expect(share.mock.calls[0]![0].files![0]!.type).toBe('application/json')
    Reflect.deleteProperty(navigator, 'share')
  })
})

describe('a deletion', () => {
  test('is asked for after a question, once for a double press, and erases nothing', async () => {
    const { element, view, button, click, actions } = await show({ deletion: true })
    const erase = vi.spyOn(local.rewards.storage, 'erase')
    const logout = vi.spyOn(local.rewards, 'logout')
    await click(ASK)
    view.getByText(SURE)
    expect(await events('deletion_requested')).toEqual([])
    const send = button(SEND)
    send.click()
    send.click()
    await view.findByText(SENT)
    expect(await events('deletion_requested')).toMatchObject([{ data: { privacy_request: 'deletion' } }])
    expect(view.queryByRole('button', { name: ASK })).toBeNull()
    expect(view.queryByText(SURE)).toBeNull()
    expect(element.shadowRoot!.activeElement?.matches('.zone')).toBe(true)
    expect([erase.mock.calls, logout.mock.calls]).toEqual([[], []])
    expect(await local.rewards.profile.get()).toMatchObject({ email })
    expect(actions).toMatchObject([{ action: 'request_deletion', outcome: 'done' }])
  })

  test('is not asked for by a second click on the first button, which keeps the focus', async () => {
    const { element, view, button, click } = await show({ deletion: true })
    const request = vi.spyOn(local.rewards.privacy, 'requestDeletion')
    const first = button(ASK)
    await user.dblClick(first)
    expect(view.queryByText(SURE)).toBeNull()
    await click(ASK)
    expect(button('Cancel')).toBe(first)
    expect(element.shadowRoot!.activeElement).toBe(first)
    await click('Cancel')
    expect(request).not.toHaveBeenCalled()
  })

  test('has the event and the words of the content', async () => {
    const { view, click } = await show({ deletion: { event: 'forget_me', text: 'Within 30 days.' } })
    await click(ASK)
    view.getByText('Within 30 days.')
    expect(view.queryByText(SURE)).toBeNull()
    await click(SEND)
    await view.findByText(SENT)
    expect(await events('forget_me')).toHaveLength(1)
  })

  test('that is refused says so, and can be asked for again', async () => {
    const { view, button, click, actions } = await show({ deletion: { event: 'reward_earned' } })
    await click(ASK)
    await click(SEND)
    await view.findByText('We couldn’t send your request. Try again.')
    button(ASK)
    expect(actions).toMatchObject([{ action: 'request_deletion', outcome: 'failed' }])
  })

  test('that waits for the network says so, and is not asked for again', async () => {
    const { view, click, actions } = await show({ deletion: true })
    const late = new RewardsError('timeout', 'Not yet', { retryable: true })
    const request = vi.spyOn(local.rewards.privacy, 'requestDeletion').mockRejectedValue(late)
    await click(ASK)
    await click(SEND)
    await view.findByText('Your request will be sent as soon as possible.')
    expect(request).toHaveBeenCalledWith({ event: undefined, timeout: 10_000 })
    expect(view.queryByRole('button', { name: ASK })).toBeNull()
    expect(actions).toMatchObject([{ outcome: 'waits' }])
  })

  test('shows markup in the words of the content as text', async () => {
    const { view, click } = await show({ deletion: { text: '<img src=x onerror=alert(1)>' } })
    await click(ASK)
    view.getByText('<img src=x onerror=alert(1)>')
  })
})
