import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type {
  AssetInput,
  AssetUploadOptions,
  EmailShareInput,
  ParameterOptions,
  ProfileChanges,
  Rewards,
  ShareableInput,
} from '../../../src/index.js'
import { SOON } from '../../soon.js'
import { failure } from '../failure.js'
import { scripted } from './scripted.js'

const warned = vi.spyOn(console, 'warn')

beforeEach(() => {
  warned.mockReset().mockImplementation(() => {})
})
afterEach(() => {
  warned.mockReset()
})

const answer = {
  id: '1',
  status: 'SUCCEEDED',
  code: 'ada',
  link: 'https://brand.com/s/ada',
  polling_id: 'p',
  filename: 'a',
}
const page = () => scripted(({ method, path }) => (method === 'GET' ? [] : path.endsWith('/batch') ? [answer] : answer))

/** The warnings of unknown keys. */
const lines = () => warned.mock.calls.map(([line]) => String(line)).filter(line => line.includes('unknown_key'))

const MAIL = { advocate_code: 'ada', message: 'Look' }

type Change = (rewards: Rewards, change: object) => Promise<unknown>
const CHANGES: Record<string, [call: Change, known: object, misspelt: string, nearest: string]> = {
  'profile.update()': [
    ({ profile }, change) => profile.update(change),
    {
      email: 'ada@example.com',
      first_name: 'Ada',
      last_name: 'Lovelace',
      partner_user_id: 'c-1',
      profile_picture_url: 'https://brand.com/ada.png',
      cookie_consent: 'granted',
      processing_consent: 'granted',
    } satisfies Required<ProfileChanges>,
    'frist_name',
    'first_name',
  ],
  shareables: [
    ({ shareables }, change) => shareables.create(change),
    {
      key: 'main',
      label: 'refer',
      content: { title: 'T', description: 'D', image_url: 'I', url: 'U', partner_content_id: 'P' },
      data: {},
      preferred_code_prefixes: ['ada'],
    } satisfies Required<ShareableInput>,
    'keey',
    'key',
  ],
  'email.share()': [
    ({ email }, change) => email.share({ ...MAIL, recipient_email: 'bob@example.com', ...change }),
    { ...MAIL, subject: 'S', data: {} } satisfies Required<EmailShareInput>,
    'recipient_emails',
    'recipient_email',
  ],
  'email.shareBatch()': [
    ({ email }, change) => email.shareBatch({ ...MAIL, recipient_emails: ['bob@example.com'], ...change }),
    { ...MAIL, subject: 'S', data: {} } satisfies Required<EmailShareInput>,
    'recipient_emials',
    'recipient_emails',
  ],
  'assets.create()': [
    ({ assets }, change) => assets.create(new File(['a'], 'a.txt', { type: 'text/plain' }), change),
    { name: 'a', tags: [], data_type: 'PUBLIC' } satisfies Required<AssetInput>,
    'tag',
    'tags',
  ],
}

describe.each(Object.entries(CHANGES))('a change by %s', (name, [call, known, misspelt, nearest]) => {
  test('with a misspelt key is sent as it is, and the key is named with the nearest one', async () => {
    const { rewards, told, asked } = page()
    await call(rewards, { [misspelt]: 'x' })
    await vi.waitFor(() => expect(lines()).toHaveLength(1), SOON)
    expect(lines()[0]).toContain(
      `${name} has the unknown key "${misspelt}", which is ignored; did you mean "${nearest}"?`,
    )
    const sent = asked().filter(({ method }) => method === 'POST')
    expect(sent.map(({ body }) => body)).toEqual([expect.stringContaining(`"${misspelt}"`)])
    expect(told).toEqual([])
  })

  test('with known keys only warns of nothing', async () => {
    const { rewards } = page()
    await call(rewards, known)
    await call(rewards, { [misspelt]: 'x' })
    // Warnings come in the order of the calls.
    await vi.waitFor(() => expect(lines()).toHaveLength(1), SOON)
  })
})

