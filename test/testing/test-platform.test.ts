import { describe, expect, test, vi } from 'vitest'
import { createRewards, type Reward, type Rewards, type Share, type Shareable } from '../../src/index.js'
import { createTestPlatform, fixtures, type TestConsumer, type TestPlatformOptions } from '../../testing/index.js'
import { everyCall } from '../src/resources/every-call.js'

/** A test platform, and a runtime that uses it. */
function open(options: TestPlatformOptions = {}, runtimeOptions = {}) {
  const platform = createTestPlatform(options)
  return { platform, rewards: createRewards({ ...platform.options, ...runtimeOptions }) }
}

describe('a test platform', () => {
  test('says what an environment lacks, and where to read about it', () => {
    vi.stubGlobal('TextEncoder', undefined)
    Reflect.deleteProperty(globalThis, 'TextEncoder')
    try {
      expect(() => createTestPlatform()).toThrow(/has no TextEncoder\. .*docs\/testing\.md#jest$/)
    } finally {
      vi.unstubAllGlobals()
    }
    expect(globalThis.TextEncoder).toBeDefined()
  })

  test.each([
    [{ zone: { invite: fixtures.share } }, 'has no option zone. Its options are domain, zones, consumer.'],
    [{ consumer: { levle: 'verified' } }, 'the consumer has no levle. A consumer has level, email,'],
    [{ consumer: { level: 'verfied' } }, 'the level of the consumer must be anonymous, identified or verified.'],
    [{ zones: { invite: undefined } }, 'the content of the zone "invite" is undefined.'],
    [
      { zones: { invite: { widget: 'share', hedline: 'Give 20' } } },
      'the content of the zone "invite" has the key "hedline"; did you mean "headline"?',
    ],
    [
      { zones: { invite: { widget: 'stack', items: [{ widget: 'offer', reward_txet: '20' }] } } },
      'the content of the zone "invite" has the key "reward_txet"; did you mean "reward_text"?',
    ],
  ])('refuses %j', (options, message) => {
    expect(() => createTestPlatform(options as never)).toThrow(message)
  })

  test.each([
    ['keys of the brand', { widget: 'share', headline_2: 'Now', season: 'spring' }],
    ['a short key of the brand that is not close to one of the widget', { widget: 'cta', tax: 'included' }],
    ['content of the page', { hedline: 'Give 20' }],
    ['a widget that it does not know', { widget: 'toString', hedline: 'Give 20' }],
    ['a key that is null', { widget: 'share', headline: null }],
    ['each form of a key that has several', { widget: 'profile', deletion: { confirm_text: 'Sure?' } }],
    ['a text that reminds', { widget: 'referrals', remind: 'Remind Bob' }],
  ])('accepts %s', async (_, content) => {
    const { rewards } = open({ zones: { invite: content } })
    expect(await rewards.zone('invite')).toMatchObject({ data: content })
  })

  test('takes the longest lifetime of a token and the longest ids, and nothing that is longer', async () => {
    const { rewards } = open({}, { tokenDuration: 157_680_000 })
    expect(await rewards.profile.get()).toMatchObject({
      email: null,
      cookie_consent_type: 'UNSET',
      processing_consent_type: 'UNSET',
    })
    const { rewards: greedy } = open({}, { tokenDuration: 157_680_001 })
    await expect(greedy.profile.get()).rejects.toMatchObject({ code: 'invalid_access_token_duration', status: 400 })
    const email = `${'a'.repeat(188)}@example.com`
    await expect(rewards.identify({ email: `a${email}` })).rejects.toMatchObject({ code: 'invalid_email' })
    const partner_user_id = 'c'.repeat(200)
    await expect(rewards.identify({ partner_user_id: `c${partner_user_id}` })).rejects.toMatchObject({
      code: 'partner_user_id_invalid_length',
    })
    expect(await rewards.identify({ email, partner_user_id })).toMatchObject({ level: 'identified' })
  })

  test('refuses a change of the consumer that does not exist', () => {
    const { platform } = open()
    expect(() => platform.setConsumer({ referals: [] } as never)).toThrow(
      'setConsumer(): the consumer has no referals.',
    )
  })

  test.each<[content: object, message: string]>([
    [{ widget: 'share', headline: 5 }, 'has the wrong headline: it must be a text; got 5.'],
    [{ widget: 'share', channels: 'copy' }, 'has the wrong channels: it must be a list; got "copy".'],
    [{ widget: 'share', messages: 'Look' }, 'has the wrong messages: it must be an object'],
    [{ widget: 'cta', delay_ms: '5' }, 'has the wrong delay_ms: it must be a number'],
    [{ widget: 'referrals', remind: 1 }, 'has the wrong remind: it must be true, a text or an object'],
    [{ widget: 'stack', close: 'yes' }, 'has the wrong close: it must be true or false'],
    [{ widget: 'stack', items: [{ widget: 'offer', headline: 5 }] }, 'has the wrong headline'],
  ])('refuses a value of the wrong type: %j', (content, message) => {
    expect(() => open({ zones: { terms: content } })).toThrow(`zone "terms" ${message}`)
  })

  test('refuses a short key with two letters swapped', () => {
    expect(() => open({ zones: { terms: { widget: 'cta', txet: 'Give 20' } } })).toThrow('did you mean "text"?')
  })

  test.each(['share.brand.example', 'https://', 'https:///rewards', ''])('refuses the domain "%s"', domain => {
    expect(() => open({ domain })).toThrow(
      `the domain must be a URL such as https://share.brand.example, or a path such as /rewards; got "${domain}"`,
    )
  })

  test('refuses a misspelt key that is set later, or that a function returns', async () => {
    const misspelt = { widget: 'share', hedline: 'Give 20' }
    const { platform, rewards } = open({ zones: { invite: () => misspelt } })
    expect(() => platform.setZone('terms', misspelt)).toThrow('zone "terms" has the key "hedline"')
    await expect(rewards.zone('invite')).rejects.toMatchObject({
      code: 'test_failure',
      message: expect.stringContaining('did you mean "headline"?'),
    })
  })

  test.each([
    'auto',
    'cookie',
    'header',
    'query',
  ] as const)('serves a whole visit with the carrier %s', async carrier => {
    const { platform, rewards } = open({ zones: { share_experience: fixtures.share } }, { carrier })
    const zone = await rewards.zone('share_experience')
    expect(zone).toMatchObject({ data: fixtures.share, campaign_id: 'test-campaign' })
    await rewards.track('purchase', { cart_value: 48 }, { id: 'J-1' })
    expect(platform.events).toMatchObject([{ name: 'purchase', data: { cart_value: 48, partner_event_id: 'J-1' } }])
    await rewards.identify({ email: 'ada@example.com' })
    expect(rewards.consumer.level).toBe('identified')
    expect(platform.consumer).toMatchObject({ level: 'identified', email: 'ada@example.com' })
    const { link } = await rewards.shareables.getOrCreate({ key: 'main' })
    expect(link).toBe(`${platform.domain}/friend-1`)
    await rewards.logout()
    expect(platform.consumer).toMatchObject({ level: 'anonymous' })
    expect(platform.consumer.email).toBeUndefined()
  })

  test('answers each kind of content as the platform does', async () => {
    const { rewards } = open({ zones: { footer: fixtures.html, terms: 'One reward for each friend.' } })
    for (let round = 0; round < 2; round++) {
      const ids = { campaign_id: 'test-campaign', event_id: expect.stringMatching(/^zone-/) }
      expect(await rewards.zone('footer')).toMatchObject({ ...ids, data: null, html: fixtures.html })
      expect(await rewards.zone('terms')).toMatchObject({ ...ids, data: 'One reward for each friend.' })
      expect(await rewards.zone('unknown')).toMatchObject({ data: null })
    }
  })

  test('can compute the content from the data and the consumer', async () => {
    const { rewards } = open({
      zones: { greeting: ({ data, consumer }) => ({ text: `${data.locale} ${consumer.level}` }) },
    })
    expect((await rewards.zone('greeting', { locale: 'fr' })).data).toEqual({ text: 'fr anonymous' })
  })

  test('setZone() changes the content of the next request', async () => {
    const { platform, rewards } = open()
    expect((await rewards.zone('terms')).data).toBeNull()
    platform.setZone('terms', { text: 'New' })
    expect((await rewards.zone('terms')).data).toEqual({ text: 'New' })
  })

  test('with a verified consumer, the option `jwt` proves who they are', async () => {
    const { rewards } = open({ consumer: fixtures.consumer })
    expect(await rewards.recognize()).toMatchObject({ level: 'verified' })
    expect(await rewards.profile.get()).toMatchObject({ email: 'ada@example.com', last_name: 'Lovelace' })
    expect(await rewards.referrals.fromMe()).toHaveLength(2)
    expect(await rewards.rewardStatus.get({ reward_name: 'reward-1' })).toMatchObject({ status: 'SUCCEEDED' })
    expect(await rewards.rewardStatus.get({ reward_name: 'reward-2' })).toMatchObject({ status: 'PENDING' })
  })

  test.each([
    ['partner_user_id_invalid_length', 400, { partner_user_id: 'x'.repeat(400) }],
    ['invalid_email', 403, { email: 'ada@' }],
  ])('a claim is refused with %s, as on the platform', async (code, status, claims) => {
    const { rewards, platform } = open()
    await expect(rewards.identify(claims)).rejects.toMatchObject({ code, status })
    await expect(rewards.zone('terms', claims)).rejects.toMatchObject({ code, status })
    await rewards.zone('terms', { first_name: 'Ada' })
    expect(platform.consumer.level).toBe('anonymous')
    expect(platform.events).toEqual([])
  })

  test('the page of a consumer who is identified does not know it until it names them, and their calls work', async () => {
    const { platform, rewards } = open({
      consumer: { level: 'identified', email: 'ada@example.com', first_name: 'Ada' },
    })
    expect(platform.options.jwt).toBeUndefined()
    await rewards.recognize()
    expect(await rewards.profile.get()).toMatchObject({ first_name: 'Ada' })
    expect(rewards.consumer.level).toBe('anonymous')
    expect(await rewards.identify({ email: 'ada@example.com' })).toMatchObject({ level: 'identified' })
    expect(await rewards.profile.get()).toMatchObject({ first_name: 'Ada' })
  })

  test('verify() verifies an identified consumer', async () => {
    const { platform, rewards } = open()
    await rewards.identify({ email: 'zoe@example.com', partner_user_id: 'zoë', first_name: 'Zoë' })
    await expect(rewards.referrals.fromMe()).rejects.toMatchObject({ code: 'scopes_denied', status: 403 })
    await rewards.requestVerificationEmail()
    platform.verify()
    expect(await rewards.recognize()).toMatchObject({ level: 'verified' })
    expect(await rewards.profile.get()).toMatchObject({ email: 'zoe@example.com', partner_user_id: 'zoë' })
  })

  test('verify() of the runtime accepts the JWT of the platform', async () => {
    const { platform, rewards } = open({ consumer: { first_name: 'Zoë', email: 'zoë@example.com' } })
    expect(await rewards.verify(platform.jwt())).toMatchObject({ level: 'verified' })
    expect(platform.consumer.email).toBe('zoë@example.com')
  })

  test('remembers what the consumer changes', async () => {
    const { platform, rewards } = open({ consumer: fixtures.consumer })
    await rewards.recognize()
    await rewards.profile.update({ first_name: 'Augusta' })
    await rewards.parameters.set('color', 'green')
    expect(await rewards.profile.get()).toMatchObject({ first_name: 'Augusta' })
    expect(await rewards.parameters.all()).toEqual({ color: 'green' })
    expect(platform.consumer.first_name).toBe('Augusta')
    expect(fixtures.consumer.first_name).toBe('Ada')
    // As on the platform, without the spaces around a name and the capitals of an address.
    await rewards.profile.update({ last_name: ' King ', email: ' Augusta@Example.com ', cookie_consent: 'granted' })
    expect(await rewards.profile.get()).toMatchObject({
      ...{ last_name: 'King', email: 'augusta@example.com' },
      ...{ cookie_consent: 'granted', cookie_consent_type: 'CLIENT' },
      ...{ processing_consent: null, processing_consent_type: 'UNSET' },
    })
  })

  test('keeps of a profile and of a link only what the platform keeps', async () => {
    const { platform, rewards } = open({ consumer: fixtures.consumer })
    const extra = { level: 'anonymous', id: 'person-9', shareables: null, nickname: 'Ada' }
    await rewards.profile.update({ first_name: 'Augusta', ...extra })
    expect(await rewards.profile.get()).toMatchObject({ id: Object(platform.consumer).id, first_name: 'Augusta' })
    expect(platform.consumer).toMatchObject({ level: 'verified', shareables: [] })
    expect(platform.consumer).not.toMatchObject({ id: 'person-9' })
    expect(platform.consumer).not.toHaveProperty('nickname')
    const input = { label: 'tell', ...{ code: 'my-own', link: 'https://brand.com', color: 'green' } }
    const made = await rewards.shareables.getOrCreate(input)
    expect(made).toEqual({
      ...{ key: 'default', code: 'augusta-1', link: `${platform.domain}/augusta-1` },
      ...{ label: 'tell', content: null, data: {} },
    })
    expect(await rewards.shareables.getCreateOrUpdate({ ...input, label: 'refer' })).toEqual({
      ...made,
      label: 'refer',
    })
  })

  test('records a share for each email, newest first', async () => {
    const { platform, rewards } = open({ consumer: fixtures.consumer })
    await rewards.recognize()
    const { code } = await rewards.shareables.getOrCreate()
    const mail = { advocate_code: code, message: 'For you', subject: 'Hi', data: { campaign: 'spring' } }
    const { polling_id } = await rewards.email.share({ ...mail, recipient_email: 'bob@example.com' })
    expect(await rewards.shares.list({ partner_share_id: polling_id! })).toMatchObject([
      {
        ...{ channel: 'email', message: 'For you', subject: 'Hi', shareable_id: code, data: { campaign: 'spring' } },
        ...{ recipients: ['bob@example.com'], recipient_email: 'bob@example.com', friend: null },
        link: `${platform.domain}/${code}?partner_share_id=${polling_id}`,
      },
    ])
    await rewards.email.shareBatch({ ...mail, recipient_emails: ['grace@example.com', 'joan@example.com'] })
    const shares = await rewards.shares.list()
    expect(shares.map(share => share.recipient_email)).toEqual([
      'joan@example.com',
      'grace@example.com',
      'bob@example.com',
    ])
    expect(await rewards.shares.get(shares[0]!.share_id)).toEqual(shares[0])
    expect(fixtures.consumer.shares).toBeUndefined()
  })

  test('takes what is undefined about a consumer as missing', async () => {
    const nobody = { level: undefined, shareables: undefined, parameters: undefined, shares: undefined }
    const { platform, rewards } = open({ consumer: nobody })
    expect(platform.consumer).toMatchObject({ level: 'anonymous', shareables: [], parameters: {} })
    platform.setConsumer({ ...fixtures.consumer, first_name: undefined })
    platform.setConsumer(nobody)
    await rewards.recognize()
    expect(await rewards.profile.get()).toMatchObject({ first_name: null, last_name: 'Lovelace' })
    expect(await rewards.shareables.list()).toEqual([])
  })

  test('changes nothing of the parameters and links that a test gives it, at the start or later', async () => {
    const parameters = { color: 'green' }
    const shareables: Shareable[] = []
    const { platform, rewards } = open({ consumer: { ...fixtures.consumer, parameters, shareables } })
    for (let round = 1; round <= 2; round++) {
      await rewards.parameters.set('color', 'blue')
      await rewards.shareables.create({ key: 'main' })
      expect(platform.consumer).toMatchObject({ parameters: { color: 'blue' }, shareables: [{ key: 'main' }] })
      expect([parameters, shareables]).toEqual([{ color: 'green' }, []])
      platform.setConsumer({ parameters, shareables })
      expect(await rewards.parameters.all()).toEqual(parameters)
    }
  })

  test('after a logout, the option `jwt` proves the same person, until another one is named', async () => {
    const { platform, rewards } = open({ consumer: fixtures.consumer })
    expect(await rewards.referrals.fromMe()).toHaveLength(2)
    await rewards.logout()
    expect(platform.consumer.level).toBe('anonymous')
    // A logout of nobody names nobody.
    await rewards.zone('terms')
    await rewards.logout()
    expect(await rewards.profile.get()).toMatchObject({ email: 'ada@example.com', last_name: 'Lovelace' })
    expect(await rewards.referrals.fromMe()).toHaveLength(2)
    await rewards.logout()
    await rewards.identify({ email: 'bob@example.com' })
    expect(await rewards.verify(platform.jwt())).toMatchObject({ level: 'verified' })
    expect(await rewards.profile.get()).toMatchObject({ email: 'bob@example.com' })
  })

  test('another person gets a new consumer', async () => {
    const { platform, rewards } = open()
    await rewards.identify({ email: 'ada@example.com' })
    await rewards.identify({ email: 'bob@example.com' })
    expect(platform.consumer).toMatchObject({ email: 'bob@example.com', level: 'identified' })
  })

  test('another customer number is another person, and the same address in capitals is not', async () => {
    const { platform, rewards } = open()
    await rewards.identify({ email: 'ada@example.com', partner_user_id: 'c-1', first_name: 'Ada' })
    await rewards.identify({ email: 'Ada@Example.com' })
    expect(platform.consumer).toMatchObject({ first_name: 'Ada' })
    await rewards.identify({ email: 'Ada@Example.com', first_name: 'Augusta' })
    // The address decides.
    await rewards.identify({ email: 'ada@example.com', partner_user_id: 'c-3' })
    expect(platform.consumer).toMatchObject({ first_name: 'Augusta', partner_user_id: 'c-3' })
    await rewards.identify({ partner_user_id: 'c-2' })
    expect(platform.consumer).toMatchObject({ partner_user_id: 'c-2', level: 'identified' })
    expect(platform.consumer).not.toHaveProperty('first_name')
  })

  test('an event with an id is recorded once for each person', async () => {
    const { platform, rewards } = open()
    for (const email of ['ada@example.com', 'bob@example.com'])
      for (let attempt = 0; attempt < 2; attempt++) await rewards.track('purchase', { email }, { id: 'J-1' })
    expect(platform.events.map(({ data }) => data.email)).toEqual(['ada@example.com', 'bob@example.com'])
  })

  test('a JWT proves a person without address and number', async () => {
    const { platform, rewards } = open({ consumer: { first_name: 'Zoë' } })
    expect(await rewards.verify(platform.jwt())).toMatchObject({ level: 'verified' })
    expect(await rewards.identify({ partner_user_id: 'c-1' })).toMatchObject({ level: 'verified' })
    expect(platform.consumer).toMatchObject({ first_name: 'Zoë', partner_user_id: 'c-1' })
  })

  test('the options have a JWT as soon as the consumer is verified', () => {
    const platform = createTestPlatform({ consumer: { email: 'ada@example.com' } })
    expect(platform.options.jwt).toBeUndefined()
    platform.verify()
    expect(platform.options.jwt).toBe(platform.jwt)
  })

  test('records an event with the same id once', async () => {
    const { platform, rewards } = open()
    await rewards.track('purchase', {}, { id: 'J-1' })
    await rewards.track('purchase', {}, { id: 'J-1' })
    await rewards.track('refund', {}, { id: 'J-1' })
    expect(platform.events.map(({ name }) => name)).toEqual(['purchase', 'refund'])
  })

  test('a refused event names its consumer, and is not recorded', async () => {
    const { platform } = open()
    const data = { email: 'ada@example.com', container: 'x'.repeat(201) }
    const headers = { 'content-type': 'application/json' }
    await platform.fetch(`${platform.domain}/events/purchase`, { method: 'POST', headers, body: JSON.stringify(data) })
    expect(platform.consumer).toMatchObject({ email: 'ada@example.com' })
    expect(platform.events).toEqual([])
  })

  test('answers the URL of a tracking pixel', async () => {
    const { platform, rewards } = open()
    await platform.fetch(`${await rewards.eventUrl('opened', { source: 'mail' })}&jwt=${platform.jwt()}`)
    expect(platform.events).toMatchObject([{ name: 'opened', data: { source: 'mail' } }])
    expect(Object.keys(platform.events[0]!.data).sort()).toEqual(['partner_event_id', 'source'])
  })

  test('shows the requests', async () => {
    const { platform, rewards } = open({}, { carrier: 'header' })
    await rewards.zone('terms', { labels: 'refer' })
    expect(platform.requests[0]).toMatchObject({
      method: 'POST',
      path: '/zones',
      body: { event_name: 'terms', data: { labels: 'refer' } },
    })
    await rewards.zone('terms')
    expect(platform.requests.at(-1)?.headers.authorization).toMatch(/^Bearer test-token-/)
  })

  test('each platform has its own consumer, zones and events', async () => {
    const one = open({ zones: { terms: { text: 'One' } } })
    const other = open()
    await one.rewards.track('purchase')
    expect((await other.rewards.zone('terms')).data).toBeNull()
    expect(other.platform.events).toEqual([])
    // A token of one platform is unknown to the other.
    const tokens = await Promise.all(
      [one, other].map(async ({ platform }) => {
        const answer = await platform.fetch(`${platform.domain}/zones`, {
          method: 'POST',
          body: '{}',
          credentials: 'omit',
        })
        return answer.headers.get('x-svc-token')!.replace(/-\d+$/, '')
      }),
    )
    expect(tokens[0]).not.toBe(tokens[1])
  })

  test('lets only a verified consumer change a link that another device made', async () => {
    const shareables = [{ key: 'main', code: 'ada-1', link: 'https://share.brand.example/ada-1', label: 'refer' }]
    const { platform, rewards } = open({ consumer: { level: 'identified', email: 'ada@example.com', shareables } })
    await rewards.recognize()
    const update = () => rewards.shareables.getCreateOrUpdate({ key: 'main', label: 'tell' })
    await expect(update()).rejects.toMatchObject({ code: 'scopes_denied', status: 403 })
    await expect(rewards.shareables.getCreateOrUpdate({ key: 'main', label: 'refer' })).resolves.toMatchObject({
      code: 'ada-1',
      label: 'refer',
    })
    platform.verify()
    await expect(update()).resolves.toMatchObject({ code: 'ada-1', label: 'tell' })
    // What a test gives stays as it is, for the next platform.
    await rewards.shareables.create({ key: 'other' })
    expect(shareables).toMatchObject([{ code: 'ada-1', label: 'refer' }])
  })

  test('lets the device that made a link change it', async () => {
    const { rewards } = open()
    await rewards.identify({ email: 'ada@example.com' })
    const made = await rewards.shareables.getOrCreate({ key: 'main' })
    await expect(rewards.shareables.getCreateOrUpdate({ key: 'main', label: 'tell' })).resolves.toMatchObject({
      code: made.code,
      label: 'tell',
    })
  })

  test.each<[string, (rewards: Rewards) => Promise<unknown>]>([
    ['GET /api/v4/me/assets/1', rewards => rewards.assets.get('1')],
    ['DELETE /api/v4/me/assets/1', rewards => rewards.assets.delete('1')],
    ['GET /api/v4/persons/p-2/assets/1', rewards => rewards.persons('p-2').assets.get('1')],
  ])('says that it does not have %s', async (name, call) => {
    const { platform, rewards } = open({ consumer: fixtures.consumer })
    await rewards.recognize()
    await expect(call(rewards)).rejects.toMatchObject({ code: 'not_found', message: expect.stringContaining(name) })
    expect(name).toContain(platform.requests.at(-1)?.path)
  })

  test('has no files, of an identified consumer or of another person', async () => {
    const { rewards } = open({ consumer: { level: 'identified' } })
    expect([await rewards.assets.list(), await rewards.persons('p-2').assets.list()]).toEqual([[], []])
    const { rewards: nobody } = open()
    await expect(nobody.assets.list()).rejects.toMatchObject({ code: 'scopes_denied' })
  })

  test('setConsumer() changes what the platform knows about the consumer', async () => {
    const { platform, rewards } = open({ consumer: fixtures.consumer })
    await rewards.recognize()
    platform.setConsumer({ first_name: 'Augusta' })
    expect(platform.consumer).toMatchObject({ first_name: 'Augusta', last_name: 'Lovelace' })
    expect(await rewards.profile.get()).toMatchObject({ first_name: 'Augusta' })
  })
})

describe('fail()', () => {
  test('makes the platform unreachable, until it is ended', async () => {
    const { platform, rewards } = open({ zones: { terms: { text: 'Yes' } } })
    const end = platform.fail('/zones', 'network_error')
    await expect(rewards.zone('terms')).rejects.toMatchObject({ code: 'network_error', retryable: true })
    end()
    await expect(rewards.zone('terms')).resolves.toMatchObject({ data: { text: 'Yes' } })
  })

  test('answers the question whether it can be reached like the call before it, and does not count it', async () => {
    const { platform } = open()
    platform.fail('/', 'network_error', { times: 2 })
    const call = (method: string) => platform.fetch(`${platform.domain}/events`, { method }).catch(String)
    const failed = 'TypeError: Failed to fetch'
    expect(await call('POST')).toBe(failed)
    expect(await call('HEAD')).toBe(failed)
    expect(await call('POST')).toBe(failed)
    expect(await call('POST')).toHaveProperty('status')
    expect(await call('HEAD')).toHaveProperty('status')
  })

  test('fails with a code of the platform, whatever form the call has', async () => {
    const { platform, rewards } = open({ consumer: fixtures.consumer })
    await rewards.recognize()
    platform.fail('/me/shareables', { status: 403, code: 'blocked_content_url' })
    for (const call of [rewards.shareables.getOrCreate({}), rewards.shareables.list()])
      await expect(call).rejects.toMatchObject({ status: 403, code: 'blocked_content_url' })
    const about = { message: 'Not allowed', parameters: { name: 'url' } }
    platform.fail('/me/shareables', { status: 403, code: 'blocked_content_url', ...about })
    await expect(rewards.shareables.getOrCreate({})).rejects.toMatchObject({
      message: expect.stringContaining('Not allowed'),
      parameters: about.parameters,
    })
    platform.fail('/zones', { status: 403, code: 'access_denied' })
    await expect(rewards.zone('terms')).rejects.toMatchObject({ code: 'access_denied' })
  })

  test('fails with 500 unless the failure has a status', async () => {
    const { platform, rewards } = open()
    platform.fail('/zones', {})
    await expect(rewards.zone('terms')).rejects.toMatchObject({ status: 500, retryable: true })
  })

  test.each([
    [{ status: 500 }, { status: 500, code: 'software_error' }],
    [{ status: 429 }, { status: 429, code: 'too_many_requests' }],
    [{ status: 503 }, { status: 503, code: 'test_failure' }],
    [{ status: 402 }, { status: 402, code: 'payment_required' }],
    [{ status: 404 }, { status: 404, code: 'not_found' }],
    [{ status: 405 }, { status: 405, code: 'method_not_allowed' }],
    [{ status: 413 }, { status: 413, code: 'request_too_large' }],
    [{ status: 415 }, { status: 415, code: 'unsupported_media_type' }],
    [{ status: 421 }, { status: 421, code: 'misdirected_request' }],
    [
      { status: 404, code: 'asset_not_found' },
      { status: 404, code: 'asset_not_found' },
    ],
  ])('fails with the code of the status, if it has only one: %j', async (failure, error) => {
    const { platform } = open()
    platform.fail('/api/v5/token', failure)
    const answer = await platform.fetch(`${platform.domain}/api/v5/token`, { method: 'POST' })
    expect(answer.status).toBe(error.status)
    expect(await answer.json()).toMatchObject({ http_status_code: error.status, code: error.code })
  })

  const asJavaScript = <Value>(value: unknown) => value as Value
  test.each<[what: string, args: unknown[], message: string]>([
    ['a misspelt option', ['/zones', 'network_error', { time: 1 }], 'has no time. It has times'],
    ['no number of times', ['/zones', 'network_error', { times: '1' }], 'a number above 0 as times; got "1"'],
    ['no times', ['/zones', 'network_error', { times: 0 }], 'a number above 0 as times; got 0'],
    ['a misspelt failure', ['/zones', 'netwrok_error'], 'no failure "netwrok_error". Use \'network_error\''],
    ['a misspelt key of the failure', ['/zones', { stats: 403 }], 'has no stats. It has status, code, '],
    ['a status without its code', ['/zones', { status: 403 }], 'needs a code beside the status 403'],
    [
      'a code without its status',
      ['/zones', { code: 'access_denied' }],
      'needs a status beside the code access_denied',
    ],
    ['a status that is no failure', ['/zones', { status: 200 }], 'a status from 400 to 599'],
    ['a status that does not exist', ['/zones', { status: 600 }], 'a status from 400 to 599'],
    ['no path', ['', 'network_error'], "needs a path, such as '/zones'"],
    ['a misspelt path', ['/zoness', 'network_error'], "Did you mean '/zones'?"],
    [
      'a misspelt part of a path',
      ['/me/sharables', 'network_error'],
      "no request of the SDK has a path with '/me/sharables'",
    ],
    ['a path of no call', ['/orders', 'network_error'], 'A path is, for example, /zones, '],
    ['a URL', ['https://share.brand.example/events', 'network_error'], "Did you mean '/events'?"],
    ['a method', ['POST /events', 'network_error'], "Did you mean '/events'?"],
  ])('refuses %s', (_, args, message) => {
    const { platform } = open()
    expect(() => platform.fail(...asJavaScript<Parameters<typeof platform.fail>>(args))).toThrow(message)
  })

  test.each([
    '/',
    'zones',
    '/zone',
    '/api/v6',
    '/me/shareables/ABC-123',
    'shareables/ABC-123',
    'ABC-123',
    '/persons/ada/assets',
    '/me/parameters/size',
    '/email/share',
    '/send-verification-email/status/test-poll',
  ])('takes the part of a path of the SDK: %s', path => {
    const { platform } = open()
    expect(platform.fail(path, 'network_error')).toBeTypeOf('function')
  })

  test('takes the path of every request that the SDK sends', async () => {
    const { platform, rewards } = open({ consumer: fixtures.consumer })
    const ids = { person: 'p-2', asset: 'a-1', share: 's-1', code: 'ada-1', polling: 'p-1' }
    for (const [name, call] of Object.entries(everyCall))
      if (!name.endsWith('url')) await call(rewards, ids).catch(() => {})
    await rewards.requestVerificationEmail()
    await rewards.zone('terms')
    await rewards.logout()
    const paths = [...new Set(platform.requests.map(({ path }) => path))]
    expect(paths.length).toBeGreaterThan(20)
    for (const path of paths) expect(platform.fail(path, 'network_error'), path).toBeTypeOf('function')
  })

  test('fails as the newest failure of a path says, then as the one before', async () => {
    const { platform, rewards } = open()
    platform.fail('/zones', { status: 403, code: 'access_denied' })
    const end = platform.fail('/zones', { status: 403, code: 'blocked_content_url' })
    await expect(rewards.zone('terms')).rejects.toMatchObject({ code: 'blocked_content_url' })
    end()
    await expect(rewards.zone('terms')).rejects.toMatchObject({ code: 'access_denied' })
  })

  test('fails a cold page with a code in the header, as a web-friendly call does', async () => {
    const { platform, rewards } = open()
    platform.fail('/zones', { status: 403, code: 'access_denied' }, { times: 1 })
    await expect(rewards.zone('terms')).rejects.toMatchObject({ code: 'access_denied', status: 403 })
    await expect(rewards.zone('terms')).resolves.toMatchObject({ data: null })
  })

  test('lets an event wait until the platform accepts it', async () => {
    const { platform, rewards } = open()
    await rewards.zone('terms')
    const end = platform.fail('/events', { status: 503 })
    const tracked = rewards.track('purchase')
    await rewards.flush()
    expect(platform.events).toEqual([])
    end()
    await rewards.flush()
    await tracked
    expect(platform.events).toHaveLength(1)
  })
})

describe('answer()', () => {
  test('answers a request of a browser, with CORS', async () => {
    const { domain, answer, fetch, requests } = createTestPlatform({ zones: { terms: { text: 'Yes' } } })
    const headers = { origin: 'https://www.brand.example' }
    const response = await answer(
      new Request(`${domain}/zones`, { method: 'POST', headers, body: '{"event_name":"terms"}' }),
    )
    expect(await response.json()).toEqual({ text: 'Yes' })
    expect(response.headers.get('x-svc-token')).toMatch(/^test-token-/)
    expect(response.headers.get('access-control-allow-origin')).toBe('https://www.brand.example')
    expect(response.headers.get('access-control-allow-credentials')).toBe('true')
    expect(response.headers.get('access-control-expose-headers')).toBe(
      'x-svc-token, x-svc-error-message, x-svc-campaign, x-svc-input-event-id, x-svc-cookie-consent, retry-after',
    )
    const preflight = await answer(new Request(`${domain}/api/v4/me`, { method: 'OPTIONS' }))
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-methods')).toBe('GET, POST, PUT, DELETE')
    expect(preflight.headers.get('access-control-allow-headers')).toBe('authorization, content-type, x-svc-jwt')
    const aborted = fetch(`${domain}/zones`, { method: 'POST', body: '{}', signal: AbortSignal.abort() })
    await expect(aborted).rejects.toThrow('abort')
    // A preflight, and a request that its page has aborted, do not count.
    expect(requests.map(({ method }) => method)).toEqual(['POST'])
  })

  test('knows no token that was revoked', async () => {
    const { domain, answer } = createTestPlatform()
    const created = await answer(new Request(`${domain}/api/v5/token`, { method: 'POST', body: '{}' }))
    const { access_token } = await created.json()
    const headers = { authorization: `Bearer ${access_token}` }
    const statuses = []
    for (const [method, path] of [
      ['GET', '/api/v4/me'],
      ['DELETE', '/api/v5/token'],
      ['GET', '/api/v4/me'],
    ])
      statuses.push((await answer(new Request(domain + path, { method: method!, headers }))).status)
    expect(statuses).toEqual([200, 200, 401])
  })

  test('verifies the consumer by a JWT only if its scope says so', async () => {
    const { domain, answer, consumer } = createTestPlatform()
    const jwt = ['{"alg":"HS256"}', '{"email":"ada@example.com","scope":"OTHER"}', 'unsigned'].map(btoa).join('.')
    await answer(new Request(`${domain}/api/v5/token`, { method: 'POST', body: JSON.stringify({ jwt }) }))
    expect(consumer).toMatchObject({ level: 'identified', email: 'ada@example.com' })
    const body = JSON.stringify({ jwt: 'not.a.jwt' })
    const refused = await answer(new Request(`${domain}/api/v5/token`, { method: 'POST', body }))
    expect([refused.status, (await refused.json()).code]).toEqual([400, 'jwt_error'])
  })

  test('knows the consumer of a request by the cookie, unless the request omits it', async () => {
    const { domain, answer } = createTestPlatform()
    const tokenFor = async (init: RequestInit) =>
      (await answer(new Request(`${domain}/zones`, { method: 'POST', body: '{}', ...init }))).headers.get('x-svc-token')
    const token = await tokenFor({})
    expect(await tokenFor({ credentials: 'include' })).toBe(token)
    expect(await tokenFor({ credentials: 'omit' })).not.toBe(token)
    expect(await tokenFor({ credentials: 'include' })).toBe(token)
  })

  test('answers a failure of the network with the response that stands for one', async () => {
    const { domain, answer, fail } = createTestPlatform()
    fail('/zones', 'network_error')
    expect((await answer(new Request(`${domain}/zones`, { method: 'POST', body: '{}' }))).type).toBe('error')
  })
})

test('mswHandlers() handles every request to the program domain', async () => {
  const { domain, mswHandlers } = createTestPlatform({ zones: { terms: { text: 'Yes' } } })
  const handlers = mswHandlers({ all: (path, resolver) => ({ path, resolver }) })
  expect(handlers.map(({ path }) => path)).toEqual([`${domain}/*`])
  const request = new Request(`${domain}/zones/terms`, { method: 'POST', body: '{}' })
  expect(await (await handlers[0]!.resolver({ request })).json()).toEqual({ text: 'Yes' })
})

test('needs no Response, Request and Headers of the environment: Jest with jsdom has none', async () => {
  for (const name of ['Response', 'Request', 'Headers']) vi.stubGlobal(name, undefined)
  try {
    const { platform, rewards } = open({ zones: { terms: { text: 'Yes' } }, consumer: fixtures.consumer })
    expect(await rewards.recognize()).toMatchObject({ level: 'verified' })
    expect((await rewards.zone('terms')).data).toEqual({ text: 'Yes' })
    await rewards.track('purchase')
    expect(platform.events.map(({ name }) => name)).toContain('purchase')
  } finally {
    vi.unstubAllGlobals()
  }
})

describe('as on the platform', () => {
  test.each([
    [undefined, 403, 'missing_access_token'],
    ['Bearer nobody', 401, 'invalid_access_token'],
  ])('a call of a resource with the token %s is refused', async (authorization, status, code) => {
    const { platform } = open()
    const headers = authorization === undefined ? undefined : { authorization }
    const answer = await platform.fetch(`${platform.domain}/api/v4/me`, { headers })
    expect([answer.status, await answer.json()]).toEqual([status, expect.objectContaining({ code })])
  })

  test('an anonymous consumer reads an id and nothing else', async () => {
    const { rewards, platform } = open({ consumer: { first_name: 'Ada', parameters: { color: 'green' } } })
    const { id, ...others } = await rewards.profile.get()
    expect(id).toBe(Object(platform.consumer).id)
    expect(others).toMatchObject({ first_name: null, email: null, parameters: {} })
    for (const call of [rewards.shareables.list, rewards.steps.list, rewards.referrals.fromMe])
      await expect(call()).rejects.toMatchObject({ code: 'scopes_denied' })
  })

  test('each call needs its level', async () => {
    const mail = { advocate_code: 'ada-1', message: 'Hello' }
    const identified: ((rewards: Rewards) => Promise<unknown>)[] = [
      rewards => rewards.audienceMemberships.list(),
      rewards => rewards.journeys.list(),
      rewards => rewards.shares.list(),
      rewards => rewards.shares.get('s-1'),
      rewards => rewards.shareables.get('ada-1'),
      rewards => rewards.shareables.create(),
      rewards => rewards.shareables.getOrCreate(),
      rewards => rewards.shareables.getCreateOrUpdate(),
      rewards => rewards.email.share({ ...mail, recipient_email: 'bob@example.com' }),
      rewards => rewards.email.shareBatch({ ...mail, recipient_emails: ['bob@example.com'] }),
      rewards => rewards.requestVerificationEmail(),
    ]
    const verified: typeof identified = [
      rewards => rewards.profile.update({ first_name: 'Ada' }),
      rewards => rewards.parameters.all(),
      rewards => rewards.parameters.set('color', 'green'),
      rewards => rewards.parameters.update({ color: 'green' }),
      rewards => rewards.referrals.fromMe(),
      rewards => rewards.referrals.toMe(),
      rewards => rewards.rewardStatus.get({ polling_id: 'p-1' }),
    ]
    const { rewards: nobody } = open()
    for (const call of [...identified, ...verified])
      await expect(call(nobody), `${call}`).rejects.toMatchObject({ code: 'scopes_denied', status: 403 })
    const shareables = [{ key: 'default', code: 'ada-1', link: 'https://share.brand.example/ada-1' }] as Shareable[]
    const shares = [{ share_id: 's-1' }] as Share[]
    const { rewards: known } = open({ consumer: { level: 'identified', shareables, shares } })
    for (const call of identified) await expect(call(known), `${call}`).resolves.toBeDefined()
    for (const call of verified)
      await expect(call(known), `${call}`).rejects.toMatchObject({ code: 'scopes_denied', status: 403 })
    await expect(known.shares.get('s-2')).rejects.toMatchObject({ code: 'share_not_found' })
    await expect(known.shareables.get('ada-2')).rejects.toMatchObject({ code: 'shareable_not_found' })
  })

  test('a list has what the consumer has', async () => {
    const consumer = {
      ...fixtures.consumer,
      referralsToMe: fixtures.consumer.referrals!.slice(0, 1),
      audienceMemberships: [{ audience_id: 'a-1' }],
    } as TestConsumer
    const { rewards } = open({ consumer })
    expect(await rewards.referrals.toMe()).toEqual(consumer.referralsToMe)
    expect(await rewards.referrals.fromMe()).toEqual(consumer.referrals)
    expect(await rewards.audienceMemberships.list()).toEqual(consumer.audienceMemberships)
  })

  test('an identified consumer has a first name beside the id, and nothing else', async () => {
    const { rewards } = open({ consumer: { ...fixtures.consumer, level: 'identified', partner_user_id: 'c-1' } })
    expect(await rewards.profile.get()).toMatchObject({
      ...{ first_name: 'Ada', last_name: null, email: null, partner_user_id: null, profile_picture_url: null },
      parameters: {},
    })
  })

  test('a verified consumer reads each field that the test or a claim has given', async () => {
    const given = { profile_picture_url: 'https://img.example/ada.png', parameters: { color: 'green' } }
    const claims = { email: 'ada@example.com', partner_user_id: 'c-1', first_name: 'Ada', last_name: 'Lovelace' }
    const { platform, rewards } = open({ consumer: given })
    await rewards.identify(claims)
    platform.verify()
    expect(await rewards.profile.get()).toMatchObject({ ...given, ...claims })
  })

  test('lists are narrowed by their filters', async () => {
    const steps = [
      { step_name: 'purchase', event_id: '1', quality: 'HIGH', partner_event_id: { name: 'order', value: 'J-1' } },
      {
        ...{ step_name: 'registration', event_id: '2', campaign_id: 'c-2', program_label: 'spring' },
        partner_event_id: { name: 'ticket', value: 'J-2' },
      },
    ]
    const shareables = [
      { key: 'main', code: 'ada-1', link: 'https://share.brand.example/ada-1', label: 'tell' },
      { key: 'other', code: 'ada-2', link: 'https://share.brand.example/ada-2', label: 'refer' },
    ]
    const shares = [{ share_id: 's-1', partner_id: { name: 'partner_share_id', value: 'p-1' } }, { share_id: 's-2' }]
    const journeys = [
      { id: 'j-1', container: 'production', journey_type: 'FRIEND' },
      { id: 'j-2', container: 'test', journey_type: 'ADVOCATE' },
    ]
    const consumer = { level: 'verified', steps, shares, journeys, shareables } as TestConsumer
    const { rewards } = open({ consumer })
    const onError = vi.fn()
    rewards.addEventListener('error', onError)
    expect(await rewards.steps.list({ quality: 'HIGH' })).toMatchObject([{ event_id: '1' }])
    expect(await rewards.shares.list({ partner_share_id: 'p-1' })).toMatchObject([{ share_id: 's-1' }])
    expect(await rewards.steps.list({ partner_event_id_value: 'J-2' })).toMatchObject([{ event_id: '2' }])
    for (const filter of [
      { step_name: 'registration' },
      { campaign_id: 'c-2' },
      { program_label: 'spring' },
      { partner_event_id_name: 'ticket' },
    ])
      expect(await rewards.steps.list(filter)).toMatchObject([{ event_id: '2' }])
    for (const partner_id of ['p-1', 'partner_share_id:p-1'])
      expect(await rewards.shares.list({ partner_id })).toMatchObject([{ share_id: 's-1' }])
    expect(await rewards.shareables.list({ key: 'other' })).toMatchObject([{ code: 'ada-2' }])
    expect(await rewards.shareables.list({ label: 'tell' })).toMatchObject([{ code: 'ada-1' }])
    expect(await rewards.journeys.list({ container: 'test' })).toMatchObject([{ id: 'j-2' }])
    expect(await rewards.journeys.list({ type: 'FRIEND' })).toMatchObject([{ id: 'j-1' }])
    expect(onError).not.toHaveBeenCalled()
  })

  test('an identified consumer sees neither the friends of shares nor the data of steps, and finds nothing by them', async () => {
    const share = { share_id: 's-1', channel: 'email', link: 'https://share.brand.example/ada' }
    const friends = {
      message: 'For you',
      subject: 'Hi',
      recipients: ['bob@example.com'],
      recipient_email: 'bob@example.com',
      friend: { id: 'p-2' },
      data: { cart: 'full' },
    }
    const step = { step_name: 'conversion', event_id: 'e-1', quality: 'HIGH' }
    const order = { value: '48', partner_event_id: { name: 'order', value: 'J-1' }, data: { order: 'J-1' } }
    const steps = [
      { ...step, ...order },
      { step_name: 'reward_earned', event_id: 'e-2' },
    ]
    const { platform, rewards } = open({
      consumer: { level: 'identified', email: 'ada@example.com', shares: [{ ...share, ...friends }], steps },
    })
    const noFriends = { message: null, subject: null, recipients: [], recipient_email: null, friend: null, data: {} }
    expect(await rewards.shares.list()).toEqual([{ ...share, ...noFriends }])
    expect(await rewards.shares.get('s-1')).toEqual({ ...share, ...noFriends })
    expect(await rewards.steps.list()).toEqual([{ ...step, value: null, partner_event_id: null, data: {} }])
    expect(await rewards.steps.list({ partner_event_id_value: 'J-1' })).toEqual([])
    expect(await rewards.steps.list({ partner_event_id_name: 'order' })).toEqual([])
    platform.verify()
    expect(await rewards.shares.list()).toEqual([{ ...share, ...friends }])
    expect(await rewards.shares.get('s-1')).toEqual({ ...share, ...friends })
    expect(await rewards.steps.list({ partner_event_id_value: 'J-1' })).toEqual([{ ...step, ...order }])
    expect(await rewards.steps.list()).toEqual(steps)
  })

  test('invalid values are refused', async () => {
    const { rewards } = open({ consumer: { level: 'verified', email: 'ada@example.com' } })
    await rewards.recognize()
    const { code: advocate_code } = await rewards.shareables.getOrCreate()
    const mail = { advocate_code, recipient_email: 'bob@example.com', message: 'Hello' }
    const readOnly = ['id', 'email', 'person_id', 'first_name', 'last_name', 'partner_user_id', 'locale']
    const refused: [string, () => Promise<unknown>][] = [
      ['label_name_contains_illegal_character', () => rewards.shareables.create({ label: 'not allowed!' })],
      ['label_name_contains_illegal_character', () => rewards.shareables.create({ key: 'not allowed!' })],
      ...readOnly.flatMap((name): typeof refused => [
        ['read_only_name', () => rewards.parameters.set(name, 'x')],
        ['read_only_name', () => rewards.parameters.update({ [name]: 'x' })],
      ]),
      ['invalid_value', () => rewards.parameters.set('color', null)],
      ['invalid_value', () => rewards.parameters.update({ size: 'M', color: null })],
      ['shareable_not_found', () => rewards.email.share({ ...mail, advocate_code: 'nobody' })],
      ['invalid_email', () => rewards.email.share({ ...mail, recipient_email: 'bob' })],
      [
        'invalid_email',
        () =>
          rewards.email.shareBatch({ advocate_code, message: 'Hello', recipient_emails: ['bob@example.com', 'bob'] }),
      ],
      ['invalid_person_email', () => rewards.profile.update({ email: 'ada' })],
      ['invalid_person_email', () => rewards.profile.update({ email: '' })],
      ['invalid_length_first_name', () => rewards.profile.update({ first_name: '' })],
      ['invalid_length_last_name', () => rewards.profile.update({ last_name: '' })],
    ]
    const stored = () => Promise.all([rewards.shareables.list(), rewards.parameters.all(), rewards.profile.get()])
    const before = await stored()
    for (const [code, call] of refused) await expect(call(), code).rejects.toMatchObject({ code })
    expect(await stored()).toEqual(before)
    await expect(rewards.email.share(mail)).resolves.toMatchObject({ recipient_email: 'bob@example.com' })
    const recipient_emails = ['bob@example.com', 'grace@example.com']
    await expect(
      rewards.email.shareBatch({ advocate_code, message: 'Hello', recipient_emails }),
    ).resolves.toMatchObject(recipient_emails.map(recipient_email => ({ recipient_email })))
  })

  test('the status of a reward is found by its id or its data, and pending for an unknown one', async () => {
    const rewards = [
      { reward_id: 'r-1', state: 'FULFILLED', data: { partner_event_id: 'J-1' } },
      { reward_id: 'r-2', state: 'REVOKED' },
    ]
    const { platform, rewards: runtime } = open({
      consumer: { level: 'verified', email: 'ada@example.com', rewards } as TestConsumer,
    })
    expect(await runtime.rewardStatus.get({ partner_event_id: 'J-1' })).toMatchObject({ status: 'SUCCEEDED' })
    expect(await runtime.rewardStatus.get({ polling_id: 'r-2' })).toMatchObject({ status: 'FAILED' })
    expect(await runtime.rewardStatus.get({ polling_id: 'none' })).toMatchObject({ status: 'PENDING', reward: null })
    for (const [status, states] of [
      ['SUCCEEDED', ['FULFILLED', 'SENT', 'REDEEMED']],
      ['FAILED', ['FAILED', 'CANCELED', 'CANCELLED', 'EXPIRED', 'REVOKED']],
      ['PENDING', ['PENDING', 'EARNED']],
    ] as const)
      for (const state of states) {
        platform.setConsumer({ rewards: [{ reward_id: 'r-1', state } as Reward] })
        expect(await runtime.rewardStatus.get({ polling_id: 'r-1' }), state).toMatchObject({ status })
      }
  })

  test('the status of a reward needs one key', async () => {
    const { platform, rewards } = open({ consumer: { level: 'verified' } }, { carrier: 'header' })
    await rewards.recognize()
    await rewards.profile.get()
    const { authorization = '' } = platform.requests.at(-1)!.headers
    for (const query of ['', '?polling_id=p-1&reward_name=advocate-20']) {
      const url = `${platform.domain}/api/v4/me/rewards/status${query}`
      const answer = await platform.fetch(url, { headers: { authorization } })
      expect([answer.status, (await answer.json()).code]).toEqual([400, 'invalid_reward_filter'])
    }
  })

  test('create() makes another link each time, unless it names a key', async () => {
    const { rewards } = open({ consumer: { level: 'identified' } })
    const codes = [await rewards.shareables.create(), await rewards.shareables.create()].map(({ code }) => code)
    expect(new Set(codes).size).toBe(2)
    const [one, other] = [
      await rewards.shareables.create({ key: 'a', label: 'tell' }),
      await rewards.shareables.create({ key: 'a', label: 'refer' }),
    ]
    expect(one.label).toBe('tell')
    expect(one).toEqual(other)
  })

  test('getOrCreate() makes one link for no key, whose code begins with the name of the consumer', async () => {
    const { rewards, platform } = open({ consumer: { level: 'identified', first_name: 'Ada L.' } })
    const made = await rewards.shareables.getOrCreate({ label: 'tell' })
    expect(made).toMatchObject({ key: 'default', label: 'tell', link: `${platform.domain}/adal-1` })
    expect(await rewards.shareables.getOrCreate({ label: 'refer' })).toEqual(made)
    expect(await rewards.shareables.list()).toEqual([made])
  })
})

test.each([
  ['is async', async () => ({ text: 'Late' }), '"terms" must not be async'],
  ['throws', () => JSON.parse('x'), '"terms" has thrown: SyntaxError'],
])('the function of a zone that %s is named in the error', async (_, terms, fault) => {
  const { rewards } = open({ zones: { terms } })
  await expect(rewards.zone('terms')).rejects.toMatchObject({
    code: 'test_failure',
    message: expect.stringContaining(fault),
  })
})
