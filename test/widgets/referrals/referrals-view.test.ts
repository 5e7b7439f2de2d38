import { userEvent } from '@testing-library/user-event'
import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { readFriends, readReminder } from '../../../widgets/referrals/referrals-content.js'
import { mailsTo } from '../../mails.js'
import { SOON } from '../../soon.js'
import { BROWSER } from '../../start-platform.js'
import { useLocalPlatform } from '../local-platform.js'
import { showOwn } from '../own-zone.js'
import { useViewport } from '../viewport.js'

useViewport()
const local = useLocalPlatform()
const user = userEvent.setup()

const friend = (first_name: string | null, reason: string, more: object = {}) => ({
  reason,
  updated_at: '2026-03-01T12:00:00Z',
  person: { id: `${first_name}`, first_name, ...more },
})
const FRIENDS = [friend('Grace', 'CONVERSION'), friend('Charles', 'click'), friend(null, 'SHARE')]

test('a friend without a person does not count towards the longest list', () => {
  const friends = Array.from({ length: 1_001 }, (_, index) => friend(`${index}`, 'CLICK'))
  expect(readFriends([{}, ...friends])).toHaveLength(1_000)
})

test('the newest thousand friends are shown, the newest first', () => {
  const old = Array.from({ length: 1_000 }, () => friend('Old', 'CLICK'))
  const at = (updated_at: string | undefined, name: string) => ({ ...friend(name, 'CLICK'), updated_at })
  const friends = readFriends([at(undefined, 'No date'), ...old, at('2026-03-03', 'Grace'), at('2026-03-04', 'Ada')])
  expect(friends.map(({ first_name }) => first_name)).toEqual(['Ada', 'Grace', ...Array(998).fill('Old')])
})

test.each([
  ['click', 'visited'],
  ['REGISTER', 'joined'],
  ['CONVERSION', 'bought'],
  ['SHARE', 'invited'],
  ['constructor', 'invited'],
])('a friend whose last reason is %s has %s', (reason, state) => {
  expect(readFriends([friend('Grace', reason)])).toMatchObject([{ state }])
})

test('a friend has the picture that the platform sends, if it is an address of the web', () => {
  const pictures = ['https://brand.com/grace.png', 'javascript:alert(1)'].map(image_url =>
    readFriends([friend('Grace', 'CLICK', { image_url })]),
  )
  expect(pictures).toMatchObject([[{ image_url: 'https://brand.com/grace.png' }], [{ image_url: undefined }]])
})

test.each([
  ['Come back', { message: 'Come back', subject: '' }],
  [
    { message: 'Come back', subject: 'Plants' },
    { message: 'Come back', subject: 'Plants' },
  ],
  [true, { message: '', subject: '' }],
  [undefined, undefined],
])('`remind` of the content may be %j', (remind, text) => {
  expect(readReminder({ remind })).toEqual(text)
})

const show = (content: object = {}, options: object = {}) =>
  showOwn(local, { widget: 'referrals', ...content }, options)

