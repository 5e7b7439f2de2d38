import { afterEach, describe, expect, test, vi } from 'vitest'
import { follow } from '../../../src/consent/gcm.js'

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
  follow(state => heard.push(state))
  return heard
}

const [GRANTED, DENIED] = [{ ad_storage: 'granted' }, { ad_storage: 'denied' }]

describe('Google Consent Mode', () => {
  test('denies nothing by its default: the person has not answered yet', () => {
    const heard = start([['default', DENIED]])
    expect(heard).toEqual([])
    gtag('consent', 'update', GRANTED)
    expect(heard).toEqual(['granted'])
    gtag('consent', 'update', DENIED)
    expect(heard).toEqual(['granted', 'denied'])
  })

  test('has the person’s last answer, and none before it', () => {
    const commands: [string, Settings][] = [
      ['default', DENIED],
      ['update', DENIED],
      ['update', GRANTED],
    ]
    expect(start(commands)).toEqual(['granted'])
  })

  test('grants by a default that denies nobody', () => {
    expect(start([['default', GRANTED]])).toEqual(['granted'])
  })

  test.each([
    ['before', [{ ...DENIED, region: ['DE'] }, GRANTED]],
    ['after', [GRANTED, { ...DENIED, region: ['DE'] }]],
  ])('grants by no default where another denies for a region: %s', (_, settings) => {
    const heard = start(settings.map(each => ['default', each]))
    expect(heard).toEqual([])
    gtag('consent', 'update', GRANTED)
    expect(heard).toEqual(['granted'])
  })

  test('takes a default back that comes to deny', () => {
    const heard = start([['default', GRANTED]])
    gtag('consent', 'default', { ...DENIED, region: ['DE'] })
    expect(heard).toEqual(['granted', 'unset'])
  })

  test('reads past what is no command of it', () => {
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
