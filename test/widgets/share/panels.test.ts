import { waitFor } from '@testing-library/preact'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { type Rewards, RewardsError } from '../../../src/index.js'
import { panels } from '../../../widgets/share/panels.js'
import { qrCode } from '../../../widgets/share/qr/qr-code.js'
import { allMails } from '../../mails.js'
import { proofOf } from '../../proof.js'
import { SOON } from '../../soon.js'
import { useLocalPlatform } from '../local-platform.js'
import { announcedIn, inside, next, placed, settled } from '../page.js'
import { createProgram, type Program } from '../program.js'
import { publish } from '../published.js'
import { useViewport } from '../viewport.js'

useViewport()

const LINK = 'https://brand.com/s/ada'
const CONTENT = {
  widget: 'share',
  channels: ['sms', 'email', 'qr'],
  messages: { default: 'Have $20:', email: { subject: 'Hi', message: 'Take $20' } },
  shareable: { code: 'ada', link: LINK },
}
type Mail = Awaited<ReturnType<Rewards['email']['share']>>

const user = userEvent.setup()
let program: Program

async function show(content: object = CONTENT) {
  program = createProgram(() => content)
  const element = await placed({ name: 'share_experience', rewards: program.rewards })
  return { element, root: element.shadowRoot!, view: inside(element) }
}

