import type { Readable } from 'node:stream'
import { spawnHelper } from './spawn-helper.js'

export const XVFB = '/usr/bin/Xvfb'

/** A screen that nobody sees. */
export interface Display {
  /** For a program of WebKit's that is to show itself there. */
  environment: NodeJS.ProcessEnv
}

let display: Promise<Display> | undefined

/** One screen for all test files of a worker. It ends with the worker's process. */
export function sharedDisplay(): Promise<Display> {
  display ??= startDisplay()
  return display
}

async function startDisplay(): Promise<Display> {
  // By default Xvfb resets itself when its last program leaves, and drops a program that connects meanwhile: the browser of the next test.
  const xvfb = spawnHelper(XVFB, ['-noreset', '-displayfd', '3', '-screen', '0', '1024x900x24'])
  const number = await xvfb.untilReady(firstLine(xvfb.output))
  return {
    environment: {
      ...process.env,
      DISPLAY: `:${number}`,
      // In a container its sandbox does not start, and there is no graphics card.
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
      LIBGL_ALWAYS_SOFTWARE: '1',
    },
  }
}

const firstLine = (stream: Readable) =>
  new Promise<string>(resolve => stream.once('data', data => resolve(String(data).trim())))
