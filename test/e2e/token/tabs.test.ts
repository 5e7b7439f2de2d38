import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { proofOf } from '../../proof.js'
import { useDemo } from '../demo.js'
import { callsSince, countOfPersons, killTokens } from './calls.js'
import { openHostPage } from './host-page.js'

const visit = useDemo({ https: true })

const someone = () => `${randomUUID()}@example.com`

/** Two tabs of one browser, the first of which knows a consumer. */
async function openTwo(options?: string) {
  const { page, context } = await visit.newVisitor()
  if (options?.includes('sign')) {
    const email = someone()
    await context.exposeFunction('sign', () => proofOf({ email }))
  }
  const one = await openHostPage(page, visit.demo, { options })
  await one.call('zone', 'share_experience')
  const other = await openHostPage(await context.newPage(), visit.demo, { options })
  return { one, other, context }
}

describe('two tabs', () => {
  test.each(['cookie', 'header'])('renew a dead token once between them (%s)', async carrier => {
    const { one, other } = await openTwo(`{ carrier: '${carrier}' }`)
    await killTokens(visit.demo)
    const before = await countOfPersons(visit.demo)
    const [mine, yours] = await Promise.all([one.call('profile.get'), other.call('profile.get')])
    expect(mine).toEqual(yours)
    expect(await countOfPersons(visit.demo)).toBe(before + 1)
  })

  test('renew a verified token with one JWT', async () => {
    const { one, other } = await openTwo('{ jwt: () => sign() }')
    await one.call('verify')
    await expect.poll(() => other.consumer()).toMatchObject({ level: 'verified' })
    await killTokens(visit.demo)
    const start = visit.demo.requests.length
    const [mine, yours] = await Promise.all([one.call('profile.get'), other.call('profile.get')])
    expect(mine).toEqual(yours)
    expect(callsSince(visit.demo, start).filter(call => call === 'POST /api/v5/token')).toHaveLength(1)
    expect(await one.consumer()).toMatchObject({ level: 'verified' })
    expect(await other.consumer()).toMatchObject({ level: 'verified' })
  })

  test('learn at once about an identification and a logout', async () => {
    const { one, other } = await openTwo()
    await one.call('identify', { email: someone() })
    await expect.poll(() => other.told()).toEqual({ levels: ['identified'], errors: [] })
    expect(await other.consumer()).toEqual(await one.consumer())
    await other.call('logout')
    await expect.poll(() => one.told()).toEqual({ levels: ['identified', 'anonymous'], errors: [] })
    expect(await one.consumer()).toMatchObject({ level: 'anonymous' })
  })

  test('have the token revoked once if the other calls at the logout', async () => {
    const { one, other } = await openTwo()
    const email = someone()
    // Both have loaded the code that follows a logout: a call that comes before that code ends with `logged_out`.
    for (const tab of [one, other]) await tab.call('identify', { email })
    const start = visit.demo.requests.length
    let release = () => {}
    const released = new Promise<void>(resolve => {
      release = resolve
    })
    await one.page.route('**/api/v5/token', async route => {
      await released
      await route.continue()
    })
    const leaving = one.call('logout')
    await expect.poll(async () => (await other.told()).levels).toEqual(['identified', 'anonymous'])
    const calling = other.call('zone', 'share_experience')
    const waiting = () => other.page.evaluate(async () => (await navigator.locks.query()).pending?.length)
    await expect.poll(waiting).toBe(1)
    release()
    await Promise.all([leaving, calling])
    expect(callsSince(visit.demo, start).filter(call => call.startsWith('DELETE'))).toEqual(['DELETE /api/v5/token'])
  })

  test('that store nothing learn about a logout', async () => {
    const { one, other } = await openTwo(`{ consent: 'unset' }`)
    const email = someone()
    for (const tab of [one, other]) await tab.call('identify', { email })
    await one.call('logout')
    await expect.poll(() => other.consumer()).toMatchObject({ level: 'anonymous' })
    expect((await other.told()).levels).toEqual(['identified', 'anonymous'])
  })

  test('end a verification in the other tab at a logout', async () => {
    const { page, context } = await visit.newVisitor()
    const one = await openHostPage(page, visit.demo)
    const email = someone()
    await one.call('identify', { email })
    const other = await openHostPage(await context.newPage(), visit.demo, {
      options: '{ jwt: () => new Promise(resolve => { window.answer = resolve }) }',
    })
    await other.page.evaluate(() => {
      const verifying = Reflect.get(globalThis, 'rewards').verify()
      Object.assign(globalThis, { verifying: verifying.catch(({ code }: { code: string }) => code) })
    })
    await other.page.waitForFunction(() => 'answer' in globalThis)
    await one.call('logout')
    await expect.poll(async () => (await other.told()).levels).toContain('anonymous')
    const outcome = await other.page.evaluate(
      jwt => {
        Reflect.get(globalThis, 'answer')(jwt)
        return Reflect.get(globalThis, 'verifying')
      },
      await proofOf({ email }),
    )
    expect(outcome).toBe('logged_out')
    for (const tab of [one, other]) expect(await tab.consumer()).toMatchObject({ level: 'anonymous' })
  })

  test('learn about a logout in a browser that rejects their cookies', async () => {
    const { page, context } = await visit.newVisitor()
    await context.addInitScript(() =>
      Object.defineProperty(Document.prototype, 'cookie', { get: () => '', set() {}, configurable: true }),
    )
    const options = `{ carrier: 'header' }`
    const one = await openHostPage(page, visit.demo, { options })
    const other = await openHostPage(await context.newPage(), visit.demo, { options })
    const email = someone()
    for (const tab of [one, other]) await tab.call('identify', { email })
    await one.call('logout')
    await expect.poll(() => other.consumer()).toMatchObject({ level: 'anonymous' })
  })

  test('agree on a logout, whatever was on its way to the other', async () => {
    const { page, context } = await visit.newVisitor()
    const hold = `const { fetch } = window; const let_go = new Promise(resolve => { window.release = resolve });
      window.fetch = async (...args) => { const answer = await fetch(...args);
        if (window.holding) { window.answered = true; await let_go } return answer }`
    const one = await openHostPage(page, visit.demo, { before: hold })
    await one.call('zone', 'share_experience')
    const other = await openHostPage(await context.newPage(), visit.demo)
    // No word from the other tab reaches this one: it finds out by itself.
    await page.evaluate(() => Object.assign(globalThis, { holding: true }))
    const late = one.refusal('zone', 'share_experience', { email: someone() })
    await page.waitForFunction(() => Reflect.get(globalThis, 'answered'))
    await other.call('logout')
    await page.evaluate(() => Reflect.get(globalThis, 'release')())
    await late
    for (const tab of [one, other]) expect(await tab.consumer()).toMatchObject({ level: 'anonymous' })
    expect(await context.cookies()).toEqual([])
  })

  test('work without locks', async () => {
    const { page, context } = await visit.newVisitor()
    await context.addInitScript(() => Object.defineProperty(Navigator.prototype, 'locks', { value: undefined }))
    const one = await openHostPage(page, visit.demo)
    await one.call('zone', 'share_experience')
    const other = await openHostPage(await context.newPage(), visit.demo)
    await killTokens(visit.demo)
    await Promise.all([one.call('profile.get'), other.call('profile.get')])
    // The later of the two stays, for both.
    expect(await one.call('profile.get')).toEqual(await other.call('profile.get'))
    expect((await one.told()).errors).toEqual([])
  })
})
