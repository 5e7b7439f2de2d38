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

describe('The demo’s certificate', () => {
  it('is good for its hosts, and for no longer than browsers accept', async () => {
    const { cert } = await certificateFor(['localhost', '*.brand.localhost'])
    const certificate = new X509Certificate(cert)
    expect(certificate.checkHost('shop.brand.localhost')).toBeTruthy()
    expect(certificate.checkHost('elsewhere.localhost')).toBeUndefined()
    const days = (Date.parse(certificate.validTo) - Date.parse(certificate.validFrom)) / 86_400_000
    expect(days).toBeLessThanOrEqual(398)
  })

  it('stays the same in one folder, where nobody else may read its key', async () => {
    const made = await certificateFor(['localhost'], folder)
    expect(await certificateFor(['localhost'], folder)).toEqual(made)
    expect((await stat(join(folder, 'certificate.json'))).mode & 0o077).toBe(0)
  })

  it('is replaced when it expires', async () => {
    const made = await certificateFor(['localhost'], folder)
    const file = join(folder, 'certificate.json')
    const kept = JSON.parse(await readFile(file, 'utf8'))
    await writeFile(file, JSON.stringify({ ...kept, expires_at: new Date() }))
    expect((await certificateFor(['localhost'], folder)).cert).not.toBe(made.cert)
  })

  it('is replaced when it cannot be read', async () => {
    await writeFile(join(folder, 'certificate.json'), 'half a fi')
    expect((await certificateFor(['localhost'], folder)).cert).toContain('BEGIN CERTIFICATE')
  })
})
