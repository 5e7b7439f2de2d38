import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, type DetailedPeerCertificate } from 'node:tls'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ask } from './ask.js'
import { failingCommand, failingWithDatabase, startCommand } from './start-command.js'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rewards-start-'))
})

afterEach(() => rm(folder, { recursive: true, force: true }))

const dataIn = (name: string) => join(folder, name)

/** Each start loads Node, Vite and PostgreSQL, which is slow. Therefore one test checks everything that one running demo shows. */
const TIMEOUT_MS = 240_000

describe('the start command', { timeout: TIMEOUT_MS }, () => {
  it('prints the addresses, serves them, reserves its port and data folder, and stops on Ctrl-C', async () => {
    const { output, origins, interrupt } = await startCommand(
      ...['--port', '0', '--data', dataIn('data')],
      ...['--allow-origin', 'http://localhost:5173', '--allow-origin', 'https://shop.example/'],
      '--allow-private-addresses',
    )
    // The command names what takes long: each build that is older than its sources, and the database.
    const lines = output.split('\n').filter(line => !/^(Building|Creating|Opening) .* …$/.test(line))
    expect(lines.join('\n').trim().split('\n').length).toBeLessThanOrEqual(9)
    expect(origins.shop).toMatch(/^http:\/\/shop\.brand\.localhost:\d+$/)
    expect(origins.otherShop).toMatch(/^http:\/\/localhost:\d+$/)
    for (const shop of [origins.shop, origins.otherShop])
      expect(await (await ask(shop)).text()).toContain('<rewards-zone')
    expect(await (await ask(`${origins.program}/rewards.js`)).text()).toContain('rewards')
    expect((await ask(`${origins.server}/v4/tokens`)).status).toBe(403)

    for (const Origin of ['http://localhost:5173', 'https://shop.example']) {
      expect(output).toContain(`Allowed origin  ${Origin}\n`)
      const { headers } = await ask(`${origins.program}/api/v5/token`, { method: 'POST', headers: { Origin } })
      expect(headers.get('access-control-allow-origin')).toBe(Origin)
      expect(headers.get('access-control-allow-credentials')).toBe('true')
    }

    // Nothing speaks SSH on this port, but the platform tries it.
    const validated = await ask(`${origins.server}/v6/sftp-servers/validate`, {
      method: 'POST',
      headers: { Authorization: 'Bearer juniper-backend-token', 'Content-Type': 'application/json' },
      body: JSON.stringify({ host: '127.0.0.1', port: 1, username: 'reports', password: 'secret' }),
    })
    expect(await validated.json()).toMatchObject({ errors: [{ code: 'connection_failed' }] })

    const port = Number(new URL(origins.shop).port)
    const samePort = failingCommand('--port', String(port), '--data', dataIn('other'))
    const sameData = failingCommand('--port', '0', '--data', dataIn('data'))
    expectOneLine(await samePort, new RegExp(`^Port ${port} is in use.* --port ${port + 1}$`, 'm'))
    expectOneLine(await sameData, /data/)

    expect(await interrupt()).toBe(0)
    await expect(ask(origins.shop)).rejects.toThrow()
  })

  it('serves over TLS, and keeps its data and certificate after a restart', async () => {
    const args = ['--https', '--port', '0', '--data', dataIn('data')]
    const first = await startCommand(...args)
    expect(first.origins.program).toMatch(/^https:\/\/share\.brand\.localhost:\d+$/)
    const certificate = await certificateAt(first.origins.shop)
    for (const name of ['DNS:*.brand.localhost', 'DNS:localhost', 'IP Address:127.0.0.1'])
      expect(certificate.subjectaltname).toContain(name)
    const made = await ask(`${first.origins.program}/api/v5/token`, { method: 'POST' })
    const { access_token } = (await made.json()) as { access_token: string }
    expect(await first.interrupt()).toBe(0)

    const second = await startCommand(...args)
    expect((await certificateAt(second.origins.shop)).fingerprint256).toBe(certificate.fingerprint256)
    const headers = { Authorization: `Bearer ${access_token}` }
    const known = await ask(`${second.origins.program}/api/v5/token`, { headers })
    expect(await known.json()).toMatchObject({ access_token })
  })

  it.each([
    'localhost:5173',
    'http://localhost:5173/shop',
    'ftp://localhost',
    '*',
  ])('refuses %s as an allowed origin', async origin => {
    const ended = await failingCommand('--allow-origin', origin)
    expectOneLine(ended, /^--allow-origin .* is not an origin, such as http:\/\/localhost:5173\. Usage: npm start/)
  })

  it('suggests a lower port if the last port is in use', async () => {
    // If another process uses the port already, the test works as well.
    const other = createServer().listen(65_535, '127.0.0.1')
    await new Promise(resolve => other.once('listening', resolve).once('error', resolve))
    const ended = await failingCommand('--port', '65535', '--data', dataIn('data'))
    other.close()
    expectOneLine(ended, /^Port 65535 is in use.* --port 65534$/m)
  })

  it.each<[string, string, () => Promise<unknown>]>([
    ['is inside a file', 'file/data', () => writeFile(dataIn('file'), '')],
    ['is a symbolic link to itself', 'loop', () => symlink('loop', dataIn('loop'))],
    ['has a name that is too long', 'x'.repeat(300), async () => {}],
    ['contains a folder instead of the lock', 'data', () => mkdir(dataIn('data/platform/lock'), { recursive: true })],
  ])('prints one line if its data folder %s', async (_, name, make) => {
    await make()
    const ended = await failingCommand('--port', '0', '--data', dataIn(name))
    expectOneLine(ended, /^The data folder .* cannot be used/)
    expect(ended.stderr).toContain(dataIn(name))
  })

  it('prints one line if its database cannot be reached', async () => {
    const url = 'postgres://someone:secret@127.0.0.1:1/none'
    const message = /^postgres:\/\/someone@127\.0\.0\.1:1\/none cannot be reached/
    expectOneLine(await failingCommand('--port', '0', '--data', dataIn('data'), '--database', url), message)
    expectOneLine(await failingWithDatabase(url), message)
  })

  it('prints one line if its database has no key', async () => {
    const ended = await failingWithDatabase('postgres://127.0.0.1:1/none', { REWARDS_SECRET_KEY: '' })
    expectOneLine(ended, /^REWARDS_SECRET_KEY is missing.* Create a key: openssl rand -base64 32\.$/m)
  })

  // Root can read every folder.
  it.skipIf(process.getuid?.() === 0)('prints one line if it cannot read its data folder', async () => {
    await chmod(folder, 0o000)
    const ended = await failingCommand('--port', '0', '--data', dataIn('data'))
    await chmod(folder, 0o700)
    expectOneLine(ended, /data folder/)
  })

  it('lists its options with --help', async () => {
    const { code, stdout } = await failingCommand('--help')
    expect(stdout).toContain('--allow-origin http://localhost:5173')
    expect(code).toBe(0)
  })

  it.each([
    [['--port', 'x'], /^--port x is not a port number\. Usage: npm start/],
    [['--port', '70000'], /^--port 70000 is not a port number/],
    [['--colour'], /--colour.* Usage: npm start/],
  ])('prints its usage when it is called with %s', async (args, message) => {
    expectOneLine(await failingCommand(...args), message)
  })
})

function expectOneLine({ code, stderr }: { code: number | null; stderr: string }, message: RegExp) {
  expect(stderr).toMatch(message)
  expect(stderr.trimEnd().split('\n')).toHaveLength(1)
  expect(code).toBe(1)
}

function certificateAt(origin: string) {
  const { hostname, port } = new URL(origin)
  return new Promise<DetailedPeerCertificate>((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port: Number(port), servername: hostname, rejectUnauthorized: false })
    socket.once('error', reject)
    socket.once('secureConnect', () => {
      resolve(socket.getPeerCertificate(true))
      socket.destroy()
    })
  })
}
