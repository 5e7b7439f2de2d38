// @vitest-environment happy-dom
import { describe, expect, test, vi } from 'vitest'
import { createRewards } from '../../../src/index.js'
import { SOON } from '../../soon.js'
import { DOMAIN } from '../local-platform.js'
import { countPageListeners } from '../page-listeners.js'
import { installApp, KINDS } from './app.js'
import { leavePage, met, pageIn, platformFetch, soon, stopTime, usePages, welcomed } from './page.js'

usePages()

describe.each(KINDS)('destroy() in an app by %s', kind => {
  test('leaves the app to the next runtime', async () => {
    const listeners = countPageListeners()
    try {
      leavePage()
      // Whichever runtime is on the page, the app speaks to `window.rewards`.
      const say = (message: object | string) => Reflect.get(globalThis, 'rewards').push(['receive', message])
      const app = installApp(kind, { hello: () => ({ locale: 'fr-CA', color_scheme: 'dark' }) }, say)
      const rewards = createRewards({ domain: DOMAIN, fetch: platformFetch })
      await met(rewards)
      expect(listeners.active()).toContain('click')
      rewards.destroy()
      expect(listeners.active()).toEqual([])
      const next = createRewards({ domain: DOMAIN, fetch: platformFetch })
      await met(next)
      expect(app.of('hello')).toHaveLength(2)
      await welcomed(app, { locale: 'de-DE' })
      await soon(() => expect(next.data.locale).toBe('de-DE'))
      expect(rewards.data.locale).toBe('fr-CA')
      next.destroy()
      expect(listeners.active()).toEqual([])
    } finally {
      listeners.restore()
    }
  })

  test('waits no longer for a silent app', async () => {
    stopTime()
    const { rewards, app } = pageIn(kind, { hello: () => new Promise(() => {}) })
    const zone = rewards.zone('share_experience').catch(({ code }) => code)
    await vi.waitFor(() => expect(app.of('hello')).toHaveLength(1), SOON)
    rewards.destroy()
    expect(await zone).toBe('aborted')
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(0), SOON)
  })
})
