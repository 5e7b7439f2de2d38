import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { en } from '../../../widgets/verify/en.js'
import { newestMail } from '../../mails.js'
import { SOON } from '../../soon.js'
import { useLocalPlatform } from '../local-platform.js'
import { announcedIn, inside, next, placed, settled } from '../page.js'
import { publish } from '../published.js'
import { useViewport } from '../viewport.js'

useViewport()
const local = useLocalPlatform()
const user = userEvent.setup()

/** A person for each test, whom no page has met. */
let email: string
beforeEach(() => {
  email = `${crypto.randomUUID()}@example.com`
})
afterEach(() => {
  // biome-ignore lint/suspicious/noDocumentCookie: the test environment has no Cookie Store API.
  for (const cookie of document.cookie.split('; ')) document.cookie = `${cookie.split('=')[0]}=; path=/; max-age=0`
})

async function show(content: object = {}) {
  await publish(local.platform, 'confirm', { widget: 'verify', ...content })
  const element = await placed({ name: 'confirm', rewards: local.rewards })
  await settled()
  return { element, view: inside(element), root: element.shadowRoot! }
}

/** What a person does in their mail, wherever they read it. */
async function confirm() {
  const { platform } = local
  const { link } = await newestMail(platform)
  expect((await platform.fetch(new Request(link, { method: 'POST' }))).status).toBe(200)
}

const recipients = async () =>
  (await local.platform.db.query<{ recipient: string }>('select recipient from mails order by position')).map(
    mail => mail.recipient,
  )

describe('an unknown person', () => {
  test('is asked for their email address, and gets an email', async () => {
    const { element, view } = await show()
    await user.type(element.querySelector('input')!, email)
    await user.click(view.getByRole('button', { name: 'Email me a link' }))
    await view.findByText('Waiting for your confirmation')
    expect(view.getByRole('status').textContent).toBe(`We sent an email to \u2068${email}\u2069.`)
    await vi.waitFor(async () => expect((await recipients()).at(-1)).toBe(email), SOON)
  })

  test('keeps their place in the page while the email is being sent', async () => {
    const { element, view, root } = await show()
    let answer = () => {}
    const sending = vi.spyOn(local.rewards, 'requestVerificationEmail').mockReturnValue(
      new Promise(resolve => {
        answer = () => resolve({ polling_id: 'x', status: 'PENDING' })
      }),
    )
    await user.type(element.querySelector('input')!, email)
    await user.click(view.getByRole('button', { name: 'Email me a link' }))
    await vi.waitUntil(() => sending.mock.calls.length, SOON)
    // The field that had the focus is gone.
    expect(root.activeElement).toBe(root.querySelector('.zone'))
    answer()
    await view.findByText('Waiting for your confirmation')
    sending.mockRestore()
  })

  test('gets an email at once if the page knows their address', async () => {
    const { element, view } = await show({ email })
    const actions: unknown[] = []
    element.addEventListener('rewards:action', event => actions.push((event as CustomEvent).detail))
    expect(view.getByText(email).tagName).toBe('BDI')
    await user.click(view.getByRole('button', { name: 'Email me a link' }))
    await view.findByText('Waiting for your confirmation')
    await vi.waitFor(async () => expect((await recipients()).at(-1)).toBe(email), SOON)
    expect(actions).toEqual([{ zone: 'confirm', action: 'verify', outcome: 'handed_off' }])
  })
})

describe('a person who waits for the email', () => {
  async function waiting() {
    await local.rewards.identify({ email })
    const shown = await show({ email })
    await user.click(shown.view.getByRole('button', { name: 'Email me a link' }))
    await shown.view.findByText('Waiting for your confirmation')
    return shown
  }

  test('is verified as soon as they have confirmed, and this is announced', async () => {
    const { view, root } = await waiting()
    await confirm()
    document.dispatchEvent(new Event('visibilitychange'))
    await view.findByRole('heading', { name: 'Your email address is confirmed.' })
    expect(view.getByRole('status').textContent).toBe('Your email address is confirmed.')
    expect(root.querySelector('button')).toBeNull()
  })

  test('is verified even if the zone cannot be loaded again', async () => {
    const { element, view } = await waiting()
    const { fetch } = local.platform
    local.platform.fetch = async request =>
      request.url.includes('/zones') ? new Response(null, { status: 403 }) : fetch(request)
    const failed = next(element, 'error')
    await confirm()
    document.dispatchEvent(new Event('visibilitychange'))
    await failed
    await settled()
    expect(view.getByRole('heading').textContent).toBe('Your email address is confirmed.')
    local.platform.fetch = fetch
  })

  test('sees that they are verified while the zone is loading again', async () => {
    const { element, view } = await waiting()
    const { fetch } = local.platform
    onTestFinished(() => {
      local.platform.fetch = fetch
    })
    const held: (() => void)[] = []
    const onError = vi.fn()
    element.addEventListener('error', onError)
    local.platform.fetch = async request => {
      if (request.url.includes('/zones')) await new Promise<void>(resolve => held.push(resolve))
      return fetch(request)
    }
    await confirm()
    document.dispatchEvent(new Event('visibilitychange'))
    await expect.poll(() => held).toHaveLength(1)
    await view.findByRole('heading', { name: 'Your email address is confirmed.' })
    // A load that fails, as after a time limit, would draw the zone again.
    expect(onError).not.toHaveBeenCalled()
    held[0]!()
  })

  test('can enter another address', async () => {
    const { element, view, root } = await waiting()
    await user.click(view.getByRole('button', { name: 'Use a different email' }))
    expect(root.activeElement).toBe(root.querySelector('.zone'))
    const other = `other-${email}`
    await user.type(element.querySelector('input')!, other)
    await user.click(view.getByRole('button', { name: 'Email me a link' }))
    await view.findByText('Waiting for your confirmation')
    await view.findByText(`We sent an email to \u2068${other}\u2069.`, { selector: '[role=status]' })
    await vi.waitFor(async () => expect((await recipients()).slice(-2)).toEqual([email, other]), SOON)
  })

  test('can have it sent again, but not at once, and each email is announced', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true, advanceTimeDelta: 20 })
    try {
      await local.rewards.identify({ email })
      const { view, root } = await show({ email })
      view.getByRole('button', { name: 'Email me a link' }).click()
      await view.findByText('Waiting for your confirmation')
      expect(view.queryByRole('button', { name: 'Send again' })).toBeNull()
      vi.advanceTimersByTime(24_000)
      await new Promise(setImmediate)
      expect(view.queryByRole('button', { name: 'Send again' })).toBeNull()
      vi.advanceTimersByTime(6_000)
      const again = await view.findByRole('button', { name: 'Send again' })
      const status = view.getByRole('status')
      const announced: (string | null)[] = []
      const observer = new MutationObserver(() => announced.push(status.textContent))
      observer.observe(status, { childList: true, characterData: true, subtree: true })
      again.focus()
      again.click()
      await expect.poll(() => announced).toEqual(['', `We sent an email to \u2068${email}\u2069.`])
      observer.disconnect()
      expect(view.queryByRole('button', { name: 'Send again' })).toBeNull()
      expect(root.activeElement).toBe(root.querySelector('.zone'))
      await vi.waitFor(async () => expect((await recipients()).slice(-2)).toEqual([email, email]), SOON)
    } finally {
      vi.useRealTimers()
    }
  })
})

