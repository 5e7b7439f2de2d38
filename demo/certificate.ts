import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { generate } from 'selfsigned'

export interface Certificate {
  cert: string
  key: string
}

/** Browsers refuse server certificates that are valid for longer than 398 days. */
const MAX_DAYS = 397
const DAY_MS = 86_400_000

/**
 * Returns a self-signed certificate for the demo's hosts. With `dataDir` the certificate is stored there, so that the
 * browser does not ask again after a restart. An expired certificate is replaced.
 */
export async function certificateFor(hosts: string[], dataDir?: string): Promise<Certificate> {
  const file = dataDir && join(dataDir, 'certificate.json')
  const stored = file && (await readCertificate(file))
  if (stored) return stored
  const notAfterDate = new Date(Date.now() + MAX_DAYS * DAY_MS)
  const created = await createCertificate(hosts, notAfterDate)
  if (file) {
    await mkdir(dataDir, { recursive: true })
    await writeFile(file, JSON.stringify({ ...created, expires_at: notAfterDate }), { mode: 0o600 })
  }
  return created
}

async function readCertificate(file: string): Promise<Certificate | undefined> {
  try {
    const { cert, key, expires_at } = JSON.parse(await readFile(file, 'utf8'))
    if (cert && key && new Date(expires_at).getTime() > Date.now() + DAY_MS) return { cert, key }
  } catch {
    // The file is missing or damaged: a new certificate replaces it.
  }
  return undefined
}

async function createCertificate(hosts: string[], notAfterDate: Date): Promise<Certificate> {
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
