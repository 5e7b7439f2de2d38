import dns from 'node:dns/promises'
import { once } from 'node:events'
import { syncBuiltinESMExports } from 'node:module'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { type SftpTarget, withSftp } from '../../../../demo/platform/sftp/connect.js'
import { startSftpServer, user } from './sftp-server.js'

const target: SftpTarget = {
  host: '127.0.0.1',
  port: 1,
  username: 'reports',
  password: 'secret',
  private_key: null,
  passphrase: null,
  host_key_fingerprint: null,
}

describe('a server', () => {
  const failureAt = (port: number) =>
    withSftp({ ...target, port }, { allowPrivate: true, timeoutMs: 100 }, async () => {}).then(
      () => 'no failure',
      error => error.code,
    )

  test.each<[string, (socket: Socket) => void, string]>([
    ['never answers', () => {}, 'timeout'],
    ['closes the connection', socket => socket.destroy(), 'connection_failed'],
    ['speaks HTTP', socket => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'), 'connection_failed'],
  ])('that %s is reported', async (_, answer, code) => {
    const sockets: Socket[] = []
    const server = createServer(socket => {
      sockets.push(socket.on('error', () => {}))
      answer(socket)
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    expect(await failureAt(port)).toBe(code)
    for (const socket of sockets) socket.destroy()
    server.close()
    await once(server, 'close')
    expect(await failureAt(port)).toBe('connection_failed')
  })
})

test('a connection ends at its deadline, whatever the work waits for', async () => {
  const server = await startSftpServer()
  const options = { allowPrivate: true, deadlineMs: 1_000 }
  const ended = withSftp({ ...target, ...user, port: server.port }, options, () => new Promise(() => {}))
  await expect(ended).rejects.toMatchObject({ code: 'timeout' })
  // The server closes when nobody is connected.
  await server.close()
})

test('a connection leads to the address that was checked: the name of the host is not resolved again', async () => {
  const server = await startSftpServer()
  const resolve = vi.spyOn(dns, 'lookup').mockResolvedValue([{ address: '127.0.0.1', family: 4 }] as never)
  syncBuiltinESMExports()
  onTestFinished(async () => {
    resolve.mockRestore()
    syncBuiltinESMExports()
    await server.close()
  })
  // No name server knows this name.
  const named = { ...target, ...user, host: 'sftp.invalid', port: server.port }
  expect(await withSftp(named, { allowPrivate: true }, async () => 'connected')).toBe('connected')
})
