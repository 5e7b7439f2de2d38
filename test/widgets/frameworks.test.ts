import { createElement as preactElement, render } from 'preact'
import { createElement as reactElement } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import { SOON } from '../soon.js'
import { createProgram } from './program.js'
import '../../widgets/index.js'

/** The name of each event as a template writes it, and how often the event was dispatched. */
const listeners = () => ({ onloadstart: vi.fn(), onload: vi.fn(), onerror: vi.fn(), 'onrewards-action': vi.fn() })
const CONTENT = { widget: 'offer', headline: 'Welcome', coupon_code: 'FERN' }

let unmount = () => {}
afterEach(() => unmount())

const renderers = {
  React(props: object) {
    const root = createRoot(document.body.appendChild(document.createElement('main')))
    root.render(reactElement('rewards-zone', props))
    unmount = () => root.unmount()
  },
  Preact(props: object) {
    const parent = document.body.appendChild(document.createElement('main'))
    render(preactElement('rewards-zone', props), parent)
    unmount = () => render(null, parent)
  },
}

test.each(Object.entries(renderers))('%s sets objects as properties, and listens to each event', async (_, show) => {
  const { rewards, zones } = createProgram(({ event_name }) =>
    event_name === 'product' ? CONTENT : new Response('{}', { status: 403 }),
  )
  const on = listeners()
  show({ name: 'product', data: { sku: 'fern' }, rewards, ...on })
  await vi.waitUntil(() => on.onload.mock.calls.length, SOON)
  expect(zones).toEqual([{ event_name: 'product', data: { sku: 'fern' } }])
  expect(on.onloadstart).toHaveBeenCalledOnce()
  const element = document.querySelector('rewards-zone')!
  element.dispatchEvent(new CustomEvent('rewards-action', { detail: { zone: 'product', action: 'copy' } }))
  expect(on['onrewards-action']).toHaveBeenCalledOnce()
  element.name = 'refused'
  await vi.waitUntil(() => on.onerror.mock.calls.length, SOON)
  expect(on.onerror.mock.calls[0]![0].detail).toMatchObject({ name: 'RewardsError' })
})
