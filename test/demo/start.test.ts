import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, type DetailedPeerCertificate } from 'node:tls'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ask } from './ask.js'
import { failingCommand, startCommand } from './start-command.js'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rewards-start-'))
})

afterEach(() => rm(folder, { recursive: true, force: true }))

const dataIn = (name: string) => join(folder, name)

/** Each test starts Node, Vite and PostgreSQL, some of them twice. */
const PATIENCE = 240_000

describe('The start command', { timeout: PATIENCE }, () => {
  it('prints where everything is, in a few lines, and answers there', async () => {
    const { output, origins } = await startCommand('--port', '0', '--data', dataIn('data'))
    expect(output.trim().split('\n').length).toBeLessThanOrEqual(6)
    expect(origins.shop).toMatch(/^http:\/\/shop\.brand\.localhost:\d+$/)
    expect(origins.otherShop).toMatch(/^http:\/\/localhost:\d+$/)
    for (const shop of [origins.shop, origins.otherShop])
      expect(await (await ask(shop)).text()).toContain('<rewards-zone')
    expect(await (await ask(`${origins.program}/rewards.js`)).text()).toContain('rewards')
    expect((await ask(`${origins.server}/v4/tokens`)).status).toBe(403)
  })

  it('stops on Ctrl-C, and starts again on the data it left', async () => {
    const args = ['--port', '0', '--data', dataIn('data')]
    const first = await startCommand(...args)
    const made = await ask(`${first.origins.program}/api/v5/token`, { method: 'POST' })
    const { access_token } = (await made.json()) as { access_token: string }
    expect(await first.interrupt()).toBe(0)
    await expect(ask(first.origins.shop)).rejects.toThrow()

    const second = await startCommand(...args)
    const headers = { Authorization: `Bearer ${access_token}` }
    const known = await ask(`${second.origins.program}/api/v5/token`, { headers })
    expect(await known.json()).toMatchObject({ access_token })
  })

  it('says in one line that its port is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await new Promise(resolve => other.once('listening', resolve))
    const { port } = other.address() as AddressInfo
    const ended = await failingCommand('--port', String(port), '--data', dataIn('data'))
    other.close()
    expectOneLine(ended, new RegExp(`^Port ${port} is in use.* --port ${port + 1}$`, 'm'))
  })

  it('suggests a port that there is instead of the last one', async () => {
    // Somebody else's, if it is taken already.
    const other = createServer().listen(65_535, '127.0.0.1')
    await new Promise(resolve => other.once('listening', resolve).once('error', resolve))
    const ended = await failingCommand('--port', '65535', '--data', dataIn('data'))
    other.close()
    expectOneLine(ended, /^Port 65535 is in use.* --port 65534$/m)
  })

  it('refuses data that another process has open', async () => {
    await startCommand('--port', '0', '--data', dataIn('data'))
    expectOneLine(await failingCommand('--port', '0', '--data', dataIn('data')), /data/)
  })

  it.each<[string, string, () => Promise<unknown>]>([
    ['lies in a file', 'file/data', () => writeFile(dataIn('file'), '')],
    ['is a link that leads to itself', 'loop', () => symlink('loop', dataIn('loop'))],
    ['has too long a name', 'x'.repeat(300), async () => {}],
    ['has something else for a lock', 'data', () => mkdir(dataIn('data/platform/lock'), { recursive: true })],
  ])('says in one line that its data folder %s', async (_, name, make) => {
    await make()
    const ended = await failingCommand('--port', '0', '--data', dataIn(name))
    expectOneLine(ended, /^The data folder .* cannot be used/)
    expect(ended.stderr).toContain(dataIn(name))
  })

  // Root may read everything.
  it.skipIf(process.getuid?.() === 0)('says in one line that it may not read its data folder', async () => {
    await chmod(folder, 0o000)
    const ended = await failingCommand('--port', '0', '--data', dataIn('data'))
    await chmod(folder, 0o700)
    expectOneLine(ended, /data folder/)
  })

  it.each([
    [['--port', 'x'], /^--port x is not a port\. Usage: npm start/],
    [['--port', '70000'], /^--port 70000 is not a port/],
    [['--colour'], /--colour.* Usage: npm start/],
  ])('explains itself when called with %s', async (args, message) => {
    expectOneLine(await failingCommand(...args), message)
  })

  it('serves over TLS with a certificate of its own, which it keeps', async () => {
    const args = ['--https', '--port', '0', '--data', dataIn('data')]
    const first = await startCommand(...args)
    expect(first.origins.program).toMatch(/^https:\/\/share\.brand\.localhost:\d+$/)
    const certificate = await certificateAt(first.origins.shop)
    for (const name of ['DNS:*.brand.localhost', 'DNS:localhost', 'IP Address:127.0.0.1'])
      expect(certificate.subjectaltname).toContain(name)
    await first.interrupt()

    const second = await startCommand(...args)
    expect((await certificateAt(second.origins.shop)).fingerprint256).toBe(certificate.fingerprint256)
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
