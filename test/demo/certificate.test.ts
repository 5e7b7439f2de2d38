import { X509Certificate } from 'node:crypto'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { certificateFor } from '../../demo/certificate.js'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rewards-certificate-'))
})

afterEach(() => rm(folder, { recursive: true }))

describe('the certificate of the demo', () => {
  it('is valid for its hosts, and not longer than browsers accept', async () => {
    const { cert } = await certificateFor(['localhost', '*.brand.localhost'])
    const certificate = new X509Certificate(cert)
    expect(certificate.checkHost('shop.brand.localhost')).toBeTruthy()
    expect(certificate.checkHost('elsewhere.localhost')).toBeUndefined()
    const days = (Date.parse(certificate.validTo) - Date.parse(certificate.validFrom)) / 86_400_000
    expect(days).toBeLessThanOrEqual(398)
  })

  it('is stored in the folder, where other users cannot read the key', async () => {
    const created = await certificateFor(['localhost'], folder)
    expect(await certificateFor(['localhost'], folder)).toEqual(created)
    expect((await stat(join(folder, 'certificate.json'))).mode & 0o077).toBe(0)
  })

  it('is replaced after it has expired', async () => {
    const created = await certificateFor(['localhost'], folder)
    const file = join(folder, 'certificate.json')
    const stored = JSON.parse(await readFile(file, 'utf8'))
    await writeFile(file, JSON.stringify({ ...stored, expires_at: new Date() }))
    expect((await certificateFor(['localhost'], folder)).cert).not.toBe(created.cert)
  })

  it('is replaced if the file is damaged', async () => {
    await writeFile(join(folder, 'certificate.json'), 'half a fi')
    expect((await certificateFor(['localhost'], folder)).cert).toContain('BEGIN CERTIFICATE')
  })
})
