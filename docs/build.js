import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { CommandError, runCommand } from '../demo/command.js'
import { buildIfOutdated, installDependencies, npm } from '../demo/setup.js'

// Builds the website of the documentation into docs/dist, or serves it while its pages are written: npm run docs -- --serve.

const here = import.meta.dirname

await runCommand(() => {
  const [option] = process.argv.slice(2)
  if (option && option !== '--serve') throw new CommandError(`npm run docs takes the option --serve; got ${option}`)
  installDependencies()
  buildIfOutdated()
  if (changedAt('node_modules/.package-lock.json') < changedAt('package-lock.json'))
    npm('ci', '--prefix', here, '--no-audit', '--no-fund')
  run('typedoc/bin/typedoc', '--logLevel', 'Warn')
  run('vitepress/bin/vitepress.js', option ? 'dev' : 'build', '.')
})

function run(command, ...args) {
  const { status } = spawnSync(process.execPath, [join('node_modules', command), ...args], {
    cwd: here,
    stdio: 'inherit',
  })
  if (status !== 0) throw new CommandError(`${command} failed.`)
}

/** The modification time of a file. 0 if there is no such file. */
function changedAt(file) {
  return statSync(join(here, file), { throwIfNoEntry: false })?.mtimeMs ?? 0
}
