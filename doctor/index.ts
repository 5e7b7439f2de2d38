#!/usr/bin/env node
import { run } from './command.js'

// The command of the package.
process.exitCode = await run(process.argv.slice(2), {
  report: text => process.stdout.write(`${text}\n`),
  progress: text => process.stderr.write(`${text}\n`),
})
