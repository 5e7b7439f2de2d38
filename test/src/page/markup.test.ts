// @vitest-environment happy-dom
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { createCalls } from '../../../src/page/calls.js'
import { watchMarkup } from '../../../src/page/markup.js'
import { SOON } from '../../soon.js'
import { loadDiagnostics } from '../diagnostics/load.js'
import { lifetime } from '../lifetime.js'

const track = vi.fn(async () => {})
const diagnostics = { load: loadDiagnostics }
const calls = createCalls({ lifetime, loadDiagnostics })
const errors: string[] = []
const messages: string[] = []

beforeAll(() => {
  calls.target.addEventListener('error', event => {
    const { code, message } = (event as CustomEvent).detail
    errors.push(code)
    messages.push(message)
  })
  watchMarkup(calls.call, track, lifetime, () => diagnostics.load())
})
afterEach(() => {
  track.mockClear()
  errors.length = messages.length = 0
})

/** Shows the markup, and clicks an element of it. happy-dom cannot submit such forms: test/e2e/markup.test.ts does. */
function use(markup: string, selector = '[data-rewards-event]') {
  document.body.innerHTML = markup
  document
    .querySelector(selector)!
    .dispatchEvent(new Event('click', { bubbles: true, cancelable: true, composed: true }))
}

test('A click on a marked element, or inside of it, is tracked with its data and id', () => {
  const data = `data-rewards-data='{"plan":"gold"}'`
  use(`<a data-rewards-event="signup" ${data} data-rewards-id="7"><b>Join</b></a>`, 'b')
  expect(track.mock.calls).toEqual([['signup', { plan: 'gold' }, { id: '7' }]])
})

test('A form is not tracked when it is clicked', () => {
  use('<form data-rewards-event="signup"><input name="email" value="a@b.c"></form>')
  expect(track).not.toHaveBeenCalled()
})

test('A submission inside of a marked element is not tracked', () => {
  document.body.innerHTML = '<div data-rewards-event="signup"><form></form></div>'
  document.querySelector('form')!.dispatchEvent(new Event('submit', { bubbles: true }))
  expect([track.mock.calls, errors]).toEqual([[], []])
})

test('Data that is not a JSON object is reported, and nothing is tracked', async () => {
  use(`<a data-rewards-event="signup" data-rewards-data="gold">Join</a>`)
  await vi.waitFor(() => expect(errors).toEqual(['invalid_argument']), SOON)
  expect(track).not.toHaveBeenCalled()
})

test('The report of invalid JSON names the event and the attribute, and quotes nothing that may be personal', async () => {
  use(`<a data-rewards-event="signup" data-rewards-data="{'name':'Ada'}">Join</a>`)
  await vi.waitFor(() => expect(errors).toEqual(['invalid_argument']), SOON)
  expect(messages[0]).toMatch(
    /^data-rewards-data of the event "signup" must be a JSON object; got invalid JSON, at position 1\./,
  )
  expect(messages[0]).not.toContain('Ada')
})

test('A page that cannot load the text about JSON gets the same report without the position', async () => {
  vi.spyOn(diagnostics, 'load').mockRejectedValueOnce(new Error('Offline'))
  use(`<a data-rewards-event="signup" data-rewards-data="{'name':'Ada'}">Join</a>`)
  await vi.waitFor(() => expect(errors).toEqual(['invalid_argument']), SOON)
  expect(messages).toEqual(['data-rewards-data of the event "signup" must be a JSON object; got something else'])
})

test('The JSON null is no data, and the event is tracked', () => {
  use(`<a data-rewards-event="signup" data-rewards-data="null">Join</a>`)
  expect(track.mock.calls).toEqual([['signup', {}, {}]])
})

test('A click elsewhere, and an element without a name of an event, are not tracked', () => {
  use('<p>Text</p>', 'p')
  use('<a data-rewards-event="">Join</a>')
  expect([track.mock.calls, errors]).toEqual([[], []])
})
