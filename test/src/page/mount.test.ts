// @vitest-environment happy-dom
import { afterEach, describe, expect, test, vi } from 'vitest'
import { RewardsError } from '../../../src/error/error.js'
import { mount } from '../../../src/page/mount.js'

afterEach(() => document.body.replaceChildren())

const context = { rewards: new EventTarget(), loadWidgets: async () => {}, reportError() {} }

const mountInto = (target: unknown) => mount(context, target as Element, 'terms', undefined, {})

describe('mount()', () => {
  test.each(['[', '#nowhere', '', 'a::'])('rejects the target %j with what was expected and given', target => {
    const attempt = () => mountInto(target)
    expect(attempt).toThrow(RewardsError)
    expect(attempt).toThrow(expect.objectContaining({ code: 'invalid_argument' }))
    expect(attempt).toThrow(`needs an element or its selector; got ${JSON.stringify(target)}`)
  })

  test.each([
    ['null', () => null, 'null'],
    ['undefined', () => undefined, 'undefined'],
    ['a number', () => 7, '[object Number]'],
    ['a list of elements', () => [document.body], '[object Array]'],
    ['a text node', () => document.createTextNode('here'), '[object Text]'],
    [
      'a closed shadow root',
      () => document.createElement('div').attachShadow({ mode: 'closed' }),
      '[object ShadowRoot]',
    ],
    [
      'an object that refers to itself',
      () => Object.assign(Object.create(null), { self: globalThis }),
      '[object Object]',
    ],
  ])('rejects %s with what was expected and given', (_, target, given) => {
    const attempt = () => mountInto(target())
    expect(attempt).toThrow(RewardsError)
    expect(attempt).toThrow(expect.objectContaining({ code: 'invalid_argument' }))
    expect(attempt).toThrow(`needs an element or its selector; got ${given}`)
  })

  test.each([
    [undefined, 'undefined'],
    [null, 'null'],
    ['', 'an empty string'],
    [7, '[object Number]'],
  ])('rejects the name %j with what was given, and adds nothing', (name, given) => {
    const attempt = () => mount(context, document.body, name as string, undefined, {})
    expect(attempt).toThrow(expect.objectContaining({ code: 'invalid_argument' }))
    expect(attempt).toThrow(`needs the name of a zone; got ${given}`)
    expect(document.querySelector('rewards-zone')).toBeNull()
  })

  test('takes the name, the data and the runtime of the zone from no option', () => {
    const data = { sku: 'fern' }
    const options = { name: 'other', data: {}, rewards: null }
    const { element } = mount(context, document.body, 'terms', data, options as object)
    expect(element).toMatchObject({ name: 'terms', data, rewards: context.rewards })
  })

  test('loads the code of the element unless the page has defined it', () => {
    const loadWidgets = vi.fn(async () => {})
    const mountOnce = () => mount({ ...context, loadWidgets }, document.body, 'terms', undefined, {})
    // A test of another file may have defined the element in this process.
    const get = vi.spyOn(customElements, 'get').mockReturnValue(undefined)
    mountOnce()
    expect(loadWidgets).toHaveBeenCalledOnce()
    class Defined extends HTMLElement {}
    customElements.define('another-zone', Defined)
    get.mockReturnValue(Defined)
    mountOnce()
    expect(loadWidgets).toHaveBeenCalledOnce()
    get.mockRestore()
  })

  test('reports that the code of the element cannot be loaded', async () => {
    const [error, reportError] = [new Error('Blocked'), vi.fn()]
    const get = vi.spyOn(customElements, 'get').mockReturnValue(undefined)
    mount({ ...context, loadWidgets: () => Promise.reject(error), reportError }, document.body, 'terms', undefined, {})
    get.mockRestore()
    await vi.waitFor(() => expect(reportError).toHaveBeenCalledExactlyOnceWith(error))
  })

  test('accepts an element that is not in the document yet', () => {
    const detached = document.createElement('div')
    mountInto(detached)
    expect(detached.querySelector('rewards-zone')).not.toBeNull()
  })

  test('accepts a form with a field named append', () => {
    const form = document.body.appendChild(document.createElement('form'))
    Object.defineProperty(form, 'append', { value: document.createElement('input') })
    mountInto('form')
    expect(form.querySelector('rewards-zone')).not.toBeNull()
  })
})