test('a person who may have been verified elsewhere is recognized at once, and when they come back to the page', async () => {
  await local.rewards.identify({ email })
  const recognizing = vi.spyOn(local.rewards, 'recognize')
  await show({ email })
  await vi.waitFor(() => expect(recognizing).toHaveBeenCalled(), SOON)
  recognizing.mockClear()
  document.dispatchEvent(new Event('visibilitychange'))
  expect(recognizing).toHaveBeenCalled()
  recognizing.mockRestore()
})

test('a button that is pressed again while the email is being sent sends no second one, and another address can be entered', async () => {
  await local.rewards.identify({ email })
  const { element, view, root } = await show()
  let answer = () => {}
  const sending = vi.spyOn(local.rewards, 'requestVerificationEmail').mockReturnValue(
    new Promise(resolve => {
      answer = () => resolve({ polling_id: 'x', status: 'PENDING' })
    }),
  )
  const button = view.getByRole('button', { name: 'Email me a link' })
  await user.dblClick(button)
  expect(sending).toHaveBeenCalledOnce()
  expect([root.activeElement, button.getAttribute('aria-disabled')]).toEqual([button, 'true'])
  await user.click(view.getByRole('button', { name: 'Use a different email' }))
  const field = element.querySelector('input')!
  await user.type(field, 'ada@')
  answer()
  await settled()
  expect([field.isConnected, field.value]).toEqual([true, 'ada@'])
  sending.mockRestore()
})

test('an email that cannot be sent is reported, and the text stays', async () => {
  await local.rewards.identify({ email })
  const { element, view } = await show({ email })
  const actions: unknown[] = []
  element.addEventListener('rewards:action', event => actions.push((event as CustomEvent).detail))
  const refused = vi
    .spyOn(local.rewards, 'requestVerificationEmail')
    .mockResolvedValue({ polling_id: 'x', status: 'FAILED' })
  await user.click(view.getByRole('button', { name: 'Email me a link' }))
  expect((await view.findByText('Something went wrong. Try again.')).className).toBe('')
  const region = view.getByRole('status')
  const said = announcedIn(region)
  await user.click(view.getByRole('button', { name: 'Email me a link' }))
  await vi.waitUntil(() => actions.length === 2 && region.textContent, SOON)
  await settled()
  expect(said).toEqual(['', 'Something went wrong. Try again.'])
  await user.click(view.getByRole('button', { name: 'Use a different email' }))
  await vi.waitUntil(() => !view.queryByText('Something went wrong. Try again.'), SOON)
  const failed = { zone: 'confirm', action: 'verify', outcome: 'failed' }
  expect(actions).toEqual([failed, failed])
  refused.mockRestore()

  const unreachable = vi.spyOn(local.rewards, 'identify').mockRejectedValue(new TypeError('No network'))
  await user.type(element.querySelector('input')!, email)
  await user.click(view.getByRole('button', { name: 'Email me a link' }))
  await view.findByText('Something went wrong. Try again.')
  unreachable.mockRestore()
})

test('an email to an address that the page does not know is announced without it', async () => {
  await local.rewards.identify({ email })
  const { view } = await show()
  await user.click(view.getByRole('button', { name: 'Email me a link' }))
  await vi.waitUntil(() => view.getByRole('status').textContent === en.verify_sent, SOON)
})

test('a person known by a number only is asked for an email address', async () => {
  await local.rewards.identify({ partner_user_id: crypto.randomUUID() })
  const { element, view, root } = await show()
  await user.click(view.getByRole('button', { name: 'Email me a link' }))
  await vi.waitFor(() => expect(element.querySelector('input')).not.toBeNull(), SOON)
  // The question is no failure, and the pressed button is gone.
  expect(view.queryByText(/went wrong/)).toBeNull()
  expect(root.activeElement).toBe(root.querySelector('.zone'))
})
