import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Consumer } from '../../src/index.js'
import { requestZoneEarly } from '../../src/kernel/early-zone.js'
import { SOON } from '../soon.js'
import { inside, next } from './page.js'
import { createProgram, later, type Program } from './program.js'

let program: Program

beforeEach(() => {
  program = createProgram(({ event_name }) => ({ widget: 'share', headline: event_name }))
})
afterEach(() => {
  document.body.innerHTML = ''
})

/** An element whose zone was requested before its code had arrived. */
async function requestedEarly(attributes: Record<string, string>, { rewards, zones } = program) {
  const element = document.createElement('rewards-zone')
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  requestZoneEarly(element, rewards)
  await vi.waitUntil(() => zones.at(-1)?.event_name === attributes.name, SOON)
  return element
}

/** A program that never answers the second zone. The first brings the token: its request is never aborted. */
async function createSlowProgram() {
  const { answer } = later()
  const slow = createProgram(({ event_name }) =>
    slow.zones.length === 2 ? answer : { widget: 'offer', headline: event_name },
  )
  await slow.rewards.zone('first')
  return slow
}

const names = () => program.zones.map(({ event_name }) => event_name)

test('a zone is not requested before a framework has taken over its element', async () => {
  const element = document.createElement('rewards-zone')
  for (const name of ['name', 'defer-hydration']) element.setAttribute(name, 'hero')
  requestZoneEarly(element, program.rewards)
  await requestedEarly({ name: 'offer' })
  expect(names()).toEqual(['offer'])
})

describe('a zone that was requested before its element was defined', () => {
  test('is shown with that answer, and requested once', async () => {
    const element = await requestedEarly({ name: 'hero', data: '{"sku":"fern"}', widget: 'share' })
    Object.assign(element, { rewards: program.rewards })
    document.body.append(element)
    await next(element, 'load')
    expect(inside(element).getByRole('heading').textContent).toBe('hero')
    expect(program.zones).toEqual([{ event_name: 'hero', data: { sku: 'fern' } }])
  })

  test('is requested again when it loads again', async () => {
    const element = await requestedEarly({ name: 'hero' })
    Object.assign(element, { rewards: program.rewards })
    document.body.append(element)
    await next(element, 'load')
    element.name = 'offer'
    await next(element, 'load')
    element.name = 'hero'
    await next(element, 'load')
    expect(names()).toEqual(['hero', 'offer', 'hero'])
  })

  test.each([
    ['name', 'offer'],
    ['data', '{"sku":"moss"}'],
    ['widget', 'share'],
  ])('is requested again if its %s has changed, and the early request is aborted', async (attribute, value) => {
    const slow = await createSlowProgram()
    const element = await requestedEarly({ name: 'hero' }, slow)
    element.setAttribute(attribute, value)
    Object.assign(element, { rewards: slow.rewards })
    document.body.append(element)
    await next(element, 'load')
    expect(slow.aborted).toEqual(['hero'])
    expect(slow.zones).toHaveLength(3)
    expect(slow.errors).toEqual([])
  })

  test('is aborted when its element is removed before the answer', async () => {
    const slow = await createSlowProgram()
    const element = await requestedEarly({ name: 'hero' }, slow)
    Object.assign(element, { rewards: slow.rewards })
    document.body.append(element)
    await next(element, 'loadstart')
    element.remove()
    await vi.waitUntil(() => slow.aborted.length, SOON)
    expect(slow.aborted).toEqual(['hero'])
    expect(slow.errors).toEqual([])
  })

  test('is requested again by another runtime', async () => {
    const element = await requestedEarly({ name: 'hero' })
    const other = createProgram(() => ({ widget: 'share', headline: 'Other' }))
    Object.assign(element, { rewards: other.rewards })
    document.body.append(element)
    await next(element, 'load')
    expect(inside(element).getByRole('heading').textContent).toBe('Other')
  })

  test('that fails offers another try, which requests it again', async () => {
    let fails = true
    program = createProgram(() => (fails ? new Response('', { status: 503 }) : { widget: 'share', headline: 'Here' }))
    const element = await requestedEarly({ name: 'hero' })
    fails = false
    Object.assign(element, { rewards: program.rewards })
    document.body.append(element)
    await next(element, 'error')
    inside(element).getByRole('button').click()
    await next(element, 'load')
    expect(inside(element).getByRole('heading').textContent).toBe('Here')
  })

  test('for another person than the present one is not shown', async () => {
    const shown: string[] = []
    const { rewards } = program
    const asWere = (level: Consumer['level'], identity_id: string) =>
      Object.defineProperty(rewards, 'consumer', {
        get: () => ({ level, identity_id, scopes: [], expires_at: null }),
        configurable: true,
      })
    asWere('verified', 'ann')
    const element = await requestedEarly({ name: 'private' })
    // Ann has left, and Bob has come.
    asWere('anonymous', 'bob')
    Object.assign(element, { rewards })
    element.addEventListener('load', () => shown.push(inside(element).getByRole('heading').textContent!))
    document.body.append(element)
    await next(element, 'load')
    expect(names()).toEqual(['private', 'private'])
    expect(shown).toEqual(['private'])
  })
})
