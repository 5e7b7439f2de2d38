import { describe, expect, test } from 'vitest'
import { createRefresh } from '../../../src/session/refresh.js'
import { web } from '../wire.js'
import { createGate, DEVICE, IDENTIFIED, type OpenSession, openSession, VERIFIED } from './open-session.js'

const READ = 'GET /api/v5/token'

const refreshOf = (page: OpenSession, allEvaluated = async () => {}) => createRefresh(page, allEvaluated)

/** A page whose token nobody has asked about. */
function openUnknown(options: Parameters<typeof openSession>[0] = {}) {
  const page = openSession(options)
  page.live.set('own', IDENTIFIED)
  page.token.replace({ stamp: page.token.stamp(), access_token: 'own', travelsByCookie: false })
  return page
}

describe('the details of the token in force', () => {
  test('are read, and a consumer event is dispatched', async () => {
    const page = openUnknown()
    await refreshOf(page).refresh()
    expect(page.token.current()).toMatchObject(IDENTIFIED)
    expect(page.changes).toEqual(['identified'])
    expect(page.sent()).toEqual([`${READ} own`])
  })

  test('are read once for several calls at once, and again for a later call', async () => {
    const page = openUnknown()
    const { refresh } = refreshOf(page)
    await Promise.all([refresh(), refresh()])
    expect(page.sent()).toHaveLength(1)
    await refresh()
    expect(page.sent()).toHaveLength(2)
  })

  test('are not requested without a token, and a consumer event is dispatched', async () => {
    const page = openSession()
    page.hold('own', IDENTIFIED)
    page.token.forget()
    await refreshOf(page).refresh()
    expect(page.sent()).toEqual([])
    expect(page.changes).toEqual(['identified', 'anonymous'])
  })

  test('are read again if the token is replaced meanwhile', async () => {
    const gate = createGate()
    const page = openUnknown({
      answer: gate.hold(({ token }) => token === 'own'),
    })
    page.live.set('own', DEVICE)
    const refreshing = refreshOf(page).refresh()
    await gate.reached
    page.live.set('new', VERIFIED)
    page.token.replace({ stamp: page.token.stamp(), access_token: 'new', travelsByCookie: false })
    gate.open()
    await refreshing
    expect(page.token.current()).toMatchObject({ access_token: 'new', ...VERIFIED })
    expect(page.sent()).toEqual([`${READ} own`, `${READ} new`])
  })

  test('are read after every arrived token is evaluated', async () => {
    const gate = createGate()
    const page = openUnknown()
    const refreshing = refreshOf(page, gate.pass).refresh()
    await gate.reached
    expect(page.sent()).toEqual([])
    gate.open()
    await refreshing
    expect(page.sent()).toEqual([`${READ} own`])
  })

  test('are not read forever if each answer brings another token', async () => {
    let count = 0
    const page = openSession({
      answer({ token = '' }) {
        const next = `next-${++count}`
        if (count < 50) page.live.set(next, IDENTIFIED)
        return web(next, JSON.stringify({ ...IDENTIFIED, access_token: token, expires_in: 3600 }))
      },
    })
    page.hold('own', IDENTIFIED)
    const { raiseLevel } = await page.loadIdentity()
    await expect(raiseLevel({})).rejects.toMatchObject({ code: 'network_error' })
    expect(page.requests.length).toBeLessThan(20)
  })

  test('do not change if the request fails', async () => {
    const page = openUnknown({ answer: () => Promise.reject(new TypeError('Failed to fetch')) })
    await expect(refreshOf(page).refresh()).rejects.toMatchObject({ code: 'network_error' })
    expect(page.token.current()?.scopes).toEqual([])
  })
})

describe('refreshIfUnknown()', () => {
  test('reads unknown details', async () => {
    const page = openUnknown()
    await refreshOf(page).refreshIfUnknown()
    expect(page.sent()).toEqual([`${READ} own`])
  })

  test('does not read known details again', async () => {
    const page = openSession()
    page.hold('own', DEVICE)
    await refreshOf(page).refreshIfUnknown()
    await refreshOf(openSession()).refreshIfUnknown()
    expect(page.sent()).toEqual([])
  })
})