test.each([
  'create',
  'getOrCreate',
  'getCreateOrUpdate',
] as const)('a misspelt key in the content of a link is named by %s(), and each key of its data is known', async verb => {
  const { rewards, told, asked } = page()
  const input = { content: { titel: 'Roses' }, data: { titel: 'Roses' } } as ShareableInput
  await rewards.shareables[verb](input)
  await vi.waitFor(() => expect(lines()).toHaveLength(1), SOON)
  expect(lines()[0]).toContain(
    'shareables.content has the unknown key "titel", which is ignored; did you mean "title"?',
  )
  expect(JSON.parse(asked()[0]!.body)).toEqual(input)
  expect(told).toEqual([])
})

type Options = ParameterOptions & AssetUploadOptions

const file = new File(['a'], 'a.txt', { type: 'text/plain' })
const WAIT: Options = { signal: undefined, timeout: 60_000 }

test.each<[string, (rewards: Rewards, options: object) => Promise<unknown>, Options, string, string]>([
  [
    'parameters.set()',
    ({ parameters }, options) => parameters.set('size', 'L', options),
    { type: 'PUBLIC', wait: true },
    'wiat',
    'wait',
  ],
  [
    'parameters.update()',
    ({ parameters }, options) => parameters.update({ size: 'L', wiat: true }, options),
    { wait: false },
    'wiat',
    'wait',
  ],
  ['parameters.all()', ({ parameters }, options) => parameters.all(options), {}, 'singal', 'signal'],
  ['shareables.list()', ({ shareables }, options) => shareables.list({}, options), {}, 'timeuot', 'timeout'],
  ['persons.assets.list()', ({ persons }, options) => persons('p-1').assets.list(options), {}, 'singal', 'signal'],
  ['recognize()', (rewards, options) => rewards.recognize(options), {}, 'timout', 'timeout'],
  [
    'This call',
    ({ rewardStatus }, options) => rewardStatus.watch({ polling_id: 'p' }, options)[Symbol.asyncIterator]().next(),
    {},
    'singal',
    'signal',
  ],
  [
    'This call',
    ({ assets }, options) => assets.create(file, {}, options),
    { mimeTypes: ['text/plain'], maxBytes: 10, onProgress() {} },
    'maxByte',
    'maxBytes',
  ],
])('a misspelt option of %s is named', async (name, call, known, misspelt, nearest) => {
  const { rewards } = page()
  await call(rewards, { ...WAIT, ...known }).catch(() => {})
  await call(rewards, { ...WAIT, [misspelt]: true }).catch(() => {})
  // Warnings come in the order of the calls.
  await vi.waitFor(() => expect(lines()).toHaveLength(1), SOON)
  expect(lines()[0]).toContain(
    `${name} has the unknown key "${misspelt}", which is ignored; did you mean "${nearest}"?`,
  )
})

test.each([
  // Node's events have no own key.
  ['of a browser', { isTrusted: true }],
  ['of React', { _reactName: 'onClick', _targetInst: null, type: 'click', nativeEvent: {}, target: null, detail: 0 }],
])('an event %s, which a listener passes to a call, is no misspelt option', async (_, event) => {
  const { rewards } = page()
  const { recognize } = rewards
  await recognize(event as object)
  await recognize({ timout: 0 } as object)
  // Warnings come in the order of the calls.
  await vi.waitFor(() => expect(lines()).toHaveLength(1), SOON)
  expect(lines()[0]).toContain('"timout"')
})

test('a read-only field of the profile is named, too', async () => {
  const { rewards } = page()
  await rewards.profile.update({ locale: 'fr' } as ProfileChanges)
  await vi.waitFor(() => expect(lines()[0]).toContain('"locale"'), SOON)
})

test('an object that throws when it is read is refused, and warns of nothing', async () => {
  const { rewards } = page()
  const hostile = new Proxy(
    {},
    {
      ownKeys() {
        throw new Error('Mine')
      },
    },
  )
  expect(await failure(rewards.profile.update(hostile))).toMatchObject({ code: 'invalid_argument' })
  const unreadable = {
    get content(): never {
      throw new Error('Mine')
    },
  }
  expect(await failure(rewards.shareables.create(unreadable))).toMatchObject({ code: 'invalid_argument' })
})
