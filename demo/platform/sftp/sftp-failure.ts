import { addressFailures } from '../network/resolve-host.js'

/** Why a file cannot be delivered to an SFTP server, for people who configure it. */
export const sftpFailures = {
  ...addressFailures,
  connection_failed: 'The server does not accept the connection, or does not speak SSH.',
  timeout: 'The server does not answer in time.',
  host_key_mismatch: 'The server has another host key than expected. The credentials were not sent.',
  authentication_failed: 'The server rejects the username, the password or the key.',
  path_not_found: 'The folder does not exist on the server.',
  path_not_writable: 'The folder cannot be written to.',
  content_missing: 'The platform no longer has the content of the file.',
  server_deleted: 'The server was deleted before the file was delivered.',
  platform_failed: 'The platform has failed, not the server. Background work says why.',
} as const

export type SftpFailureCode = keyof typeof sftpFailures

/** An error of an SFTP server. Its message names no secret and nothing that the server sent. */
export class SftpFailure extends Error {
  readonly code: SftpFailureCode

  constructor(code: SftpFailureCode) {
    super(sftpFailures[code])
    this.name = 'SftpFailure'
    this.code = code
  }
}
