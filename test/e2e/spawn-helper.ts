import { type ChildProcess, spawn } from 'node:child_process'
import { basename } from 'node:path'
import type { Readable } from 'node:stream'
import { SOON } from '../soon.js'

/** A program that runs beside the tests. */
export interface Helper {
  /** What the program writes to its descriptor 3. */
  output: Readable
  /** The last lines that the program, and the programs that it starts, have printed as errors. */
  printed(): string
  /** Resolves with `ready`. Rejects if the program ends before, or is not ready in time. */
  untilReady<T>(ready: Promise<T>): Promise<T>
}

interface HelperOptions {
  env?: NodeJS.ProcessEnv
  /** Default: that of all tests. */
  timeoutMs?: number
}

/** As much of what a program prints as an error message can show. */
const MAX_PRINTED = 2_000

/** Starts a program that the kernel ends together with this process, however this process ends: Vitest kills its workers. */
export function spawnHelper(
  program: string,
  args: string[],
  { env, timeoutMs = SOON.timeout }: HelperOptions = {},
): Helper {
  const child = spawn('setpriv', ['--pdeathsig', 'TERM', program, ...args], {
    env,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  child.stderr!.setEncoding('utf8').on('data', text => {
    printed = (printed + text).slice(-MAX_PRINTED)
  })
  const fail = (what: string) => new Error(`${basename(program)} ${what}\n${printed}`.trim())
  const ended = endOf(child).then(how => Promise.reject(fail(how)))
  // Only `untilReady` reports the end: at the end of the tests it is no error.
  ended.catch(() => {})

  return {
    output: child.stdio[3] as Readable,
    printed: () => printed,
    async untilReady(ready) {
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(fail(`is not ready after ${timeoutMs} ms`)), timeoutMs)
      })
      try {
        return await Promise.race([ready, ended, late])
      } finally {
        clearTimeout(timer)
      }
    },
  }
}

/** How the program ended. All that it has printed is there by then. */
const endOf = (child: ChildProcess) =>
  new Promise<string>(resolve => {
    child.once('error', error => resolve(`did not start: ${error.message}`))
    child.once('close', (status, signal) => resolve(signal ? `ended by ${signal}` : `ended with status ${status}`))
  })
