import { join, resolve } from 'node:path'
import { CommandError, loadModule, readArguments, root, runCommand } from './command.js'
import { installDependencies } from './setup.js'

const usage = 'npm run rotate-secret-key -- [--data demo/.data] [--database postgres://…]'

await runCommand(async () => {
  const options = {
    data: { type: 'string', default: join(root, 'demo/.data') },
    database: { type: 'string', default: process.env.DATABASE_URL ?? '' },
  }
  const { data, database } = readArguments({ options }, usage)
  installDependencies()
  const count = await rotate({
    dataDir: join(resolve(data), 'platform'),
    databaseUrl: database || undefined,
    secretKey: process.env.REWARDS_SECRET_KEY,
  })
  const next = database ? ' Now start each process with the first key of REWARDS_SECRET_KEY only.' : ''
  console.log(`${count} secrets are encrypted with the new key.${next}`)
})

async function rotate(location) {
  const { rotateSecretKey } = await loadModule('demo/platform/store/rotate-secret-key.ts')
  try {
    return await rotateSecretKey(location)
  } catch (error) {
    if (error.code === 'folder_in_use' || error.code === 'database_error') throw new CommandError(error.message)
    throw error
  }
}
