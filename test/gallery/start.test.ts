import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ask } from '../demo/ask.js'

test('the gallery command starts the gallery, prints its address, and stops on Ctrl-C', async () => {
  const start = join(import.meta.dirname, '../../demo/gallery/start.js')
  const child = spawn(process.execPath, [start, '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  let output = ''
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    output += chunk
    if (/Ctrl-C/.test(output)) break
  }
  const [address = ''] = output.match(/http:\/\/gallery[\w.:]+/) ?? []
  expect(await (await ask(address)).text()).toContain('share/default')
  child.kill('SIGINT')
  expect(await once(child, 'exit')).toEqual([0, null])
})
