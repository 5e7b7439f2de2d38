// @vitest-environment happy-dom
// The widgets of docs/own-widgets.md, whose code is in the folder own-widgets.

import { readdirSync, readFileSync } from 'node:fs'
import { type ComponentType, createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { RewardsProvider } from '../../frameworks/react/rewards-provider.js'
import { createRewards, type Rewards } from '../../src/index.js'
import { createTestPlatform, fixtures } from '../../testing/index.js'
import { Banner } from './own-widgets/banner.js'
import { ClubForm } from './own-widgets/club-form.js'
import { Dashboard } from './own-widgets/dashboard.js'
import { Goals } from './own-widgets/goals.js'
import { Offer } from './own-widgets/offer.js'
import { Profile } from './own-widgets/profile.js'
import { ReferralList } from './own-widgets/referral-list.js'
import { RewardList } from './own-widgets/reward-list.js'
import { RewardStatus } from './own-widgets/reward-status.js'
import { Share } from './own-widgets/share.js'
import { ShareByEmail } from './own-widgets/share-by-email.js'
import { Totals } from './own-widgets/totals.js'
import { Verification } from './own-widgets/verification.js'

const FOLDER = 'test/frameworks/own-widgets'

const actions = vi.fn()
let cleanUp = () => {}

/** Shows a component with a runtime of this test platform. */
function show(component: ComponentType, options: Parameters<typeof createTestPlatform>[0]) {
  const platform = createTestPlatform(options)
  const rewards: Rewards = createRewards(platform.options)
  const page = document.body.appendChild(document.createElement('div'))
  const root = createRoot(page)
  root.render(createElement(RewardsProvider, { rewards }, createElement(component)))
  const listener = ({ detail }: CustomEvent) => actions(detail)
  document.addEventListener('rewards:action', listener)
  // A link would leave the page.
  page.addEventListener('click', event => event.target instanceof HTMLAnchorElement && event.preventDefault())
  cleanUp = () => {
    root.unmount()
    page.remove()
    document.removeEventListener('rewards:action', listener)
    rewards.destroy()
  }
  const find = (selector: string, text: string) =>
    [...page.querySelectorAll<HTMLElement>(selector)].find(element => element.textContent === text)!
  const button = (text: string) => find('button', text)
  const shown = () => page.textContent
  return { platform, rewards, page, shown, button, link: (text: string) => find('a', text) as HTMLAnchorElement }
}

/** Types into a field as a person does: React listens to the event, and reads the value that was set before. */
function type(field: HTMLInputElement | HTMLTextAreaElement, value: string) {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')!.set!.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

afterEach(() => {
  cleanUp()
  actions.mockClear()
  vi.unstubAllGlobals()
})

describe('the share widget of the page', () => {
  const zones = { share_experience: fixtures.share }

  test('copies the link, and tracks the share', async () => {
    const writeText = vi.fn(async (_: string) => {})
    vi.stubGlobal('navigator', { clipboard: { writeText } })
    const { platform, shown, button } = show(Share, { zones })
    await expect.poll(shown).toContain(fixtures.share.headline)
    button('Copy').click()
    await expect.poll(shown).toContain('Copied')
    const id = new URL(writeText.mock.calls[0]![0]).searchParams.get('partner_share_id')
    const data = { 'share.channel': 'copy', partner_share_id: id, advocate_code: 'ada' }
    await expect.poll(() => platform.events.at(-1)).toMatchObject({ name: 'share', data })
    expect(actions).toHaveBeenCalledExactlyOnceWith({
      zone: 'share_experience',
      action: 'share',
      channel: 'copy',
      outcome: 'handed_off',
      partner_share_id: id,
    })
  })

  test('puts the edited message and a new link into each channel, and tracks what is followed', async () => {
    const { platform, page, shown, link } = show(Share, { zones })
    await expect.poll(shown).toContain(fixtures.share.headline)
    const { href } = link('WhatsApp')
    expect(decodeURIComponent(href)).toMatch(/\?text=https:\/\/share\.brand\.example\/ada\?partner_share_id=[\d-]+\n/)
    expect(decodeURIComponent(href)).toContain(`\n${fixtures.share.messages!.default}`)
    type(page.querySelector('textarea')!, 'Look at this:')
    await expect.poll(() => decodeURIComponent(link('Text').href)).toContain('body=Look at this: https://')
    const followed = new URL(new URL(link('WhatsApp').href).searchParams.get('text')!.split('\n')[0]!)
    link('WhatsApp').click()
    const data = { 'share.channel': 'whatsapp', partner_share_id: followed.searchParams.get('partner_share_id') }
    await expect.poll(() => platform.events.at(-1)).toMatchObject({ name: 'share', data })
  })

  test('shows a QR code with a tracked link', async () => {
    const { platform, page, shown, button } = show(Share, { zones })
    await expect.poll(shown).toContain('QR code')
    button('QR code').click()
    await expect.poll(() => page.querySelector('img')?.src).toContain('data:image/svg+xml')
    await expect.poll(() => platform.events.at(-1)?.data).toMatchObject({ 'share.channel': 'qr' })
  })

  test('asks a visitor who is anonymous to sign in', async () => {
    const { shareable: _, ...withoutLink } = fixtures.share
    const { shown } = show(Share, { zones: { share_experience: withoutLink } })
    await expect.poll(shown).toBe('Sign in to get your link.')
  })

  test('loads the link of a consumer if the content has none, and again after a failure', async () => {
    const { shareable: _, ...withoutLink } = fixtures.share
    const { platform, page, shown, rewards, button } = show(Share, { zones: { share_experience: withoutLink } })
    const restore = platform.fail('/api/v6/me/shareables/get-or-create', { status: 403, code: 'access_denied' })
    await rewards.identify({ email: 'ada@example.com' })
    await expect.poll(shown).toBe('Load my link again')
    restore()
    button('Load my link again').click()
    await expect.poll(() => page.querySelector('input')?.value).toContain('https://')
  })
})

describe('the offer widget of the page', () => {
  const offer = { ...fixtures.offer, reveal: 'email' as const, expires_at: '2100-05-01' }

  test('shows the code after an email address, copies it, and tracks who goes on', async () => {
    const writeText = vi.fn(async (_: string) => {})
    vi.stubGlobal('navigator', { clipboard: { writeText } })
    const { platform, page, shown, button, link, rewards } = show(Offer, { zones: { welcome_offer: offer } })
    await expect.poll(shown).toContain('$20 off your first order')
    expect(shown()).toContain('From Ada')
    expect(shown()).toContain('Valid until May 1, 2100')
    expect(shown()).not.toContain('FRIEND20')
    type(page.querySelector('input')!, 'grace@example.com')
    button('Show my code').click()
    await expect.poll(shown).toContain('FRIEND20')
    expect(rewards.consumer.level).toBe('identified')
    button('Copy').click()
    await expect.poll(shown).toContain('Copied')
    expect(writeText).toHaveBeenCalledExactlyOnceWith('FRIEND20')
    expect(link('Start shopping').href).toBe('https://brand.example/?coupon_code=FRIEND20')
    link('Start shopping').click()
    await expect.poll(() => platform.events.at(-1)?.name).toBe('welcome_offer_tap')
    expect(actions.mock.calls.map(([{ action }]) => action)).toEqual(['reveal', 'copy', 'continue'])
  })

  test('says why a friend cannot use it', async () => {
    const { shown } = show(Offer, { zones: { welcome_offer: { ...offer, expires_at: '2020-05-01' } } })
    await expect.poll(shown).toContain('This offer has expired.')
  })
})

describe('the form', () => {
  const zones = { garden_club: { ...fixtures.form, done: { text: 'Welcome' } } }

  test('says what is missing, tracks the event once, and says thanks', async () => {
    const { platform, page, shown, button } = show(ClubForm, { zones })
    await expect.poll(shown).toContain('Join the garden club')
    button('Send').click()
    await expect.poll(shown).toContain('Please fill this in.')
    type(page.querySelector('input')!, 'ada@example.com')
    button('Send').click()
    button('Send').click()
    await expect.poll(shown).toBe('Welcome')
    const sent = platform.events.filter(({ name }) => name === 'registration')
    expect(sent).toMatchObject([{ data: { email: 'ada@example.com' } }])
    expect(actions).toHaveBeenCalledExactlyOnceWith({ zone: 'garden_club', action: 'submit', outcome: 'done' })
  })

  test('is open again with what was entered when the platform refuses the address', async () => {
    const { platform, page, shown, button } = show(ClubForm, { zones })
    await expect.poll(shown).toContain('Join the garden club')
    const restore = platform.fail('/events', { status: 400, code: 'invalid_email' })
    type(page.querySelector('input')!, 'ada@example.com')
    button('Send').click()
    await expect.poll(shown).toContain('Enter a valid email address.')
    expect(shown()).toContain('We could not send this.')
    expect(page.querySelector('input')!.value).toBe('ada@example.com')
    restore()
    type(page.querySelector('input')!, '')
    button('Send').click()
    await expect.poll(shown).toContain('Please fill this in.')
    expect(shown()).not.toContain('We could not send this.')
    type(page.querySelector('input')!, 'ada@example.com')
    button('Send').click()
    await expect.poll(shown).toBe('Welcome')
  })
})

test('the list of rewards shows usable ones first, with what to do next', async () => {
  const { page, shown } = show(RewardList, { zones: { my_rewards: fixtures.rewards } })
  await expect.poll(shown).toContain('GARDEN-20')
  const [first, second] = [...page.querySelectorAll('li')].map(item => item.textContent)
  expect(first).toContain('$20 Enter this code at checkout. GARDEN-20')
  expect(second).toContain('$20')
})

describe('the list of referrals', () => {
  const zones = { my_friends: fixtures.referrals }

  test('shows how far friends have come, and reminds one', async () => {
    const writeText = vi.fn(async (_: string) => {})
    vi.stubGlobal('navigator', { clipboard: { writeText } })
    const { page, rewards, shown } = show(ReferralList, { zones, consumer: fixtures.consumer })
    await rewards.recognize()
    await expect.poll(shown).toContain('Made a purchase')
    await expect.poll(() => page.querySelector('button')?.textContent).toContain('Remind')
    page.querySelector('button')!.click()
    await expect.poll(shown).toContain('Link copied. Send it to your friend.')
    expect(writeText).toHaveBeenCalledOnce()
    expect(actions).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ action: 'remind', channel: 'copy' }))
  })

  test('loads the friends again after a failure', async () => {
    const { platform, rewards, shown, button } = show(ReferralList, { zones, consumer: fixtures.consumer })
    const restore = platform.fail('/api/v4/me/referrals-from-me', { status: 403, code: 'access_denied' })
    await rewards.recognize()
    await expect.poll(shown).toBe('Load my friends again')
    restore()
    button('Load my friends again').click()
    await expect.poll(shown).toContain('Made a purchase')
  })
})

