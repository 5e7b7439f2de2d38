import { loadModule } from '../../../../demo/command.js'

// A process that tries to lock each folder that it receives, and reports the result.

const { lockFolder } = await loadModule('demo/platform/store/folder-lock.ts')

process.on('message', folder =>
  lockFolder(folder).then(
    () => process.send('taken'),
    ({ code }) => process.send(code),
  ),
)
process.send('ready')
