import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { CommandError, root, runCommand } from '../demo/command.js'
import { buildIfOutdated, installDocs } from '../demo/setup.js'
import { writeTextPages } from './text-pages.js'

// Builds the website of the documentation into docs/dist, or serves it while its pages are written: npm run docs -- --serve.

const here = import.meta.dirname

await runCommand(async () => {
  const [option] = process.argv.slice(2)
  if (option && option !== '--serve') throw new CommandError(`npm run docs takes the option --serve; got ${option}`)
  installDocs()
  await buildIfOutdated()
  run('typedoc/bin/typedoc', '--logLevel', 'Warn')
  run('vitepress/bin/vitepress.js', option ? 'dev' : 'build', '.')
  if (!option) writeTextPages(join(here, 'dist'))
})

function run(command, ...args) {
  const { status } = spawnSync(process.execPath, [findTool(command), ...args], {
    cwd: here,
    stdio: 'inherit',
  })
  if (status !== 0) throw new CommandError(`${command} failed.`)
}

/** npm puts a package here if another workspace needs another version of it, else at the root. */
function findTool(path) {
  const folders = [here, root].map(folder => join(folder, 'node_modules', path))
  return folders.find(existsSync) ?? path
}