test('the goals show the progress', async () => {
  const { page, shown } = show(Goals, { zones: { my_goals: fixtures.journey } })
  await expect.poll(shown).toContain('1 of 3')
  expect(shown()).toContain('Refer your first friend Completed')
  expect([...page.querySelectorAll('progress')].map(({ value, max }) => [value, max])).toEqual([
    [1, 1],
    [1, 3],
  ])
})

describe('the verification', () => {
  test('sends an email, asks for another address, and notices that the consumer is verified', async () => {
    const { page, rewards, shown, button } = show(Verification, { consumer: { email: 'ada@example.com' } })
    await expect.poll(shown).toContain('Email')
    type(page.querySelector('input')!, 'ada@example.com')
    button('Email me a link').click()
    await expect.poll(shown).toContain('We sent you an email.')
    expect(rewards.consumer.level).toBe('identified')
    button('Use a different email').click()
    await expect.poll(() => page.querySelector('input')).not.toBeNull()
    expect(actions).toHaveBeenCalledExactlyOnceWith({ zone: '', action: 'verify', outcome: 'handed_off' })
  })

  test('asks a verified consumer for nothing, and an unknown one again after a logout', async () => {
    const { rewards, shown } = show(Verification, { consumer: fixtures.consumer })
    await expect.poll(shown).toBe('Your email address is confirmed.')
    await rewards.logout()
    await expect.poll(shown).toContain('Email me a link')
  })

  test('says that no email could be sent', async () => {
    const { platform, page, shown, button } = show(Verification, {})
    platform.fail('/me/send-verification-email', { status: 403, code: 'access_denied' })
    await expect.poll(shown).toContain('Email')
    type(page.querySelector('input')!, 'ada@example.com')
    button('Email me a link').click()
    await expect.poll(shown).toContain('Something went wrong.')
  })
})

