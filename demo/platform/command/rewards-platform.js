#!/usr/bin/env node
import { runCommand } from './command.js'
import { readPlatformArguments, runPlatform } from './platform-command.js'

/** Commands besides the one that runs the platform, by their first argument. */
const commands = {
  clock: async args => (await import('./clock.js')).clock(args),
  mcp: async args => (await import('./mcp.js')).mcp(args),
}

await runCommand(async () => {
  const [name, ...args] = process.argv.slice(2)
  await (Object.hasOwn(commands, name) ? commands[name](args) : run())
})

async function run() {
  const options = readPlatformArguments({
    command: 'npx @rewards-web-sdk/platform',
    about: `Runs a Rewards Platform on this machine: the APIs that rewards-web-sdk uses, and a console for the brand.

npx @rewards-web-sdk/platform clock       shows or moves the clock of the platform that runs; clock --help says how
npx @rewards-web-sdk/platform mcp         offers the platform that runs to coding agents, by the Model Context Protocol; mcp --help says how`,
    dataDir: '.rewards-platform',
  })
  process.setSourceMapsEnabled(true)
  // Loads all packages of the platform. The help and wrong arguments do not wait for them.
  const { servePlatform } = await import('../dist/index.js')
  await runPlatform(() => servePlatform(options), options)
}
