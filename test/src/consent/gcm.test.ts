import { afterEach, describe, expect, test, vi } from 'vitest'
import { follow } from '../../../src/consent/gcm.js'
import { lifetime } from '../lifetime.js'

type Settings = { ad_storage?: string; region?: string[] }

afterEach(() => {
  vi.unstubAllGlobals()
})

/** A page's `gtag`: it pushes its arguments. */
function gtag(...args: unknown[]) {
  const { dataLayer } = globalThis as unknown as { dataLayer: unknown[] }
  dataLayer.push(arrayLike(args))
}
const arrayLike = (args: unknown[]) => Object.assign({ length: args.length }, args)

/** What Consent Mode has said before the SDK runs, and what the SDK makes of it. */
function start(commands: [kind: string, settings: Settings][]) {
  vi.stubGlobal('dataLayer', [])
  gtag('js', new Date())
  for (const [kind, settings] of commands) gtag('consent', kind, settings)
  const heard: string[] = []
  follow(state => heard.push(state), lifetime)
  return heard
}

const [GRANTED, DENIED] = [{ ad_storage: 'granted' }, { ad_storage: 'denied' }]

describe('Google Consent Mode', () => {
  test('does not deny consent by a default, because the person has not answered yet', () => {
    const heard = start([['default', DENIED]])
    expect(heard).toEqual([])
    gtag('consent', 'update', GRANTED)
    expect(heard).toEqual(['granted'])
    gtag('consent', 'update', DENIED)
    expect(heard).toEqual(['granted', 'denied'])
  })

  test('uses the person’s last answer', () => {
    const commands: [string, Settings][] = [
      ['default', DENIED],
      ['update', DENIED],
      ['update', GRANTED],
    ]
    expect(start(commands)).toEqual(['granted'])
  })

  test('grants consent by a default if no region denies it', () => {
    expect(start([['default', GRANTED]])).toEqual(['granted'])
  })

  test.each([
    ['before', [{ ...DENIED, region: ['DE'] }, GRANTED]],
    ['after', [GRANTED, { ...DENIED, region: ['DE'] }]],
  ])('does not grant consent by a default if another default denies it for a region: %s', (_, settings) => {
    const heard = start(settings.map(each => ['default', each]))
    expect(heard).toEqual([])
    gtag('consent', 'update', GRANTED)
    expect(heard).toEqual(['granted'])
  })

  test('withdraws consent if a later default denies it', () => {
    const heard = start([['default', GRANTED]])
    gtag('consent', 'default', { ...DENIED, region: ['DE'] })
    expect(heard).toEqual(['granted', 'unset'])
  })

  test('ignores everything else in the data layer', () => {
    const heard = start([])
    const { dataLayer } = globalThis as unknown as { dataLayer: unknown[] }
    dataLayer.push(
      { event: 'gtm.js' },
      null,
      5,
      'consent',
      arrayLike(['consent']),
      arrayLike(['consent', 'update', null]),
    )
    gtag('consent', 'update', { ad_storage: 5 })
    gtag('consent', 'update', { analytics_storage: 'denied' })
    expect(heard).toEqual([])
  })
})