/** Somebody else, who follows a link and gives an address, or buys with it. */
async function comeBy(link: string, email: string, event_name = 'identify') {
  const { fetch } = local.platform
  const opened = await fetch(new Request(link, { headers: { 'User-Agent': BROWSER } }))
  const token = opened.headers.get('X-Svc-Token')!
  const body = JSON.stringify({ event_name, data: { email, first_name: 'Grace' } })
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` }
  await fetch(new Request(new URL('/events', link), { method: 'POST', headers, body }))
}

function shareBy(share: ((data: ShareData) => Promise<void>) | undefined) {
  Object.defineProperty(navigator, 'share', { value: share, configurable: true })
}

afterEach(() => Reflect.deleteProperty(navigator, 'share'))

describe('the list of friends', () => {
  test('shows how far each has come, and since when', async () => {
    const { view, errors } = await show({ referrals: FRIENDS })
    expect(view.getAllByRole('listitem').map(item => item.textContent)).toEqual([
      'GGraceMade a purchaseMar 1, 2026',
      'CCharlesVisitedMar 1, 2026',
      'AA friendInvitedMar 1, 2026',
    ])
    expect(view.queryByRole('button')).toBeNull()
    await vi.dynamicImportSettled()
    expect(errors).toEqual([])
  })

  test('isolates a name in another direction', async () => {
    const { root } = await show({ referrals: [friend('נועה', 'CLICK')] })
    expect(root.querySelector('bdi')!.textContent).toBe('נועה')
  })

  test('is not requested if the content contains it', async () => {
    const asked = vi.spyOn(local.rewards.referrals, 'fromMe')
    const { view, root } = await show({ referrals: [] })
    expect(view.queryByText(/^No referrals yet/)).not.toBeNull()
    expect(root.querySelector('[part=waits]')).toBeNull()
    expect(asked).not.toHaveBeenCalled()
  })

  test('is requested if the content does not contain it', async () => {
    const email = 'advocate@example.com'
    await local.rewards.identify({ email })
    const { link } = await local.rewards.shareables.getOrCreate({})
    await comeBy(link, 'bought@example.com', 'purchase')
    const { view, root } = await show({}, { email })
    expect(root.querySelector('[aria-busy=true]')).not.toBeNull()
    expect((await view.findByRole('listitem')).textContent).toMatch(/^GGraceMade a purchase/)
  })

  test('that is too long for the widget is shown as far as possible, which is reported', async () => {
    const friends = [...Array.from({ length: 1_001 }, () => friend('Grace', 'CLICK')), {}]
    vi.spyOn(local.rewards.referrals, 'fromMe').mockResolvedValue(friends as never)
    const { view, errors } = await show()
    await view.findByRole('button', { name: 'Show more' })
    await vi.waitFor(() => expect(errors).toEqual(['unsupported_content']), SOON)
  })

  test('that cannot be loaded is requested again on request', async () => {
    const original = local.platform.fetch
    let refuses = true
    let answer = () => {}
    const answered = new Promise<void>(resolve => {
      answer = resolve
    })
    const spy = vi.spyOn(local.platform, 'fetch').mockImplementation(async request => {
      if (!request.url.includes('referrals')) return original.call(local.platform, request)
      if (refuses) return Response.json({ code: 'access_denied', http_status_code: 403 }, { status: 403 })
      await answered
      return original.call(local.platform, request)
    })
    const { view, root } = await show()
    await view.findByText('We couldn’t load your friends.')
    refuses = false
    await user.click(view.getByRole('button', { name: 'Try again' }))
    await vi.waitUntil(() => root.querySelector('[part=waits][aria-busy=true]'), SOON)
    expect(view.queryByText('We couldn’t load your friends.')).toBeNull()
    answer()
    await view.findByText(/^No referrals yet/)
    spy.mockRestore()
  })

  test('shows twenty at a time', async () => {
    const { view, root } = await show({ referrals: Array.from({ length: 25 }, (_, n) => friend(`F${n}`, 'CLICK')) })
    await user.click(view.getByRole('button', { name: 'Show more' }))
    expect(view.getAllByRole('listitem')).toHaveLength(25)
    expect(root.activeElement!.textContent).toContain('F20')
  })

  test('leaves out what is no referral', () => {
    const grace = FRIENDS[0]
    expect(readFriends(['Bob', null, {}, grace, { person: null }]).map(({ first_name }) => first_name)).toEqual([
      'Grace',
    ])
  })

  test('may have any content', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.anything(), fc.array(fc.record({ person: fc.anything(), reason: fc.anything() }))),
        value => {
          for (const { state } of readFriends(value))
            expect(['invited', 'visited', 'joined', 'bought']).toContain(state)
        },
      ),
    )
  })
})

describe('a reminder', () => {
  const remind = { subject: 'Plants', message: 'Still there:' }

  test('is emailed by the program to the friend’s earlier address', async () => {
    const { rewards, platform } = local
    const email = 'writer@example.com'
    await rewards.identify({ email })
    const { code, link } = await rewards.shareables.getOrCreate({})
    const friendEmail = 'reader@example.com'
    const { polling_id } = await rewards.email.share({
      advocate_code: code,
      recipient_email: friendEmail,
      message: 'Have $20:',
    })
    await comeBy(`${link}?partner_share_id=${polling_id}`, friendEmail)
    const [person] = await platform.db.query<{ person_id: string }>('select person_id from persons where email = $1', [
      friendEmail,
    ])
    const { view, actions } = await show(
      { remind, referrals: [friend('Grace', 'CLICK', { id: person!.person_id })] },
      { email },
    )
    await user.click(await view.findByRole('button', { name: 'Remind Grace' }))
    await view.findByText('Your reminder is on its way.')
    const mails = await mailsTo(platform, friendEmail)
    expect(mails[1]).toMatchObject({ subject: 'Plants', body: expect.stringContaining(`Still there:\n${link}`) })
    expect(actions).toEqual([{ action: 'remind', channel: 'email', outcome: 'handed_off' }])
    const button = view.getByRole('button', { name: 'Remind Grace' })
    expect(button.getAttribute('aria-disabled')).toBe('true')
    await user.click(button)
    expect(actions).toHaveLength(1)
  })

  test('that the program cannot email says so, and can be sent again', async () => {
    await local.rewards.identify({ email: 'writer-2@example.com' })
    // The friend has also followed a link that was copied.
    const shares = [
      { friend: { id: 'Charles' }, recipient_email: 'charles@example.com' },
      { friend: { id: 'Charles' } },
    ]
    vi.spyOn(local.rewards.shares, 'list').mockResolvedValue(shares as never)
    const sending = vi.spyOn(local.rewards.email, 'share').mockRejectedValueOnce(new Error('refused'))
    const { view, actions } = await show({ remind: true, referrals: FRIENDS }, { email: 'writer-2@example.com' })
    const button = await view.findByRole('button', { name: 'Remind Charles' })
    await user.click(button)
    expect((await view.findByText('We couldn’t send the reminder. Try again.')).className).toBe('')
    expect(actions).toEqual([{ action: 'remind', channel: 'email', outcome: 'failed' }])
    // The widget's own words, and the program's own subject.
    expect(sending.mock.calls[0]![0]).not.toHaveProperty('subject')
    expect(sending.mock.calls[0]![0].message).toBe('Have you had a chance to look yet? My link still works:')
    let answer = () => {}
    sending.mockReturnValueOnce(
      new Promise(resolve => {
        answer = () => resolve({ polling_id: 'x', status: 'PENDING' } as never)
      }),
    )
    await user.dblClick(button)
    // The same failure would be announced again.
    expect(view.queryByText('We couldn’t send the reminder. Try again.')).toBeNull()
    answer()
    await view.findByText('Your reminder is on its way.')
    expect(sending).toHaveBeenCalledTimes(2)
  })

  test('names each friend as they are', async () => {
    const { view } = await show({ remind, referrals: [friend("A$&b $1 $'", 'click')] })
    await view.findByRole('button', { name: "Remind A$&b $1 $'" })
  })

  test('to another friend uses the share sheet, and counts as sent only if it was not canceled', async () => {
    const sent: ShareData[] = []
    let failure = 'AbortError'
    shareBy(async data => {
      sent.push(data)
      if (failure) throw new DOMException('', failure)
    })
    const email = 'sheet@example.com'
    await local.rewards.identify({ email })
    const { link } = await local.rewards.shareables.getOrCreate({})
    // The sheet gets the link once.
    const text = { ...remind, message: `Still there: ${link}` }
    const { view, actions } = await show({ remind: text, referrals: FRIENDS }, { email })
    const button = await view.findByRole('button', { name: 'Remind Charles' })
    await user.click(button)
    await vi.waitUntil(() => actions.length === 1, SOON)
    expect(actions).toMatchObject([{ action: 'remind', channel: 'native', outcome: 'canceled' }])
    expect(view.getAllByRole('status').map(({ textContent }) => textContent)).toEqual(['', '', ''])

    failure = 'NotAllowedError'
    await user.click(button)
    await view.findByText('We couldn’t share the reminder. Try again.')
    failure = ''
    await user.click(button)
    await view.findByText('Reminder shared')
    expect(sent[2]).toMatchObject({ text: 'Still there:', title: 'Plants', url: expect.stringMatching(/^http/) })
    // Who has bought is reminded of nothing.
    const names = view.getAllByRole('button').map(each => each.getAttribute('aria-label'))
    expect(names).toEqual(['Remind Charles', 'Remind A friend'])
  })

  test.each([
    'shared',
    // On Android, an app never learns more.
    'handed_off',
  ])('uses the share sheet of the native app, if the app offers one, which answers %s', async outcome => {
    const asked: [type: string, payload: object][] = []
    const shell = {
      offers: (capability: string) => capability === 'share',
      request: async (type: string, payload: object) => {
        asked.push([type, payload])
        return { outcome }
      },
      notify() {},
    }
    const { view, actions } = await show({ remind, referrals: FRIENDS })
    Object.assign(local.rewards, { shell })
    const button = await view.findByRole('button', { name: 'Remind Charles' })
    await user.click(button)
    await view.findByText('Reminder shared')
    expect(button.getAttribute('aria-disabled')).toBe('true')
    expect(asked).toMatchObject([
      ['share', { text: 'Still there:', title: 'Plants', url: expect.stringMatching(/partner_share_id=/) }],
    ])
    expect(actions).toMatchObject([{ action: 'remind', channel: 'native', outcome }])
  })

  test('is copied by the native app, if the app offers only a clipboard', async () => {
    const copied: unknown[] = []
    const shell = {
      offers: (capability: string) => capability === 'clipboard.write',
      request: async (_: string, payload: object) => {
        copied.push(payload)
        return {}
      },
      notify() {},
    }
    const { view } = await show({ remind, referrals: FRIENDS })
    Object.assign(local.rewards, { shell })
    await user.click(await view.findByRole('button', { name: 'Remind Charles' }))
    await view.findByText('Link copied. Send it to your friend.')
    expect(copied).toEqual([{ text: expect.stringMatching(/partner_share_id=/) }])
  })

  test('is a link to copy without a share sheet, and says so if copying fails', async () => {
    const { view } = await show({ remind: true, referrals: FRIENDS })
    const button = await view.findByRole('button', { name: 'Remind Charles' })
    const refused = vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new DOMException('', 'NotAllowed'))
    await user.click(button)
    await view.findByText('We couldn’t copy your link.')
    refused.mockRestore()
    await user.click(button)
    await view.findByText('Link copied. Send it to your friend.')
    const first = await navigator.clipboard.readText()
    expect(first).toMatch(/partner_share_id=/)
    // The friend may not have got it yet.
    await user.click(button)
    await vi.waitFor(async () => {
      const second = await navigator.clipboard.readText()
      expect([second === first, second]).toEqual([false, expect.stringMatching(/partner_share_id=/)])
    }, SOON)
  })
})
