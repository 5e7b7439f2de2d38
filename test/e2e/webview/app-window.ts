// The native app of demo/webview, started and driven by a test.

import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeAll, vi } from 'vitest'
import { SOON } from '../../soon.js'
import { type Display, sharedDisplay } from '../display.js'

/** Debian's own, which has the bindings of GTK and WebKit. */
const PYTHON = '/usr/bin/python3'
const HOST = join(import.meta.dirname, '../../../demo/webview/host.py')

/**
 * A page waits 2 s for its app, and 10 s for an answer. On a busy machine an app in good order may need longer, and the page would go on
 * without it. So deadlines, which are timers of a second or more, are 30 times as long. Tests in test/src/native stop the clock instead, and
 * test what a page does without an answer.
 */
const LONG_DEADLINES = `{
  const { setTimeout } = window
  const LONGEST_MS = 2 ** 31 - 1
  window.setTimeout = (run, ms = 0, ...rest) =>
    setTimeout(run, ms < 1_000 ? ms : Math.min(30 * ms, LONGEST_MS), ...rest)
}`

/** A message that a frame of the page has sent to the app. */
export interface Heard {
  id: string
  type: string
  payload: Record<string, unknown>
}

/** The native app of demo/webview, in a window of its own. */
export interface AppWindow {
  /** Has it done something (demo/webview/control.py); resolves with what that answers. */
  tell<T>(command: string, details?: object): Promise<T>
  /** The value of an expression in the page, promises awaited. */
  evaluate<T>(expression: string): Promise<T>
  /** Opens a page, and resolves once it has loaded. */
  open(url: string): Promise<void>
  /** What the page has sent, by type; oldest first. */
  heard(type: string): Heard['payload'][]
  /** What else has happened to it, by name: `opened`, `closed`. */
  news(name: string): unknown[]
  /** Resolves once it is no longer there. */
  gone: Promise<void>
}

type Line = { done?: number; value?: unknown; error?: string | null; message?: Heard } & Record<string, unknown>

/** Gives each test of a file windows of the app, on a screen that nobody sees. */
export function useAppWindows(): (...flags: string[]) => AppWindow {
  let display: Display
  let processes: ChildProcess[] = []

  beforeAll(async () => {
    if (!existsSync(PYTHON))
      throw new Error('apt-get install -y --no-install-recommends python3-gi gir1.2-webkit2-4.1 xvfb')
    display = await sharedDisplay()
  })
  afterEach(() => {
    for (const each of processes) each.kill()
    processes = []
  })

  return (...flags) => {
    const app = spawn(PYTHON, [HOST, '--test', ...flags], {
      env: display.environment,
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    processes.push(app)
    const window = windowOf(app)
    // Commands run in their order: this one runs before any page is loaded. If the app ends, the commands of the test fail.
    window.tell('add_script', { script: LONG_DEADLINES }).catch(() => {})
    return window
  }
}

function windowOf(app: ChildProcess): AppWindow {
  const lines: Line[] = []
  /** The commands that the app has not answered, by number. */
  const waiting = new Map<number, (line: Line) => void>()
  /** Why the app answers nothing any more. */
  let end = ''
  let number = 0
  createInterface({ input: app.stdout! }).on('line', text => {
    const line = JSON.parse(text) as Line
    lines.push(line)
    if (line.done) waiting.get(line.done)?.(line)
  })
  app.once('exit', (status, signal) => {
    end = `The app has ended (${signal ?? status})`
    for (const answer of waiting.values()) answer({ error: end })
  })
  // The app may end while a command is written to it. The command then fails with that end.
  app.stdin!.on('error', () => {})

  async function tell<T>(command: string, details: object = {}): Promise<T> {
    if (end) throw new Error(`${command}: ${end}`)
    const own = ++number
    let timer: NodeJS.Timeout | undefined
    const done = new Promise<Line>(resolve => {
      waiting.set(own, resolve)
      timer = setTimeout(() => resolve({ error: `no answer within ${SOON.timeout} ms` }), SOON.timeout)
    })
    app.stdin!.write(`${JSON.stringify({ ...details, do: command, number: own })}\n`)
    const { value, error } = await done
    clearTimeout(timer)
    waiting.delete(own)
    if (error) throw new Error(`${command}: ${error}`)
    return value as T
  }

  return {
    tell,
    evaluate: expression => tell('evaluate', { script: expression }),
    async open(url) {
      const before = lines.length
      await tell('load', { url })
      const isLoaded = () => lines.slice(before).some(({ load }) => load === 'finished')
      await vi.waitFor(() => isLoaded() || Promise.reject(new Error(`${url} does not load`)), SOON)
    },
    heard: type => lines.flatMap(({ message }) => (message?.type === type ? [message.payload] : [])),
    news: name => lines.flatMap(line => (name in line ? [line[name]] : [])),
    gone: new Promise(resolve => app.once('exit', () => resolve())),
  }
}
