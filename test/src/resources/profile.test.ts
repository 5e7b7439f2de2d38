import { describe, expect, expectTypeOf, test, vi } from 'vitest'
import { demo } from '../../../demo/platform/index.js'
import type { Profile, ProfileChanges, RewardsError } from '../../../src/index.js'
import { proofOf } from '../../proof.js'
import { SOON } from '../../soon.js'
import { failure } from '../failure.js'
import { useProgram } from './program.js'

const program = useProgram()

describe('the profile', () => {
  test('of an anonymous consumer is an id', async () => {
    const { rewards } = program.visitor()
    const profile = await rewards.profile.get()
    expect(profile).toMatchObject({ id: expect.any(String), email: null, first_name: null, parameters: {} })
  })

  test('of a customer whom the option `jwt` proves is whole at the first read, on a cold page, too', async () => {
    const jwt = vi.fn(() => proofOf({ email: demo.ada.email }))
    const { rewards } = program.visitor({ jwt })
    const [one, other] = await Promise.all([rewards.profile.get(), rewards.profile.get()])
    expect(one).toMatchObject({ first_name: 'Ada', email: demo.ada.email })
    expect(other).toEqual(one)
    await rewards.profile.get()
    expect(jwt).toHaveBeenCalledTimes(1)
    expect(rewards.consumer.level).toBe('verified')
  })

  test('of a consumer who has claimed an address is whole, too, once `jwt` proves it', async () => {
    const { rewards } = await program.identified(demo.ada.email, { jwt: () => proofOf({ email: demo.ada.email }) })
    expect(await rewards.profile.get()).toMatchObject({ email: demo.ada.email })
  })

  test('is that of an anonymous consumer if `jwt` says that nobody is signed in', async () => {
    const { rewards } = program.visitor({ jwt: () => null })
    expect(await rewards.profile.get()).toMatchObject({ first_name: null, email: null })
  })

  test('is not read as that of a stranger if `jwt` fails', async () => {
    const { rewards, requests } = program.visitor({ jwt: () => Promise.reject(new Error('No session')) })
    await expect(rewards.profile.get()).rejects.toMatchObject({ code: 'invalid_argument' })
    expect(requests.filter(line => line.endsWith('/me'))).toEqual([])
  })

  test.each(['steps', 'shares', 'assets'] as const)('%s are read by a proved consumer, too', async name => {
    const { rewards } = await program.identified(demo.ada.email, { jwt: () => proofOf({ email: demo.ada.email }) })
    await rewards[name].list()
    expect(rewards.consumer.level).toBe('verified')
  })

  test('of the consumer is proved, and no proof is asked for to read the public files of another person', async () => {
    const jwt = vi.fn(() => proofOf({ email: demo.ada.email }))
    const { rewards } = await program.identified(demo.ada.email, { jwt })
    expect(await failure(rewards.persons('nobody').assets.list())).toMatchObject({ code: 'person_not_found' })
    expect(jwt).not.toHaveBeenCalled()
  })

  test('of a consumer who only claims to be Ada has her first name and nothing private', async () => {
    const { rewards } = await program.identified(demo.ada.email)
    expect(await rewards.profile.get()).toMatchObject({ first_name: 'Ada', last_name: null, email: null })
  })

  test('is read for the consumer that is known by then, though an earlier read is still running', async () => {
    let release = () => {}
    const held = new Promise<void>(resolve => {
      release = resolve
    })
    const { rewards, requests } = program.visitor({
      async fetch(input, init) {
        const { method } = init ?? {}
        requests.push(`${method} ${new URL(String(input)).pathname}`)
        const late =
          method === 'GET' &&
          String(input).endsWith('/me') &&
          requests.filter(line => line.endsWith('/me')).length === 1
        const response = await fetch(input, init)
        if (late) await held
        return response
      },
    })
    const before = rewards.profile.get()
    await vi.waitFor(() => expect(requests).toContain('GET /api/v4/me'), SOON)
    await rewards.identify({ email: demo.ada.email })
    expect(await rewards.profile.get()).toMatchObject({ first_name: 'Ada' })
    release()
    expect(await before).toMatchObject({ first_name: null })
  })

  test('has the parameters that its consumer has set', async () => {
    const { rewards } = await program.verified('parameters@example.com')
    await rewards.parameters.set('shoe_size', '38')
    expect((await rewards.profile.get()).parameters).toEqual({ shoe_size: '38' })
  })

  test('has the cookie choice that its verified consumer makes, and no other', async () => {
    const { rewards, requests } = await program.verified('consent@example.com')
    rewards.setConsent('granted')
    await vi.waitFor(async () => expect(await rewards.profile.get()).toMatchObject({ cookie_consent: 'granted' }), SOON)
    rewards.setConsent('denied')
    await vi.waitFor(async () => expect(await rewards.profile.get()).toMatchObject({ cookie_consent: 'denied' }), SOON)
    const told = requests.filter(line => line === 'POST /api/v4/me')
    rewards.setConsent('unset')
    const other = await program.identified('claims@example.com')
    other.rewards.setConsent('granted')
    await Promise.all([rewards.profile.get(), other.rewards.profile.get()])
    expect(told).toHaveLength(2)
    expect([...requests, ...other.requests].filter(line => line === 'POST /api/v4/me')).toHaveLength(2)
  })

  test('is changed by its verified consumer, and then has the change in the database, too', async () => {
    const { rewards } = await program.verified('profile@example.com')
    const changes = {
      email: 'moved@example.com',
      first_name: 'Zoë',
      last_name: '田中',
      partner_user_id: 'cust-7',
      profile_picture_url: 'https://img.example/z.png',
      cookie_consent: 'granted',
      processing_consent: 'denied',
    } as const
    expect(await rewards.profile.update(changes)).toEqual({ status: 'SUCCEEDED' })
    expect(await rewards.profile.get()).toMatchObject({
      ...changes,
      cookie_consent_type: 'CLIENT',
      processing_consent_type: 'CLIENT',
    })
    expect(await program.rows('select last_name from persons where email = $1', [changes.email])).toEqual([
      { last_name: '田中' },
    ])
  })

  test.each<[string, ProfileChanges]>([
    ['invalid_person_email', { email: 'x' }],
    ['person_email_already_defined', { email: demo.grace.email }],
    ['partner_user_id_already_defined', { partner_user_id: demo.grace.partner_user_id }],
    ['partner_user_id_invalid_length', { partner_user_id: 'x'.repeat(201) }],
    ['invalid_length_first_name', { first_name: 'x'.repeat(51) }],
    ['invalid_length_last_name', { last_name: '' }],
    ['invalid_profile_picture_url', { profile_picture_url: 'data:image/png,' }],
    ['binding_error', { cookie_consent: 'perhaps' as 'granted' }],
  ])('rejects an invalid change with %s', async (code, changes) => {
    const { rewards, told } = await program.verified('refused@example.com')
    const error = await failure(rewards.profile.update(changes))
    expect(error).toMatchObject({ code, status: 400, retryable: false, unique_id: expect.any(String) })
    expect(told).toEqual([error])
  })

  test('is not changed by a consumer who is not verified', async () => {
    const { rewards } = await program.identified(demo.ada.email)
    expect(await failure(rewards.profile.update({ first_name: 'Eve' }))).toMatchObject({
      code: 'scopes_denied',
      status: 403,
    })
  })
})

test('the types have the forms of the platform, and allow unknown values', () => {
  expectTypeOf<Profile['id']>().toEqualTypeOf<string | null | undefined>()
  expectTypeOf<Profile['email']>().toEqualTypeOf<string | null | undefined>()
  expectTypeOf<Profile['parameters']>().toEqualTypeOf<{ [name: string]: unknown } | null | undefined>()
  expectTypeOf<'granted'>().toExtend<Profile['cookie_consent']>()
  expectTypeOf<string>().toExtend<Profile['cookie_consent']>()
  expectTypeOf<ProfileChanges['cookie_consent']>().toEqualTypeOf<'granted' | 'denied' | undefined>()
  expectTypeOf<{ shoe_size: number }>().not.toExtend<ProfileChanges>()
  expectTypeOf<RewardsError['status']>().toEqualTypeOf<number>()
})
