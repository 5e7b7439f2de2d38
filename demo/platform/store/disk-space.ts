import { statfsSync } from 'node:fs'
import { DatabaseUnavailable } from './database-error.js'

/**
 * The free space in bytes below which the embedded database does not work. It writes its log in files of 16 MiB. If the disk is full in the middle of
 * a write, it never answers again, and the process does not even end at a signal.
 */
export const MIN_FREE_BYTES = 64 * 1024 * 1024

/** The free space of the disk of a folder, in bytes. */
export function freeBytesOf(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/** Throws `DatabaseUnavailable` if the disk is nearly full. */
export function requireSpace(freeBytes: number): void {
  if (freeBytes < MIN_FREE_BYTES)
    throw new DatabaseUnavailable(new Error(`its disk has less than ${MIN_FREE_BYTES / 1024 / 1024} MiB of free space`))
}
