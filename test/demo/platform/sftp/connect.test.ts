import dns from 'node:dns/promises'
import { once } from 'node:events'
import { syncBuiltinESMExports } from 'node:module'
import { type AddressInfo, createServer, Socket } from 'node:net'
import { Readable } from 'node:stream'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { type SftpTarget, withSftp } from '../../../../demo/platform/sftp/connect.js'
import { checkFolder, uploadTo } from '../../../../demo/platform/sftp/upload.js'
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
  const failureAt = (port: number, timeoutMs = 10_000) =>
    withSftp({ ...target, port }, { allowPrivate: true, timeoutMs }, async () => {}).then(
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
    expect(await failureAt(port, code === 'timeout' ? 100 : undefined)).toBe(code)
    for (const socket of sockets) socket.destroy()
    server.close()
    await once(server, 'close')
    expect(await failureAt(port)).toBe('connection_failed')
  })
})

test('a server that falls silent after the login is a timeout', async () => {
  const server = await startSftpServer()
  onTestFinished(() => server.close())
  server.isSilent = true
  const options = { allowPrivate: true, timeoutMs: 500 }
  const asked = withSftp({ ...target, ...user, port: server.port }, options, ({ sftp }) => checkFolder(sftp, '.'))
  await expect(asked).rejects.toMatchObject({ code: 'timeout' })
})

test('a connection ends at its deadline, whatever the work waits for', async () => {
  const server = await startSftpServer()
  const options = { allowPrivate: true, deadlineMs: 1_000 }
  const ended = withSftp({ ...target, ...user, port: server.port }, options, () => new Promise(() => {}))
  await expect(ended).rejects.toMatchObject({ code: 'timeout' })
  // The server closes when nobody is connected.
  await server.close()
})

test('a connection that is stopped ends at once, also if the server has said nothing', async () => {
  const silent = createServer(socket => socket.resume()).listen(0, '127.0.0.1')
  onTestFinished(() => void silent.close())
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const stopping = new AbortController()
  const options = { allowPrivate: true, timeoutMs: 600_000, signal: stopping.signal }
  const begin = () => expect(withSftp({ ...target, port }, options, async () => {})).rejects.toThrow('The process ends')
  const connected = once(silent, 'connection')
  const stopped = begin()
  const [socket] = await connected
  const closed = once(socket, 'close')
  stopping.abort(new Error('The process ends'))
  await stopped
  await closed
  // One that is stopped before it begins does not begin.
  const again = vi.fn()
  silent.on('connection', again)
  await begin()
  expect(again).not.toHaveBeenCalled()
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

test('a server has ten seconds for each answer, and ten minutes for all of them', async () => {
  const silence = vi.spyOn(Socket.prototype, 'setTimeout')
  const deadline = vi.spyOn(AbortSignal, 'timeout')
  onTestFinished(() => {
    silence.mockRestore()
    deadline.mockRestore()
  })
  const server = await startSftpServer()
  expect(await withSftp({ ...target, ...user, port: server.port }, { allowPrivate: true }, async () => 'done')).toBe(
    'done',
  )
  await server.close()
  expect(silence.mock.calls.map(([milliseconds]) => milliseconds)).toContain(10_000)
  expect(deadline.mock.calls).toEqual([[600_000]])
})

describe('an upload fails', () => {
  const upload = async (work: Parameters<typeof withSftp>[2]) => {
    const server = await startSftpServer()
    onTestFinished(() => server.close())
    return withSftp({ ...target, ...user, port: server.port }, { allowPrivate: true }, async connection => {
      await checkFolder(connection.sftp, '.')
      return work(connection)
    })
  }

  test('for the reason of the disk that has the content', async () => {
    const broken = new Readable({
      read() {
        this.destroy(Object.assign(new Error('EIO'), { syscall: 'read' }))
      },
    })
    await expect(upload(({ sftp }) => uploadTo(sftp, '.', 'report.csv', broken))).rejects.toThrow('EIO')
  })

  test('as a connection that has failed if the server closes it', async () => {
    const server = await startSftpServer()
    onTestFinished(() => server.close())
    const lost = withSftp({ ...target, ...user, port: server.port }, { allowPrivate: true }, ({ sftp }) => {
      server.disconnect()
      return checkFolder(sftp, '.')
    })
    await expect(lost).rejects.toMatchObject({ code: 'connection_failed' })
  })
})
