import { join } from 'node:path'
import { runnerImport } from 'vite'

// A process that tries to lock each folder that it receives, and reports the result.

const root = join(import.meta.dirname, '../../../..')
const { module } = await runnerImport(join(root, 'demo/platform/store/folder-lock.ts'), { root, configFile: false })

process.on('message', folder =>
  module.lockFolder(folder).then(
    () => process.send('taken'),
    ({ code }) => process.send(code),
  ),
)
process.send('ready')
