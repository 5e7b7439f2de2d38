// @vitest-environment happy-dom
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { RewardsError } from '../../../src/error/error.js'
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
/** What the page has misspelt. */
const reports: string[] = []

beforeAll(() => {
  calls.target.addEventListener('error', event => {
    const { code, message } = (event as CustomEvent).detail
    errors.push(code)
    messages.push(message)
  })
  watchMarkup(calls.call, { track, report: (_, message) => reports.push(message) }, lifetime, () => diagnostics.load())
})
afterEach(() => {
  track.mockClear()
  errors.length = messages.length = reports.length = 0
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

test('A click on a marked link is tracked also if the page prevents it', () => {
  addEventListener('click', event => event.preventDefault(), { once: true, capture: true })
  use('<a href="/join" data-rewards-event="signup">Join</a>')
  expect(track.mock.calls).toEqual([['signup', {}, {}]])
})

test('A click inside of two marked elements is one event, that of the inner one', () => {
  use('<div data-rewards-event="outer"><a data-rewards-event="inner"><b>Join</b></a></div>', 'b')
  expect(track.mock.calls).toEqual([['inner', {}, {}]])
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

test('A page that cannot load the text about JSON gets an error all the same', async () => {
  vi.spyOn(diagnostics, 'load').mockRejectedValueOnce(new RewardsError('network_error', 'Offline'))
  use(`<a data-rewards-event="signup" data-rewards-data="{'name':'Ada'}">Join</a>`)
  await vi.waitFor(() => expect(errors).toEqual(['network_error']), SOON)
  expect(track).not.toHaveBeenCalled()
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

test.each([
  ['<a data-reward-event="signup">Join</a>', 'data-reward-event', 'data-rewards-event'],
  ['<a data-rewards-evnt="signup">Join</a>', 'data-rewards-evnt', 'data-rewards-event'],
  ['<a data-rewards-event="signup" data-rewards-dta="{}">Join</a>', 'data-rewards-dta', 'data-rewards-data'],
  ['<a data-rewards-event="signup" data-reward-id="7">Join</a>', 'data-reward-id', 'data-rewards-id'],
])('A click on %s names the misspelt attribute and the right one', async (markup, given, known) => {
  use(markup, 'a')
  await vi.waitFor(() => expect(reports).not.toEqual([]), SOON)
  expect(reports).toEqual([expect.stringMatching(`^A <a> has the unknown key "${given}".* did you mean "${known}"`)])
})

test('A misspelt attribute of a form is named when something in it is clicked', async () => {
  use('<form data-reward-event="signup"><input name="dataset"><button>Join</button></form>', 'button')
  await vi.waitFor(() => expect(reports.join()).toContain('A <form>'), SOON)
})

test.each([
  ['its own', '<a data-rewards-event="signup" data-rewards-data="{}" data-rewards-id="7">Join</a>'],
  ['those of the page', '<a data-reward-id="7" data-rewards-points="5" data-reward="x">Join</a>'],
])('A click on an element with %s reports nothing', async (_, markup) => {
  use(markup, 'a')
  use('<b data-reward-event="last">Join</b>', 'b')
  await vi.waitFor(() => expect(reports).not.toEqual([]), SOON)
  expect(reports).toEqual([expect.stringContaining('A <b>')])
  expect(errors).toEqual([])
})
