import { afterEach, describe, expect, test, vi } from 'vitest'
import { follow } from '../../../src/consent/tcf.js'
import { lifetime } from '../lifetime.js'

type Listener = (data: unknown, success: boolean) => void

afterEach(() => void vi.unstubAllGlobals())

/** A page with a consent platform of TCF 2, and what the SDK makes of its events. */
function open() {
  const listeners: Listener[] = []
  const commands: unknown[] = []
  vi.stubGlobal('__tcfapi', (command: string, version: number, listener: Listener) => {
    commands.push([command, version])
    listeners.push(listener)
  })
  const heard: string[] = []
  follow(state => heard.push(state), lifetime)
  const say = (data: unknown, success = true) => {
    for (const listener of listeners) listener(data, success)
  }
  return { commands, heard, say }
}

const answered = (consents: Record<string, boolean>) => ({
  eventStatus: 'useractioncomplete',
  gdprApplies: true,
  purpose: { consents },
})

describe('TCF 2', () => {
  test('is asked for its events', () => {
    expect(open().commands).toEqual([['addEventListener', 2]])
  })

  test.each<[string, unknown, string]>([
    ['purpose 1 is allowed', answered({ 1: true }), 'granted'],
    ['purpose 1 is refused', answered({ 1: false }), 'denied'],
    ['only other purposes are allowed', answered({ 2: true }), 'denied'],
    ['no purpose is named', { eventStatus: 'tcloaded', gdprApplies: true }, 'denied'],
    ['an earlier answer is loaded', { ...answered({ 1: true }), eventStatus: 'tcloaded' }, 'granted'],
    ['the GDPR does not apply', { eventStatus: 'tcloaded', gdprApplies: false }, 'granted'],
    ['nobody knows whether the GDPR applies', { eventStatus: 'tcloaded' }, 'denied'],
  ])('%s: %j is %s', (_, data, consent) => {
    const { say, heard } = open()
    say(data)
    expect(heard).toEqual([consent])
  })

  test('uses the person’s last answer', () => {
    const { say, heard } = open()
    say(answered({ 1: true }))
    say(answered({ 1: false }))
    expect(heard).toEqual(['granted', 'denied'])
  })

  test.each<[string, unknown, boolean]>([
    ['the person has not answered yet', { ...answered({ 1: true }), eventStatus: 'cmpuishown' }, true],
    ['the event failed', answered({ 1: true }), false],
    ['there is no event', null, true],
  ])('does not set the consent if %s', (_, data, success) => {
    const { say, heard } = open()
    say(data, success)
    expect(heard).toEqual([])
  })

  test.each([undefined, {}])('says what is missing if __tcfapi is %j, and does not set the consent', api => {
    vi.stubGlobal('__tcfapi', api)
    const heard: string[] = []
    expect(() => follow(state => heard.push(state), lifetime)).toThrow('the page has no __tcfapi()')
    expect(heard).toEqual([])
  })
})