test('the results are written as money and numbers', async () => {
  const { shown } = show(Totals, { zones: { my_results: fixtures.stats } })
  await expect.poll(shown).toBe('Earned$60Shares7Visits from your link42Friends who made a purchase3')
})

test('the profile of a verified consumer is shown and saved', async () => {
  const { page, rewards, shown, button } = show(Profile, { consumer: fixtures.consumer })
  await expect.poll(() => page.querySelector<HTMLInputElement>('[name=last_name]')?.value).toBe('Lovelace')
  type(page.querySelector('[name=last_name]')!, 'King')
  button('Save').click()
  await expect.poll(shown).toContain('Saved')
  expect(await rewards.profile.get()).toMatchObject({ last_name: 'King' })
})

test('the status of a reward ends with what it is worth', async () => {
  const component = () => createElement(RewardStatus, { reward_name: 'reward-1' })
  const { rewards, shown } = show(component, { consumer: fixtures.consumer })
  await rewards.recognize()
  await expect.poll(shown).toBe('The reward is yours: $20.')
})

describe('the share by email', () => {
  const zones = { share_experience: fixtures.share }

  test('has the platform send the link with the edited message', async () => {
    const { shareable: _, ...withoutLink } = fixtures.share
    const { platform, rewards, page, shown, button } = show(ShareByEmail, { zones: { share_experience: withoutLink } })
    await rewards.identify({ email: 'ada@example.com' })
    await expect.poll(shown).toContain('Send')
    const [friends, message] = page.querySelectorAll('textarea')
    type(friends!, 'grace@example.com, Ada <joan@example.com>')
    type(message!, 'Look at this:')
    button('Send').click()
    await expect.poll(shown).toContain('Sent to 2')
    expect(friends!.value).toBe('')
    expect(platform.requests.find(({ path }) => path.endsWith('/email/share/batch'))?.body).toMatchObject({
      advocate_code: expect.stringMatching(/./),
      recipient_emails: ['grace@example.com', 'joan@example.com'],
      message: expect.stringContaining('Look at this:'),
    })
    expect(actions.mock.calls).toEqual([[expect.objectContaining({ channel: 'email', outcome: 'handed_off' })]])
  })

  test('names an address that is not valid, and says who can send an email', async () => {
    const { platform, page, shown, button } = show(ShareByEmail, { zones })
    await expect.poll(shown).toContain('Send')
    type(page.querySelector('textarea')!, 'grace@example.com joan')
    button('Send').click()
    await expect.poll(shown).toContain('Check the address joan')
    expect(platform.requests.filter(({ path }) => path.includes('/email/'))).toEqual([])
    type(page.querySelector('textarea')!, 'grace@example.com')
    button('Send').click()
    await expect.poll(shown).toContain('Sign in to send an email.')
  })
})

