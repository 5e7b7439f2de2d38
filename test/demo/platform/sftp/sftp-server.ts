// An SFTP server on this machine, with its files in memory.

import { createHash, generateKeyPairSync } from 'node:crypto'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import ssh2, { type AuthContext, type Connection, type SFTPWrapper } from 'ssh2'

const { OPEN_MODE, STATUS_CODE } = ssh2.utils.sftp

export const user = { username: 'reports', password: 'a-password-of-the-server' }

export interface SftpServer {
  port: number
  /** The contents by their path. */
  files: Map<string, Buffer>
  folders: Set<string>
  /** Whether files can be written. */
  isReadOnly: boolean
  /** The beginning of the names of files that cannot be written. */
  refused: string | undefined
  /** Whether its disk is full: files can be created, but stay empty. */
  isFull: boolean
  /** Whether it lets users log in, and then answers nothing. */
  isSilent: boolean
  /** The credentials that clients have sent. */
  attempts: string[]
  connections: number
  hostKeyFingerprint: string
  /** Gives the server another host key. */
  replaceHostKey(): void
  /** Breaks all connections. */
  disconnect(): void
  close(): Promise<void>
}

/** Starts a server. Users log in with the password, or with the key pair of `publicKey`. */
export async function startSftpServer(publicKey?: string): Promise<SftpServer> {
  const sockets = new Set<Socket>()
  const state: SftpServer = {
    port: 0,
    files: new Map(),
    folders: new Set(['.', '/incoming']),
    isReadOnly: false,
    refused: undefined,
    isFull: false,
    isSilent: false,
    attempts: [],
    connections: 0,
    hostKeyFingerprint: '',
    replaceHostKey() {
      hostKey = newHostKey(state)
      listener = listenerOf(hostKey, state, publicKey)
    },
    disconnect() {
      for (const socket of sockets) socket.destroy()
    },
    close: () => new Promise(resolve => outer.close(() => resolve())),
  }
  let hostKey = newHostKey(state)
  let listener = listenerOf(hostKey, state, publicKey)
  const outer = createServer({ noDelay: true }, socket => {
    state.connections += 1
    sockets.add(socket)
    socket.on('error', () => {})
    listener.injectSocket(socket)
  })
  await new Promise<void>(resolve => outer.listen(0, '127.0.0.1', resolve))
  state.port = (outer.address() as AddressInfo).port
  return state
}

/**
 * Creates a key pair: the private key in PEM format, and the public key as in a file of authorized keys. The generator of ssh2
 * sometimes writes an Ed25519 key that ssh2 cannot read.
 */
export function newKeys(passphrase?: string): { private: string; public: string } {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const encryption = passphrase === undefined ? {} : { cipher: 'aes-256-cbc', passphrase }
  const pem = privateKey.export({ type: 'sec1', format: 'pem', ...encryption }).toString()
  const key = ssh2.utils.parseKey(pem, passphrase)
  if (key instanceof Error) throw key
  return { private: pem, public: `${key.type} ${key.getPublicSSH().toString('base64')}` }
}

function newHostKey(state: SftpServer): string {
  const keys = newKeys()
  const key = Buffer.from(keys.public.split(' ')[1]!, 'base64')
  state.hostKeyFingerprint = `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`
  return keys.private
}

function listenerOf(hostKey: string, state: SftpServer, publicKey?: string): ssh2.Server {
  return new ssh2.Server({ hostKeys: [hostKey] }, connection => {
    connection.on('error', () => {})
    connection.on('authentication', context => authenticate(context, state, publicKey))
    connection.on('ready', () => serveSessions(connection, state))
  })
}

function authenticate(context: AuthContext, { attempts }: SftpServer, publicKey?: string): void {
  if (context.method === 'password') attempts.push(context.password)
  if (isKnown(context, publicKey)) context.accept()
  else context.reject(['password', 'publickey'])
}

function isKnown(context: AuthContext, publicKey?: string): boolean {
  if (context.username !== user.username) return false
  if (context.method === 'password') return context.password === user.password
  if (context.method !== 'publickey' || !publicKey) return false
  const known = ssh2.utils.parseKey(publicKey)
  if (known instanceof Error) throw known
  const isSigned = !context.signature || known.verify(context.blob!, context.signature, context.hashAlgo) === true
  return isSigned && known.getPublicSSH().equals(context.key.data)
}

function serveSessions(connection: Connection, state: SftpServer): void {
  connection.on('session', accept => {
    accept().on('sftp', acceptSftp => serveFiles(acceptSftp(), state))
  })
}

function serveFiles(sftp: SFTPWrapper, state: SftpServer): void {
  const { files, folders } = state
  const open = new Map<string, string>()
  const answer = (id: number, isDone: boolean) => sftp.status(id, isDone ? STATUS_CODE.OK : STATUS_CODE.FAILURE)
  sftp.on('OPEN', (id, path, flags) => {
    const isRefused = state.refused !== undefined && path.includes(`/${state.refused}`)
    const isDenied = state.isReadOnly || isRefused || !(flags & OPEN_MODE.WRITE)
    if (isDenied) return sftp.status(id, STATUS_CODE.PERMISSION_DENIED)
    const handle = String(open.size)
    open.set(handle, path)
    files.set(path, Buffer.alloc(0))
    sftp.handle(id, Buffer.from(handle))
  })
  sftp.on('WRITE', (id, handle, offset, data) => {
    if (state.isFull) return answer(id, false)
    const path = open.get(handle.toString())!
    const before = files.get(path)!
    const content = Buffer.alloc(Math.max(before.length, offset + data.length))
    before.copy(content)
    data.copy(content, offset)
    files.set(path, content)
    answer(id, true)
  })
  sftp.on('FSETSTAT', id => answer(id, true))
  sftp.on('CLOSE', id => answer(id, true))
  sftp.on('REMOVE', (id, path) => answer(id, files.delete(path)))
  sftp.on('RENAME', (id, from, to) => {
    const content = files.get(from)
    if (!content || files.has(to)) return answer(id, false)
    files.delete(from)
    files.set(to, content)
    answer(id, true)
  })
  sftp.on('STAT', (id, path) => {
    if (state.isSilent) return
    if (!folders.has(path) && !files.has(path)) return sftp.status(id, STATUS_CODE.NO_SUCH_FILE)
    const mode = folders.has(path) ? 0o040755 : 0o100644
    sftp.attrs(id, { mode, uid: 0, gid: 0, size: 0, atime: 0, mtime: 0 })
  })
}
