import { posix } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import type { SFTPWrapper } from 'ssh2'
import { newId } from '../store/id.js'
import { SftpFailure } from './sftp-failure.js'

/** Checks that a folder exists and can be written to, by writing an empty file and removing it. Throws an `SftpFailure`. */
export async function checkFolder(sftp: SFTPWrapper, folder: string): Promise<void> {
  const stats = await promisify(sftp.stat.bind(sftp))(folder).catch(notFound)
  if (!stats.isDirectory()) throw new SftpFailure('path_not_found')
  const probe = posix.join(folder, `.rewards-platform-${newId()}`)
  await pipeline(Readable.from([]), sftp.createWriteStream(probe)).catch(notWritable)
  await promisify(sftp.unlink.bind(sftp))(probe).catch(notWritable)
}

/**
 * Uploads a file under a temporary name and renames it, so that nobody on the server reads an incomplete file. Replaces a file of
 * the same name. Throws an `SftpFailure`.
 */
export async function uploadTo(sftp: SFTPWrapper, folder: string, filename: string, content: Readable): Promise<void> {
  const path = posix.join(folder, filename)
  const part = `${path}.${newId()}.part`
  const rename = promisify(sftp.rename.bind(sftp))
  const unlink = promisify(sftp.unlink.bind(sftp))
  try {
    await pipeline(content, sftp.createWriteStream(part))
    // Most servers do not rename to a name that exists.
    await rename(part, path).catch(async () => {
      await unlink(path)
      await rename(part, path)
    })
  } catch (error) {
    await unlink(part).catch(() => {})
    // An error of the disk that has the content is not one of the server.
    throw Object(error).syscall ? error : new SftpFailure('path_not_writable')
  }
}

function notFound(): never {
  throw new SftpFailure('path_not_found')
}

function notWritable(): never {
  throw new SftpFailure('path_not_writable')
}
