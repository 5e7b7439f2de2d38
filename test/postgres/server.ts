// PostgreSQL servers of tests and benchmarks: on a free port of this machine, with their data in a temporary folder.

import { type ChildProcess, execFileSync, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openPostgres } from '../../demo/platform/store/postgres.js'
import { createDatabase, TEMPLATE } from './create-database.js'
import { findPostgres } from './find-postgres.js'

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of the server without a database. Only in the project `postgres`, and in the daily tests that run with it. */
    postgresServer: string | undefined
    /** The same server through a socket of the file system. */
    postgresSocket: string | undefined
  }
}

/** Nobody needs the data after a crash or after the tests, so the server does nothing to keep it or to keep it small. */
const SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  autovacuum: 'off',
  max_connections: '200',
  // What the platform stores and says must not depend on it.
  timezone: 'Asia/Kathmandu',
}

/**
 * Starts the server of the test project `postgres`, and creates the template of the databases of the tests. The other daily tests that need a platform
 * take it, too, because it needs less processor time than the embedded database. Returns the function that stops the server.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, socketUrl, stop } = await startPostgres(SETTINGS)
  try {
    await createTemplate(url)
    // What `vitest` provides, every project gets.
    const provider = process.env.TIER === 'daily' ? project.vitest : project
    provider.provide('postgresServer', url)
    provider.provide('postgresSocket', socketUrl)
    return stop
  } catch (error) {
    await stop()
    throw error
  }
}

export interface PostgresServer {
  /** Without a database. */
  url: string
  /** The same through a socket of the file system, which takes less processor time than the network. */
  socketUrl: string
  /** The id of the process whose children serve the connections. */
  pid(): number
  /** Ends the server as a crash does: connections break, and transactions that were not committed are lost. */
  crash(): Promise<void>
  /** Starts the server again after a crash. */
  restart(): Promise<void>
  /** Stops the server and deletes its data. */
  stop(): Promise<void>
}

/** Starts a server. `settings` are those of `postgresql.conf` that are not its defaults. */
export async function startPostgres(settings: Record<string, string> = {}): Promise<PostgresServer> {
  const folder = await mkdtemp(join(tmpdir(), 'rewards-postgres-'))
  let server: ChildProcess | undefined
  // Also if the test run fails with an error that nobody catches.
  const kill = () => void server?.kill('SIGQUIT')
  process.once('exit', kill)
  const stop = async () => {
    process.off('exit', kill)
    await end(server)
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const port = await freePort()
    initialize(folder)
    const start = async () => {
      server = startServer(folder, port, settings)
      await isReady(server)
    }
    await start()
    const urlAt = (host: string) => `postgres://postgres@${host}:${port}`
    return {
      url: urlAt('127.0.0.1'),
      socketUrl: urlAt(encodeURIComponent(folder)),
      pid: () => server!.pid!,
      crash: () => end(server),
      restart: start,
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Creates the files of a server. */
function initialize(folder: string): void {
  const owner = ownerOfServer()
  if (owner) chownSync(folder, owner.uid, owner.gid)
  const initdb = ['-D', dataIn(folder), '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync']
  execFileSync(findPostgres('initdb'), initdb, { ...inFolder(folder), stdio: ['ignore', 'ignore', 'inherit'] })
}

function startServer(folder: string, port: number, settings: Record<string, string>): ChildProcess {
  const given = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const listen = ['-h', '127.0.0.1', '-p', String(port), '-k', folder]
  return spawn(findPostgres('postgres'), ['-D', dataIn(folder), ...listen, ...given], inFolder(folder))
}

const dataIn = (folder: string) => join(folder, 'data')

const inFolder = (folder: string): SpawnOptions => ({
  ...ownerOfServer(),
  cwd: folder,
  stdio: ['ignore', 'ignore', 'pipe'],
  env: { LC_ALL: 'C' },
})

/** PostgreSQL refuses to run as root. Debian's package has created a user for it. */
function ownerOfServer(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const idOf = (option: string) => Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }))
  return { uid: idOf('-u'), gid: idOf('-g') }
}

function isReady(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let log = ''
    server.stderr!.setEncoding('utf8').on('data', text => {
      log += text
      if (log.includes('ready to accept connections')) resolve()
    })
    server.once('error', reject)
    server.once('exit', () => reject(new Error(`PostgreSQL does not start: ${log}`)))
  })
}

async function createTemplate(server: string): Promise<void> {
  const url = await createDatabase(server, { name: TEMPLATE, template: 'template0' })
  // Nobody can be connected to a template while it is copied.
  await (await openPostgres(url)).close()
}

async function end(server?: ChildProcess): Promise<void> {
  if (!server || server.exitCode !== null || server.signalCode !== null) return
  const ended = once(server, 'exit')
  server.kill('SIGQUIT')
  await ended
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
