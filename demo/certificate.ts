import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { generate } from 'selfsigned'

export interface Certificate {
  cert: string
  key: string
}

/** Browsers refuse server certificates that are valid for longer than 398 days. */
const DAYS = 397
const DAY_MS = 86_400_000

/**
 * A self-signed certificate for the demo's hosts. With a folder it is kept there, so that an exception made in a
 * browser outlives a restart; an expired one is replaced.
 */
export async function certificateFor(hosts: string[], dataDir?: string): Promise<Certificate> {
  const file = dataDir && join(dataDir, 'certificate.json')
  const kept = file && (await readKept(file))
  if (kept) return kept
  const notAfterDate = new Date(Date.now() + DAYS * DAY_MS)
  const made = await make(hosts, notAfterDate)
  if (file) {
    await mkdir(dataDir, { recursive: true })
    await writeFile(file, JSON.stringify({ ...made, expires_at: notAfterDate }), { mode: 0o600 })
  }
  return made
}

async function readKept(file: string): Promise<Certificate | undefined> {
  try {
    const { cert, key, expires_at } = JSON.parse(await readFile(file, 'utf8'))
    if (cert && key && new Date(expires_at).getTime() > Date.now() + DAY_MS) return { cert, key }
  } catch {
    // Not there, or not readable as one: a new one takes its place.
  }
  return undefined
}

async function make(hosts: string[], notAfterDate: Date): Promise<Certificate> {
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'rewards-web-sdk demo' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notAfterDate,
    extensions: [
      { name: 'basicConstraints', cA: false },
      { name: 'keyUsage', digitalSignature: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: [...hosts.map(value => ({ type: 2 as const, value })), { type: 7, ip: '127.0.0.1' }],
      },
    ],
  })
  return { cert, key }
}
