// Runs the commands that start the platform, as a person would.

import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A database of this machine's user is not for tests. */
const ENVIRONMENT = { ...process.env, DATABASE_URL: '', REWARDS_SECRET_KEY: 'a'.repeat(64) }

/** A script, the folder in which it runs, and variables. */
export interface Command {
  script: string
  cwd?: string
  env?: NodeJS.ProcessEnv
}

const NPM_START = { script: join(import.meta.dirname, '../../demo/start.js') }

export interface Running {
  /** The output until the platform was ready. */
  output: string
  /** Without the shop, its origins are empty. */
  origins: { shop: string; otherShop: string; program: string; server: string }
  /** Sends the signal of Ctrl-C. Resolves with the exit code. */
  interrupt(signal?: 'SIGINT' | 'SIGTERM'): Promise<number | null>
}

export interface Ended {
  code: number | null
  stdout: string
  stderr: string
}

/** Runs `npm start -- …` until it has printed its addresses. Rejects with its error output if it ends before. */
export const startCommand = (...args: string[]): Promise<Running> => startRunning(NPM_START, args)

/** Runs `npm start -- …` and expects it to end by itself. */
export const failingCommand = (...args: string[]): Promise<Ended> => runToEnd(NPM_START, args)

/** The same with the environment variable `DATABASE_URL`, and others. */
export const failingWithDatabase = (DATABASE_URL: string, others: NodeJS.ProcessEnv = {}): Promise<Ended> =>
  runToEnd({ ...NPM_START, env: { DATABASE_URL, ...others } }, ['--port', '0'])

/** The same for another command. */
export async function startRunning(command: Command, args: string[]): Promise<Running> {
  const { child, ended, printed } = run(command, args)
  const output = await Promise.race([
    printed(/Ctrl-C/),
    ended.then(({ code, stderr }) => Promise.reject(new Error(`Ended with ${code}: ${stderr}`))),
  ])
  const originOf = (name: string) => output.match(RegExp(`^ *${name} +(https?://[\\w.]+:\\d+)`, 'm'))?.[1] ?? ''
  return {
    output,
    origins: {
      shop: originOf('Shop'),
      otherShop: originOf('Second shop'),
      program: originOf('Program domain'),
      server: originOf('Server API'),
    },
    interrupt: async (signal: 'SIGINT' | 'SIGTERM' = 'SIGINT') => {
      child.kill(signal)
      return (await ended).code
    },
  }
}

/** Runs a command and expects it to end by itself. */
export const runToEnd = (command: Command, args: string[]): Promise<Ended> => run(command, args).ended

function run({ script, cwd, env }: Command, args: string[]) {
  const child = spawn(process.execPath, [script, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd,
    env: { ...ENVIRONMENT, ...env },
  })
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
