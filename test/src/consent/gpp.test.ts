import { afterEach, describe, expect, test, vi } from 'vitest'
import { follow } from '../../../src/consent/gpp.js'
import { lifetime } from '../lifetime.js'

type Listener = (event: unknown, success: boolean) => void

afterEach(() => void vi.unstubAllGlobals())

/** A page with the Global Privacy Platform, and what the SDK makes of its events. */
function open() {
  const listeners: Listener[] = []
  const commands: string[] = []
  vi.stubGlobal('__gpp', (command: string, listener: Listener) => {
    commands.push(command)
    listeners.push(listener)
  })
  const heard: string[] = []
  follow(state => heard.push(state), lifetime)
  const say = (event: unknown, success = true) => {
    for (const listener of listeners) listener(event, success)
  }
  /** The person’s choices are known, in these sections. */
  const answer = (parsedSections: unknown) => say({ pingData: { signalStatus: 'ready', parsedSections } })
  return { commands, heard, say, answer }
}

describe('the Global Privacy Platform', () => {
  test('is asked for its events', () => {
    expect(open().commands).toEqual(['addEventListener'])
  })

  test.each<[string, unknown, string]>([
    ['no section applies', {}, 'granted'],
    ['there are no sections', undefined, 'granted'],
    ['the person has not opted out', { usnat: { SaleOptOut: 2, SharingOptOut: 0 } }, 'granted'],
    ['of the sale', { usnat: { SaleOptOut: 1 } }, 'denied'],
    ['of the sharing', { usca: { SharingOptOut: 1 } }, 'denied'],
    ['of targeted advertising', { usva: { TargetedAdvertisingOptOut: 1 } }, 'denied'],
    ['in a part of a section', { usnat: [{ SaleOptOut: 2 }, { SaleOptOut: 1 }] }, 'denied'],
    ['in the second section', { usnat: { SaleOptOut: 2 }, usca: { SaleOptOut: 1 } }, 'denied'],
    ['storing on the device is allowed', { tcfeuv2: { PurposeConsents: [true, false] } }, 'granted'],
    ['storing on the device is refused', { tcfeuv2: { PurposeConsents: [false, true] } }, 'denied'],
    ['nothing is allowed', { tcfeuv2: [{ PurposeConsents: [] }] }, 'denied'],
  ])('%s: %s is %s', (_, sections, consent) => {
    const { answer, heard } = open()
    answer(sections)
    expect(heard).toEqual([consent])
  })

  test('uses the person’s last answer', () => {
    const { answer, heard } = open()
    answer({ usnat: { SaleOptOut: 2 } })
    answer({ usnat: { SaleOptOut: 1 } })
    expect(heard).toEqual(['granted', 'denied'])
  })

  test.each<[string, unknown, boolean]>([
    ['the person has not answered yet', { pingData: { signalStatus: 'not ready' } }, true],
    ['the event failed', { pingData: { signalStatus: 'ready' } }, false],
    ['there is no event', null, false],
    ['the event says nothing', {}, true],
  ])('does not set the consent if %s', (_, event, success) => {
    const { say, heard } = open()
    say(event, success)
    expect(heard).toEqual([])
  })

  test.each([undefined, {}])('says what is missing if __gpp is %j, and does not set the consent', gpp => {
    vi.stubGlobal('__gpp', gpp)
    const heard: string[] = []
    expect(() => follow(state => heard.push(state), lifetime)).toThrow('the page has no __gpp()')
    expect(heard).toEqual([])
  })
})