/** As a person writes into a field: user-event does not find one that has the focus in a shadow root. */
function write(field: HTMLElement, text: string) {
  ;(field as HTMLInputElement).value = text
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

const actionOf = async (element: Element) => ((await next(element, 'rewards:action')) as CustomEvent).detail

describe('a panel', () => {
  test('opens and closes by its button, which has the state', async () => {
    const { element, view } = await show()
    const button = view.getByRole('button', { name: 'Edit message' })
    expect(button.getAttribute('aria-expanded')).toBe('false')
    await user.click(button)
    await view.findByLabelText('Your message')
    expect(button.getAttribute('aria-expanded')).toBe('true')
    expect(element.shadowRoot!.activeElement).toBe(button)
    element.messages = { edit_label: 'In your words' }
    await view.findByLabelText('In your words')
    await user.click(button)
    await waitFor(() => expect(view.queryByLabelText('In your words')).toBeNull())
  })

  test('whose code cannot be fetched says so, and is closed', async () => {
    vi.spyOn(panels.edit!, 'load').mockRejectedValueOnce(new TypeError('Failed to fetch'))
    const { view } = await show()
    const button = view.getByRole('button', { name: 'Edit message' })
    await user.click(button)
    await view.findByText('We couldn’t load this content.')
    expect(button.getAttribute('aria-expanded')).toBe('false')
    await user.click(button)
    await view.findByLabelText('Your message')
    expect(view.queryByText('We couldn’t load this content.')).toBeNull()
  })

  test('whose code cannot be fetched leaves alone what the person has opened meanwhile', async () => {
    let fail = () => {}
    const slow = new Promise<never>((_, reject) => {
      fail = () => reject(new TypeError('Failed to fetch'))
    })
    vi.spyOn(panels.qr!, 'load').mockReturnValueOnce(slow)
    const { view } = await show()
    await user.click(view.getByRole('button', { name: 'QR code' }))
    const edit = view.getByRole('button', { name: 'Edit message' })
    await user.click(edit)
    await view.findByLabelText('Your message')
    fail()
    await settled()
    await settled()
    expect(edit.getAttribute('aria-expanded')).toBe('true')
    expect(view.getByLabelText('Your message')).toBeTruthy()
    expect(view.queryByText('We couldn’t load this content.')).toBeNull()
  })

  test('closes when another opens', async () => {
    const { view } = await show()
    const names = ['Edit message', 'QR code']
    const [edit, code] = names.map(name => view.getByRole('button', { name }))
    await user.click(edit!)
    await view.findByLabelText('Your message')
    await user.click(code!)
    await view.findByRole('img', { name: 'QR code for your link' })
    expect(view.queryByLabelText('Your message')).toBeNull()
    expect([edit, code].map(button => button!.getAttribute('aria-expanded'))).toEqual(['false', 'true'])
  })
})

describe('the preview of the card', () => {
  const card = { title: 'Give 20, get 20', description: 'From Juniper', image_url: 'https://brand.com/card.jpg' }

  test('shows what messengers show for the link, with the message as it is typed', async () => {
    const { view } = await show({ ...CONTENT, card })
    await user.click(view.getByRole('button', { name: 'Edit message' }))
    const preview = await view.findByRole('figure', { name: 'What your friends see' })
    expect(preview.textContent).toBe('What your friends seeGive 20, get 20From Juniperbrand.comHave $20:')
    expect(view.getByText('brand.com').dir).toBe('ltr')
    expect(preview.querySelector('img')!.src).toBe(card.image_url)
    write(view.getByLabelText('Your message'), 'Dear Bob')
    await waitFor(() => expect(preview.textContent).toMatch(/brand\.comDear Bob$/))
    preview.querySelector('img')!.dispatchEvent(new Event('error'))
    await waitFor(() => expect(preview.querySelector('img')).toSatisfy(image => !image || image.hidden))
  })

  test.each([
    [undefined],
    [[]],
    ['Give 20'],
    [{ description: 'From Juniper', image_url: 'javascript:alert(1)' }],
  ])('is not there for the card %j', async card => {
    const { view } = await show({ ...CONTENT, card })
    await user.click(view.getByRole('button', { name: 'Edit message' }))
    await view.findByLabelText('Your message')
    expect(view.queryByRole('figure')).toBeNull()
  })
})

describe('the person’s own message', () => {
  test('replaces the marketer’s in every channel', async () => {
    const share = vi.fn<Navigator['share']>().mockResolvedValue()
    Object.defineProperty(navigator, 'share', { value: share, configurable: true })
    onTestFinished(() => void Reflect.deleteProperty(navigator, 'share'))
    const messages = { ...CONTENT.messages, native: { subject: 'A gift', message: 'Take it' } }
    const { view } = await show({ ...CONTENT, messages, channels: ['sms', 'email', 'whatsapp', 'x', 'native'] })
    await user.click(view.getByRole('button', { name: 'Edit message' }))
    const field = await view.findByLabelText('Your message')
    expect(field).toHaveProperty('value', 'Have $20:')
    write(field, 'Dear Bob')
    const link = view.getByRole<HTMLAnchorElement>('link', { name: 'Text message' })
    await waitFor(() => expect(decodeURIComponent(link.href)).toMatch(/^sms:\?&body=Dear Bob https:/))
    const others = ['Email', 'WhatsApp', 'X'].map(name => view.getByRole<HTMLAnchorElement>('link', { name }).href)
    expect(others.map(href => decodeURIComponent(href))).toEqual(others.map(() => expect.stringContaining('Dear Bob')))
    await user.click(view.getByRole('button', { name: 'Share' }))
    await vi.waitUntil(() => share.mock.calls.length, SOON)
    expect(share.mock.lastCall![0]).toMatchObject({ text: 'Dear Bob', title: 'A gift' })
  })

  test('may be empty, and starts then with what the person types', async () => {
    const { view } = await show()
    await user.click(view.getByRole('button', { name: 'Edit message' }))
    const field = await view.findByLabelText('Your message')
    const link = view.getByRole<HTMLAnchorElement>('link', { name: 'Text message' })
    write(field, '')
    await waitFor(() => expect(decodeURIComponent(link.href)).toMatch(/^sms:\?&body=https:/))
    expect(field).toHaveProperty('value', '')
    write(field, 'H')
    await waitFor(() => expect(decodeURIComponent(link.href)).toMatch(/^sms:\?&body=H https:/))
    expect(field).toHaveProperty('value', 'H')
  })

  test('starts with the first channel’s message if the marketer has written one for each channel only', async () => {
    const { view } = await show({ ...CONTENT, messages: { sms: 'Psst', email: { subject: 'Hi', message: 'Dear' } } })
    await user.click(view.getByRole('button', { name: 'Edit message' }))
    expect(await view.findByLabelText('Your message')).toHaveProperty('value', 'Psst')
  })

  test('starts with the message for all channels, also where one of them has its own', async () => {
    const { view } = await show({ ...CONTENT, messages: { default: 'For all', sms: 'Psst' } })
    await user.click(view.getByRole('button', { name: 'Edit message' }))
    expect(await view.findByLabelText('Your message')).toHaveProperty('value', 'For all')
  })

  test.each(['qr', 'facebook', 'linkedin'])('is not offered if no channel uses a message: %s', async channel => {
    const { view } = await show({ ...CONTENT, channels: ['copy', channel] })
    expect(view.queryByRole('button', { name: 'Edit message' })).toBeNull()
  })
})

describe('the QR code', () => {
  test('contains the link with the id that the platform gets', async () => {
    const { element, view } = await show()
    const action = actionOf(element)
    await user.click(view.getByRole('button', { name: 'QR code' }))
    const { partner_share_id, ...rest } = await action
    expect(rest).toEqual({ zone: 'share_experience', action: 'share', channel: 'qr', outcome: 'handed_off' })
    await vi.waitUntil(() => program.events.length, SOON)
    expect(program.events).toMatchObject([
      { event_name: 'share', data: { 'share.channel': 'qr', advocate_code: 'ada', partner_share_id } },
    ])
  })

  test('is dark on white in every theme, and one share, however often it is drawn', async () => {
    const { element, root, view } = await show()
    const actions: unknown[] = []
    element.addEventListener('rewards:action', ({ detail }) => actions.push(detail))
    await user.click(view.getByRole('button', { name: 'QR code' }))
    await vi.waitUntil(() => actions.length, SOON)
    element.theme = { scheme: 'dark', surface: '#000' }
    await vi.waitUntil(() => root.querySelector('.zone.dark'), SOON)
    // A code is made in a task of its own.
    await settled()
    await settled()
    expect(view.getByRole('img', { name: 'QR code for your link' }).querySelector('rect')!.getAttribute('fill')).toBe(
      '#fff',
    )
    expect(actions).toHaveLength(1)
  })
})

describe('a link that is too long for a QR code', () => {
  test('has more than 2,330 characters', () => {
    const link = (length: number) => LINK.padEnd(length, 'a')
    expect([qrCode(link(2330)), qrCode(link(2331))]).toEqual([expect.anything(), null])
  })

  test('says so, and is not tracked as shared', async () => {
    const { element, view } = await show({
      ...CONTENT,
      shareable: { code: 'ada', link: `${LINK}${'a'.repeat(3000)}` },
    })
    const action = actionOf(element)
    await user.click(view.getByRole('button', { name: 'QR code' }))
    expect(await action).toMatchObject({ channel: 'qr', outcome: 'failed' })
    expect(view.getByText('We couldn’t load this content.').getAttribute('role')).toBe('status')
    expect(view.queryByRole('button', { name: 'Save as PNG' })).toBeNull()
    await program.rewards.flush()
    expect(program.events).toEqual([])
  })
})

describe('on the local platform', () => {
  const local = useLocalPlatform()

  const mails = async () =>
    (await allMails(local.platform)).toSorted((one, other) => one.recipient.localeCompare(other.recipient))

  async function openMail() {
    await local.rewards.identify({ email: 'ida@example.com' })
    const element = await placed({ name: 'share_experience', rewards: local.rewards })
    const view = inside(element)
    await user.click(view.getByRole('button', { name: 'Email' }))
    return { element, view, to: await view.findByLabelText<HTMLInputElement>('Your friends’ email addresses') }
  }

  test('an email goes to each friend once, and the person sees how many were sent', async () => {
    const { element, view, to } = await openMail()
    expect(to.dir).toBe('ltr')
    write(to, 'bob@example.com; Cy <cy@example.com>, bob@example.com')
    const action = actionOf(element)
    await user.click(view.getByRole('button', { name: 'Send' }))
    expect(await action).toMatchObject({ channel: 'email', outcome: 'handed_off' })
    await view.findByText('Your email is on its way to 2 friends.')
    expect(to).toHaveProperty('value', '')
    expect((await mails()).map(({ recipient }) => recipient)).toEqual(['bob@example.com', 'cy@example.com'])
    expect((await mails())[0]!.subject).toBe('Your $20 for the garden')
  })

  test('an email goes once, though the person clicks twice, and the button keeps the focus', async () => {
    const { element, view, to } = await openMail()
    let finish = (_: Mail[]) => {}
    const sending = vi
      .spyOn(local.rewards.email, 'shareBatch')
      .mockReturnValue(new Promise<Mail[]>(resolve => (finish = resolve)))
    write(to, 'dot@example.com')
    const button = view.getByRole('button', { name: 'Send' })
    await user.dblClick(button)
    await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('true'))
    expect(element.shadowRoot!.activeElement).toBe(button)
    finish([])
    await view.findByText('Your email is on its way to 1 friend.')
    expect(sending).toHaveBeenCalledOnce()
    sending.mockRestore()
  })

  test('an email goes to a hundred friends at once, in the person’s words, without an empty subject', async () => {
    const { view, to } = await openMail()
    const sending = vi.spyOn(local.rewards.email, 'shareBatch').mockResolvedValue([])
    const recipient_emails = Array.from({ length: 100 }, (_, n) => `${n}@x.example`)
    write(to, recipient_emails.join())
    write(view.getByRole('textbox', { name: 'Subject' }), '')
    write(view.getByRole('textbox', { name: 'Message' }), 'Dear all')
    await user.click(view.getByRole('button', { name: 'Send' }))
    await view.findByText('Your email is on its way to 100 friends.')
    const [shareable] = await local.rewards.shareables.list()
    const sent = { advocate_code: shareable!.code, recipient_emails, message: 'Dear all' }
    expect(sending.mock.calls).toEqual([[sent]])
    sending.mockRestore()
  })

  test.each([
    ['', 'Who should we send it to?'],
    ['bob@example.com, bob', 'bob isn’t a valid email address.'],
    [Array.from({ length: 101 }, (_, n) => `${n}@x.example`).join(), 'Enter up to 100 email addresses at a time.'],
  ])('nothing is sent to "%.30s": the message is "%s", and the field has the focus', async (recipients, words) => {
    const before = (await mails()).length
    const { element, view, to } = await openMail()
    write(to, recipients)
    await user.click(view.getByRole('button', { name: 'Send' }))
    expect((await view.findByText(words)).getAttribute('role')).toBe('status')
    expect(element.shadowRoot!.activeElement).toBe(to)
    expect(to.getAttribute('aria-invalid')).toBe('true')
    const descriptions = to.getAttribute('aria-describedby')!.split(' ')
    expect(descriptions.map(id => element.shadowRoot!.getElementById(id)!.textContent)).toContain(words)
    // The same again is announced again.
    const said = announcedIn(view.getByText(words))
    await user.click(view.getByRole('button', { name: 'Send' }))
    await expect.poll(() => said.at(-1)).toBe(words)
    expect((await mails()).length).toBe(before)
  })

  test('an anonymous consumer, for whom the platform sends no email, uses their own email app', async () => {
    await local.rewards.logout()
    // The platform knows the visitor again.
    const visitor = { ...local.rewards.consumer, identity_id: 'a-visitor' }
    const consumer = vi.spyOn(local.rewards, 'consumer', 'get').mockReturnValue(visitor)
    const element = await placed({ name: 'share_experience', rewards: local.rewards })
    expect(inside(element).getByRole('link', { name: 'Email' })).toHaveProperty('protocol', 'mailto:')
    consumer.mockRestore()
  })

  test('an email from the person’s own app has the subject, the message and the link', async () => {
    const { view } = await openMail()
    const { href } = view.getByRole<HTMLAnchorElement>('link', { name: 'Use my email app' })
    expect(decodeURIComponent(href)).toMatch(
      /^mailto:\?subject=Your \$20 for the garden&body=I get .*partner_share_id=/,
    )
  })

  test('an email from the person’s own app has what they have typed, also if it is nothing', async () => {
    const { view } = await openMail()
    const read = () =>
      decodeURIComponent(view.getByRole<HTMLAnchorElement>('link', { name: 'Use my email app' }).href).replace(
        / ?https?:.*/,
        '',
      )
    write(view.getByRole('textbox', { name: 'Subject' }), 'A fern')
    write(view.getByRole('textbox', { name: 'Message' }), 'Dear Bob')
    await waitFor(() => expect(read()).toBe('mailto:?subject=A fern&body=Dear Bob'))
    write(view.getByRole('textbox', { name: 'Message' }), '')
    await waitFor(() => expect(read()).toBe('mailto:?subject=A fern&body='))
  })

  test('an email that the platform rejects says so, and keeps the typed text', async () => {
    const { element, view, to } = await openMail()
    write(to, 'bob@example.com')
    write(view.getByRole('textbox', { name: 'Message' }), 'x'.repeat(3000))
    const action = actionOf(element)
    await user.click(view.getByRole('button', { name: 'Send' }))
    expect(await action).toMatchObject({ channel: 'email', outcome: 'failed' })
    await view.findByText('We couldn’t send your email. Try again.')
    expect(to).toHaveProperty('value', 'bob@example.com')
    expect(view.getByRole('button', { name: 'Send' }).getAttribute('aria-disabled')).not.toBe('true')
  })

  test('an email that the platform rejects for an address names it', async () => {
    const { view, to } = await openMail()
    const error = new RewardsError('invalid_email', 'No', { parameters: { email: 'bob@example.com' } })
    const sending = vi.spyOn(local.rewards.email, 'shareBatch').mockRejectedValue(error)
    write(to, 'bob@example.com')
    await user.click(view.getByRole('button', { name: 'Send' }))
    await view.findByText('bob@example.com isn’t a valid email address.')
    expect(to.getAttribute('aria-invalid')).toBe('true')
    sending.mockRestore()
  })

  test('the link that was requested before the person was verified is not shown afterwards', async () => {
    await local.rewards.logout()
    const email = `${crypto.randomUUID()}@example.com`
    await local.rewards.identify({ email })
    await publish(local.platform, 'product', { widget: 'share', headline: 'Give 20' })
    const answers: ((code: string) => void)[] = []
    const asked = vi
      .spyOn(local.rewards.shareables, 'getOrCreate')
      .mockImplementation(
        () =>
          new Promise(resolve =>
            answers.push(code =>
              resolve({ code, link: `https://brand.com/s/${code}` } as Awaited<ReturnType<typeof asked>>),
            ),
          ),
      )
    const view = inside(await placed({ name: 'product', rewards: local.rewards }))
    await vi.waitUntil(() => answers.length === 1, SOON)
    await local.rewards.verify(await proofOf({ email }))
    await vi.waitUntil(() => answers.length === 2, SOON)
    answers[0]!('identified')
    await settled()
    expect(view.getByLabelText('Your link')).toHaveProperty('value', '')
    answers[1]!('verified')
    await vi.waitUntil(() => view.getByLabelText<HTMLInputElement>('Your link').value, SOON)
    expect(view.getByLabelText('Your link')).toHaveProperty('value', 'https://brand.com/s/verified')
    asked.mockRestore()
  })

  test('a QR code on the screen follows the link when it changes', async () => {
    const email = `${crypto.randomUUID()}@example.com`
    const linkOf = (code: string) => ({ ...CONTENT, shareable: { code, link: `https://brand.com/s/${code}` } })
    await local.rewards.identify({ email })
    await publish(local.platform, 'product', linkOf('spring'))
    const element = await placed({ name: 'product', rewards: local.rewards })
    await user.click(inside(element).getByRole('button', { name: 'QR code' }))
    const drawn = () => element.shadowRoot!.querySelector('[part=qr-code] path')!.getAttribute('d')
    await expect.poll(drawn, SOON).toBeTruthy()
    const before = drawn()
    await publish(local.platform, 'product', linkOf('autumn'))
    await local.rewards.verify(await proofOf({ email }))
    await expect.poll(drawn, SOON).not.toBe(before)
  })

  test('an email whose address the platform refuses names the address, and marks its field', async () => {
    const { element, view, to } = await openMail()
    write(to, 'bob@example.com')
    const refusal = Object.assign(new Error('refused'), { parameters: { email: 'bob@example.com' } })
    const refused = vi.spyOn(local.rewards.email, 'shareBatch').mockRejectedValueOnce(refusal)
    await user.click(view.getByRole('button', { name: 'Send' }))
    await view.findByText('bob@example.com isn’t a valid email address.')
    expect(to.getAttribute('aria-invalid')).toBe('true')
    expect(element.isConnected).toBe(true)
    refused.mockRestore()
  })

  test('the link of a person who logs out is not shown to the next person', async () => {
    await publish(local.platform, 'product', { widget: 'share', headline: 'Give 20' })
    await local.rewards.identify({ email: 'ida@example.com' })
    const view = inside(await placed({ name: 'product', rewards: local.rewards }))
    await vi.waitUntil(() => view.getByLabelText<HTMLInputElement>('Your link').value, SOON)
    await local.rewards.logout()
    await view.findByRole('button', { name: 'Get my link' })
    expect(view.queryByLabelText('Your link')).toBeNull()
    expect(view.queryByRole('link', { name: 'WhatsApp' })).toBeNull()
  })
})
