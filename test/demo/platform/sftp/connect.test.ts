import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { type SftpTarget, withSftp } from '../../../../demo/platform/sftp/connect.js'
import { resolveHost } from '../../../../demo/platform/sftp/public-address.js'

const target: SftpTarget = {
  host: '127.0.0.1',
  port: 1,
  username: 'reports',
  password: 'secret',
  private_key: null,
  passphrase: null,
  host_key_fingerprint: null,
}

describe('a host', () => {
  test.each([
    '127.0.0.1',
    'localhost',
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '192.168.1.1',
    '::1',
    '[::1]',
    '::ffff:127.0.0.1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    'fd00::1',
    'fe80::1',
    '2130706433',
    '0x7f.1',
    '224.0.0.1',
  ])('%s is not public', async host => {
    await expect(resolveHost(host, false)).rejects.toMatchObject({ code: 'address_not_allowed' })
  })

  test.each(['8.8.8.8', '2606:4700::1111', '[2606:4700::1111]'])('%s is public', async host => {
    expect(await resolveHost(host, false)).toBe(host.replace(/[[\]]/g, ''))
  })

  test('on a private address is resolved where that is allowed', async () => {
    expect(await resolveHost('127.0.0.1', true)).toBe('127.0.0.1')
  })
})

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
