import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { type InstalledPackage, installPackage } from './installed-package.js'

let installed: InstalledPackage

beforeAll(async () => {
  installed = await installPackage()
}, 120_000)
afterAll(() => installed?.remove())

test('the types of the package pass “are the types wrong?”', async () => {
  // Node cannot load the component for Svelte, which an app compiles.
  const options = ['--profile', 'node16', '--no-color', '--exclude-entrypoints', './svelte']
  const { code, stdout } = await installed.run('attw', installed.tarball, ...options)
  const doors = Object.entries<object | string>(manifest.exports).filter(([, target]) => typeof target === 'object')
  expect(doors.length).toBeGreaterThan(5)
  for (const [path] of doors) if (path !== './svelte') expect(stdout).toContain(`"${path.replace('.', manifest.name)}"`)
  expect(code, stdout).toBe(0)
})

describe('the package in a strict TypeScript project', () => {
  const APP = `
    import { createRewards, type Consumer, type Receipt, type Rewards, RewardsError, type Zone } from 'rewards-web-sdk'
    import 'rewards-web-sdk/widgets'
    import { createTestPlatform, fixtures, type TestPlatform } from 'rewards-web-sdk/testing'

    const platform: TestPlatform = createTestPlatform({ zones: { share: { ...fixtures.share, headline: 'Give 30' } } })
    createRewards(platform.options).destroy()
    const rewards: Rewards = createRewards({ domain: '/rewards', consent: 'unset', data: { locale: 'fr-CA' } })
    const consumer: Consumer = await rewards.identify({ email: 'ada@example.com' })
    const receipt: Receipt = await rewards.track('purchase', { cart_value: 3 }, { id: 'order-1' })
    const zone: Zone = await rewards.zone('terms', {}, { signal: AbortSignal.timeout(1) })
    const { link } = await rewards.shareables.getOrCreate({ key: 'main' })
    rewards.addEventListener('consumer', ({ detail }) => detail.level === 'verified')
    rewards.addEventListener('error', ({ detail }) => detail instanceof RewardsError && detail.retryable)
    rewards.mount('main', 'terms').update({ labels: 'refer' })
    document.addEventListener('rewards:action', ({ detail }) => detail.zone + detail.action)
    document.createElement('rewards-zone').addEventListener('rewards:viewed', ({ detail }) => detail.zone)
    export const known: string[] = [consumer.level, receipt.event_id, zone.name, link]
  `
  const IN_COMMONJS = `
    import sdk = require('rewards-web-sdk')
    import testing = require('rewards-web-sdk/testing')

    const rewards: sdk.Rewards = sdk.createRewards(testing.createTestPlatform().options)
    export const level: string = rewards.consumer.level
  `
  const WRONG = `
    import { createRewards } from 'rewards-web-sdk'
    import { createTestPlatform } from 'rewards-web-sdk/testing'
    const rewards = createRewards({ domain: '/rewards' })
    // @ts-expect-error: not a level
    createTestPlatform({ consumer: { level: 'unknown' } })
    // @ts-expect-error: there is no such call
    rewards.on('x')
    // @ts-expect-error: the domain is missing
    createRewards({})
    // @ts-expect-error: not a state of consent
    createRewards({ domain: '/rewards', consent: 'maybe' })
    // @ts-expect-error: an event has a name
    rewards.track()
    // @ts-expect-error: a snapshot, not to be set
    rewards.consumer = rewards.consumer
    // @ts-expect-error: not a level
    rewards.addEventListener('consumer', ({ detail }) => detail.level === 'unknown')
    // @ts-expect-error: not a filter
    rewards.shareables.list({ colour: 'red' })
  `
  const compile = (moduleResolution: string, file: string) => {
    const module = moduleResolution === 'bundler' ? 'esnext' : moduleResolution
    const types = ['--target', 'es2022', '--lib', 'es2023,dom,dom.iterable', '--types', '']
    const strict = ['--strict', '--noEmit', '--exactOptionalPropertyTypes', '--noUncheckedSideEffectImports']
    return installed.run('tsc', ...types, ...strict, '--module', module, '--moduleResolution', moduleResolution, file)
  }

  // Only nodenext can require ES modules.
  test.each(['node16', 'nodenext'])('compiles a CommonJS file with moduleResolution %s', async moduleResolution => {
    await installed.write('app.cts', IN_COMMONJS)
    expect(await compile(moduleResolution, 'app.cts')).toEqual({ code: 0, stdout: '', stderr: '' })
  })

  describe.each(['bundler', 'nodenext'])('with moduleResolution %s', moduleResolution => {
    test('compiles correct code and its own declarations', async () => {
      await installed.write('app.ts', APP)
      expect(await compile(moduleResolution, 'app.ts')).toEqual({ code: 0, stdout: '', stderr: '' })
    })

    test('does not compile incorrect code', async () => {
      await installed.write('wrong.ts', WRONG)
      expect(await compile(moduleResolution, 'wrong.ts')).toEqual({ code: 0, stdout: '', stderr: '' })
    })
  })
})
