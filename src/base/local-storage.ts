import { attempt } from './attempt.js'

// `localStorage` may be blocked, full or missing, and other scripts may write into it. These functions never throw.

/** The keys that begin with one of the prefixes. */
export const storedKeys = (...prefixes: string[]): string[] =>
  attempt(() => Object.keys(localStorage).filter(key => prefixes.some(prefix => key.startsWith(prefix)))) ?? []

/** Reads a record that was written as JSON. Undefined if it is missing or not JSON. */
export const readRecord = (key: string): unknown => attempt(() => JSON.parse(localStorage.getItem(key) ?? ''))

/** Returns whether the record is written. */
export const writeRecord = (key: string, record: unknown): boolean =>
  attempt(() => {
    localStorage.setItem(key, JSON.stringify(record))
    return true
  }) ?? false

export const removeRecord = (key: string): void => attempt(() => localStorage.removeItem(key))
