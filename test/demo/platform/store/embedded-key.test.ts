import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { rotateSecretKey } from '../../../../demo/platform/store/rotate-secret-key.js'
import { startPlatform } from '../../../start-platform.js'
import { verifies } from './verifies.js'

test('the key of an embedded database is in a file beside it that only its user can read, is replaced by a rotation, and is needed at the next start', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'secrets-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const open = () => startPlatform({ database: undefined as never, dataDir, secretKey: undefined })
  const keyFile = join(dataDir, 'secret-key')
  const modeOfFile = async () => (await stat(keyFile)).mode & 0o777

  await (await open()).close()
  expect(await modeOfFile()).toBe(0o600)
  const before = await readFile(keyFile, 'utf8')
  expect(await rotateSecretKey({ dataDir })).toBeGreaterThan(0)
  expect(await readFile(keyFile, 'utf8')).not.toContain(before.trim())
  expect(await modeOfFile()).toBe(0o600)
  const platform = await open()
  expect(await verifies(platform)).toBe(true)
  await platform.close()
  await rm(keyFile)
  await expect(open()).rejects.toThrow('secret-key is missing')
  await writeFile(keyFile, '\n')
  await expect(open()).rejects.toThrow('secret-key is empty')
})
