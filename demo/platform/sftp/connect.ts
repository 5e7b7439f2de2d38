import { createHash } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import ssh2, { type SFTPWrapper } from 'ssh2'
import { AddressFailure, resolveHost } from '../network/resolve-host.js'
import { SftpFailure } from './sftp-failure.js'

/** How long a server can leave the platform waiting. */
const TIMEOUT_MS = 10_000

/** How long a connection can take as a whole. A server that sends something from time to time must not hold a request for ever. */
const DEADLINE_MS = 600_000

/** An SFTP server and how to log in. */
export interface SftpTarget {
  host: string
  port: number
  username: string
  password: string | null
  private_key: string | null
  passphrase: string | null
  /** The expected host key, as `ssh-keygen -l` shows it: `SHA256:…`. Null: any key. */
  host_key_fingerprint: string | null
}

export interface ConnectOptions {
  allowPrivate: boolean
  timeoutMs?: number
  deadlineMs?: number
  /** Ends the connection at once. */
  signal?: AbortSignal
}

/** An open session. */
export interface SftpConnection {
  sftp: SFTPWrapper
  hostKeyFingerprint: string
}

/**
 * Opens a session, runs `work` with it and closes it. The credentials are only sent after the host key was verified. Rejects with
 * an `SftpFailure`, with the error of `work`, or with the reason of the signal.
 */
export async function withSftp<T>(
  target: SftpTarget,
  { allowPrivate, timeoutMs = TIMEOUT_MS, deadlineMs = DEADLINE_MS, signal }: ConnectOptions,
  work: (connection: SftpConnection) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted()
  const ended = whenEnded(deadlineMs, signal)
  const address = await Promise.race([addressOf(target, allowPrivate), ended])
  // Without its compiled part, ssh2 writes each packet in several pieces. With a delay, each would wait for the answer to the one before.
  const socket = connect({ host: address, port: target.port, noDelay: true })
  const client = new ssh2.Client()
  let failure: SftpFailure | undefined
  socket.setTimeout(timeoutMs, () => {
    failure ??= new SftpFailure('timeout')
    socket.destroy()
  })
  const run = async () => {
    const hostKeyFingerprint = await logIn(client, socket, target, timeoutMs)
    const connection = { sftp: await openSftp(client), hostKeyFingerprint }
    return work(connection).catch(error => {
      // Without a connection, each operation fails for that reason.
      throw error instanceof SftpFailure && socket.destroyed ? new SftpFailure('connection_failed') : error
    })
  }
  try {
    return await Promise.race([run(), ended])
  } catch (error) {
    throw failure ?? error
  } finally {
    client.end()
    socket.destroy()
  }
}

/** Rejects at the deadline, or with the reason of the signal. */
function whenEnded(deadlineMs: number, signal?: AbortSignal): Promise<never> {
  const deadline = AbortSignal.timeout(deadlineMs)
  const either = signal ? AbortSignal.any([deadline, signal]) : deadline
  const ended = new Promise<never>((_, reject) => {
    // It must keep the deadline: some versions of Node collect a signal that only `any()` knows, and it never aborts.
    const end = () => reject(deadline.aborted ? new SftpFailure('timeout') : signal!.reason)
    either.addEventListener('abort', end, { once: true })
  })
  // The work may have ended before.
  ended.catch(() => {})
  return ended
}

const addressOf = ({ host }: SftpTarget, allowPrivate: boolean) =>
  resolveHost(host, allowPrivate).catch(error => {
    throw error instanceof AddressFailure ? new SftpFailure(error.code) : error
  })

/** Logs in and resolves with the fingerprint of the host key. */
function logIn(client: ssh2.Client, sock: Socket, target: SftpTarget, readyTimeout: number): Promise<string> {
  const { username, password, private_key, passphrase, host_key_fingerprint } = target
  let seen = ''
  return new Promise((resolve, reject) => {
    client.on('error', ({ level }: Error & { level?: string }) => {
      if (seen && !isExpected(seen, host_key_fingerprint)) reject(new SftpFailure('host_key_mismatch'))
      else if (level === 'client-authentication') reject(new SftpFailure('authentication_failed'))
      else reject(new SftpFailure(level === 'client-timeout' ? 'timeout' : 'connection_failed'))
    })
    client.on('close', () => reject(new SftpFailure('connection_failed')))
    client.on('ready', () => resolve(seen))
    client.connect({
      sock,
      username,
      readyTimeout,
      ...(password !== null && { password }),
      ...(private_key !== null && { privateKey: private_key }),
      ...(passphrase !== null && { passphrase }),
      hostVerifier: (key: Buffer) => {
        seen = fingerprintOf(key)
        return isExpected(seen, host_key_fingerprint)
      },
    })
  })
}

function openSftp(client: ssh2.Client): Promise<SFTPWrapper> {
  return new Promise((resolve, reject) => {
    client.sftp((error, sftp) => (error ? reject(new SftpFailure('connection_failed')) : resolve(sftp)))
  })
}

const fingerprintOf = (key: Buffer) => `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`

const isExpected = (seen: string, expected: string | null) => expected === null || seen === expected
