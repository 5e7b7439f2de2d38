#!/usr/bin/env node
import { runCommand } from './command.js'
import { readPlatformArguments, runPlatform } from './platform-command.js'

await runCommand(async () => {
  const options = readPlatformArguments({
    command: 'npx @rewards-web-sdk/platform',
    about: 'Runs a Rewards Platform on this machine: the APIs that rewards-web-sdk uses, and a console for the brand.',
    dataDir: '.rewards-platform',
  })
  process.setSourceMapsEnabled(true)
  // Loads all packages of the platform. The help and wrong arguments do not wait for them.
  const { servePlatform } = await import('../dist/index.js')
  await runPlatform(() => servePlatform(options), options)
})
