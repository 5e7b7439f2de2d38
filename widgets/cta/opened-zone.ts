import { readObject, readText } from '../readers.js'

/** A zone that a widget opens in a dialog. */
export interface OpenedZone {
  zone: string
  data: Record<string, unknown>
}

/** Reads `opens` of a content. Undefined without the name of a zone. */
export function readOpenedZone(opens: unknown): OpenedZone | undefined {
  const { zone, data } = readObject(opens)
  const name = readText(zone)
  return name ? { zone: name, data: readObject(data) } : undefined
}
