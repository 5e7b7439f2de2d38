// Runs `npm start` as a person would, for test/demo/start.test.ts.

import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

const START = join(import.meta.dirname, '../../demo/start.js')

/** A database of this machine's user is not for tests. */
const ENVIRONMENT = { ...process.env, DATABASE_URL: '', REWARDS_SECRET_KEY: 'a'.repeat(64) }

export interface Running {
  /** The output until the demo was ready. */
  output: string
  origins: { shop: string; otherShop: string; program: string; server: string }
  /** Sends the signal of Ctrl-C. Resolves with the exit code. */
  interrupt(): Promise<number | null>
}

export interface Ended {
  code: number | null
  stdout: string
  stderr: string
}

/** Runs `npm start -- …` until it has printed its addresses. Rejects with its error output if it ends before. */
export async function startCommand(...args: string[]): Promise<Running> {
  const { child, ended, printed } = run(args)
  const output = await Promise.race([
    printed(/Ctrl-C/),
    ended.then(({ code, stderr }) => Promise.reject(new Error(`Ended with ${code}: ${stderr}`))),
  ])
  const [shop = '', otherShop = '', program = '', server = ''] = output.match(/https?:\/\/[\w.]+:\d+/g) ?? []
  return {
    output,
    origins: { shop, otherShop, program, server },
    interrupt: async () => {
      child.kill('SIGINT')
      return (await ended).code
    },
  }
}

/** Runs `npm start -- …` and expects it to end by itself. */
export const failingCommand = (...args: string[]): Promise<Ended> => run(args).ended

/** The same with the environment variable `DATABASE_URL`, and others. */
export const failingWithDatabase = (DATABASE_URL: string, others: NodeJS.ProcessEnv = {}): Promise<Ended> =>
  run(['--port', '0'], { ...ENVIRONMENT, DATABASE_URL, ...others }).ended

function run(args: string[], env: NodeJS.ProcessEnv = ENVIRONMENT) {
  const child = spawn(process.execPath, [START, ...args], { stdio: ['ignore', 'pipe', 'pipe'], env })
  onTestFinished(() => void child.kill('SIGKILL'))
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', chunk => {
    stdout += chunk
  })
  child.stderr.on('data', chunk => {
    stderr += chunk
  })
  const ended = new Promise<Ended>(resolve => child.once('close', code => resolve({ code, stdout, stderr })))
  const printed = (pattern: RegExp) =>
    new Promise<string>(resolve => child.stdout.on('data', () => pattern.test(stdout) && resolve(stdout)))
  return { child, ended, printed }
}
