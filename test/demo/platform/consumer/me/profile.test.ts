import { describe, expect, test } from 'vitest'
import { codeOf, tokenIn, usePlatform } from '../../use-platform.js'

const visit = usePlatform()
const { send } = visit
const me = async (token: string) => (await send('/api/v4/me', { token })).json()

const nothing = {
  email: null,
  first_name: null,
  last_name: null,
  partner_user_id: null,
  profile_picture_url: null,
  locale: null,
  parameters: {},
  cookie_consent: null,
  cookie_consent_type: 'UNSET',
  processing_consent: null,
  processing_consent_type: 'UNSET',
}

describe('the profile', () => {
  test('of an anonymous consumer contains only the id', async () => {
    const token = await visit.anonymous()
    const { id } = await me(token)
    // The backend can name the person behind a token.
    await visit.rows(`update persons set email = 'sam@example.com', first_name = 'Sam' where person_id = $1`, [id])
    expect(await me(token)).toEqual({ ...nothing, id: expect.any(String) })
  })

  test('of an identified consumer contains only the first name', async () => {
    await visit.rows(
      `insert into parameters values ('ada-lovelace', 'size', '"M"', 'PRIVATE', now()) on conflict do nothing`,
    )
    await visit.rows(
      `update persons set locale = 'en-GB', profile_picture_url = 'https://img.example/a.png', cookie_consent = 'granted',
         processing_consent = 'denied' where person_id = 'ada-lovelace'`,
    )
    expect(await me(await visit.identified('ada@example.com'))).toEqual({
      ...nothing,
      id: 'ada-lovelace',
      first_name: 'Ada',
    })
  })

  test('of a verified consumer is complete', async () => {
    expect(await me(await visit.verified('ada@example.com'))).toEqual({
      id: 'ada-lovelace',
      email: 'ada@example.com',
      first_name: 'Ada',
      last_name: 'Lovelace',
      partner_user_id: 'cust-1815',
      profile_picture_url: 'https://img.example/a.png',
      locale: 'en-GB',
      parameters: { size: 'M' },
      cookie_consent: 'granted',
      cookie_consent_type: 'CLIENT',
      processing_consent: 'denied',
      processing_consent_type: 'CLIENT',
    })
  })
})

describe('an update', () => {
  test('changes only the given fields', async () => {
    const token = await visit.verified('grace@example.com')
    const json = { first_name: 'Grete', cookie_consent: 'granted', profile_picture_url: 'https://img.example/g.png' }
    expect(await (await send('/api/v4/me', { token, json })).json()).toEqual({ status: 'SUCCEEDED' })
    expect(await me(token)).toMatchObject({
      ...json,
      last_name: 'Hopper',
      cookie_consent_type: 'CLIENT',
      processing_consent: null,
    })
  })

  test('can give the consent to processing without that to cookies', async () => {
    const token = await visit.verified('consent@example.com')
    await send('/api/v4/me', { token, json: { processing_consent: 'denied' } })
    expect(await me(token)).toMatchObject({
      ...{ processing_consent: 'denied', processing_consent_type: 'CLIENT' },
      ...{ cookie_consent: null, cookie_consent_type: 'UNSET' },
    })
  })

  test('can be a form, and email addresses are stored in lower case', async () => {
    const token = await visit.verified('moved@example.com')
    await send('/api/v4/me', { token, form: { email: 'New.Home@Example.com' } })
    expect((await me(token)).email).toBe('new.home@example.com')
  })

  test.each<[string, object]>([
    ['invalid_person_email', { email: 'x' }],
    ['person_email_already_defined', { email: 'grace@example.com' }],
    ['partner_user_id_already_defined', { partner_user_id: 'cust-1906' }],
    ['partner_user_id_already_defined', { email: 'countess@example.com', partner_user_id: 'cust-1906' }],
    ['partner_user_id_invalid_length', { partner_user_id: '' }],
    ['invalid_length_first_name', { first_name: 'x'.repeat(51) }],
    ['invalid_length_last_name', { last_name: '' }],
    ['invalid_profile_picture_url', { profile_picture_url: 'javascript:alert(1)' }],
    ['binding_error', { cookie_consent: 'perhaps' }],
    ['binding_error', { processing_consent: 'unset' }],
    ['binding_error', { first_name: 1 }],
  ])('is rejected with 400 %s for %j, and changes nothing', async (code, json) => {
    const token = await visit.verified('ada@example.com')
    const response = await send('/api/v4/me', { token, json: { last_name: 'Byron', ...json } })
    expect([response.status, await codeOf(response)]).toEqual([400, code])
    expect((await me(token)).last_name).toBe('Lovelace')
  })

  test.each([
    ['anonymous', () => visit.anonymous()],
    ['identified', () => visit.identified('ada@example.com')],
  ])('is denied to an %s consumer, who keeps the token', async (_, create) => {
    const token = await create()
    const response = await send('/api/v4/me', { token, json: { first_name: 'Eve' } })
    expect([response.status, await codeOf(response), tokenIn(response)]).toEqual([403, 'scopes_denied', token])
  })
})