test('the banner opens its zone in a dialog, and tracks the click', async () => {
  const zones = { global_header: fixtures.cta, share_experience: fixtures.share }
  const { platform, page, shown, button } = show(Banner, { zones })
  await expect.poll(shown).toContain(fixtures.cta.text)
  expect(page.querySelector('rewards-zone')).toBeNull()
  button(fixtures.cta.text!).click()
  const link = () => page.querySelector('dialog[open] rewards-zone')?.shadowRoot?.textContent
  await expect.poll(link).toContain(fixtures.share.headline)
  await expect.poll(() => platform.events.at(-1)?.name).toBe('global_header_tap')
  button('Close').click()
  expect(page.querySelector('dialog[open]')).toBeNull()
})

test('the dashboard shows each item of a stack', async () => {
  const writeText = vi.fn(async (_: string) => {})
  vi.stubGlobal('navigator', { clipboard: { writeText } })
  const { rewards, shown, button } = show(Dashboard, {
    zones: { my_account: fixtures.stack },
    consumer: fixtures.consumer,
  })
  await rewards.recognize()
  await expect.poll(shown).toMatch(/Your linkhttps:.*Your results42 visits, 3 purchases.*Your friends[1-9] friends/)
  button('Copy').click()
  await expect.poll(shown).toContain('Copied')
  expect(writeText).toHaveBeenCalledOnce()
})

/** The code of a file as the page shows it. */
const published = (file: string) =>
  readFileSync(`${FOLDER}/${file}`, 'utf8')
    .replace(/^\/\*\* @jsxImportSource react \*\/\n/, '')
    .replace(/'(\.\.\/)+frameworks\/react\/index\.js'/, "'rewards-web-sdk/react'")
    .replace(/'(\.\.\/)+src\/index\.js'/, "'rewards-web-sdk'")
    .replace(/'(\.\.\/)+widgets\/headless\/index\.js'/, "'rewards-web-sdk/headless'")

test.each(readdirSync(FOLDER))('the code of the page is that of %s, in at most 60 lines', file => {
  const blocks = [...readFileSync('docs/own-widgets.md', 'utf8').matchAll(/^```tsx\n(.*?)^```/gms)].map(
    ([, code]) => code,
  )
  expect(blocks).toContain(published(file))
  expect(published(file).split('\n').length).toBeLessThanOrEqual(61)
})
