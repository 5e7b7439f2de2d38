import { existsSync, readFileSync } from 'node:fs'
import { CommandError, readArguments } from './command.js'
import { callPlatform, DEFAULT_PORT } from './local-platform.js'

const USAGE = 'npx @rewards-web-sdk/platform mcp [--port 4400]'

const HELP = `Offers the platform that runs on this machine to coding agents, by the Model Context Protocol: its programs, zones, people, events and clock, and why an
event has earned a reward or none. An agent starts this command itself, and talks to it over standard input and output.

${USAGE}

  --port 4400                             the port of the platform
  --help                                  prints this text

The configuration of most agents:

  { "mcpServers": { "rewards": { "command": "npx", "args": ["@rewards-web-sdk/platform", "mcp"] } } }

The command needs a platform with the demo data, and no network. It works in the demo brand, which everybody can read and change.`

const built = new URL('../dist/mcp.js', import.meta.url)

/** `mcp`: a server of the Model Context Protocol for the platform on this machine. It ends when the agent closes its input. */
export async function mcp(args) {
  const { port } = readArguments({ args, options: { port: { type: 'string', default: DEFAULT_PORT } } }, USAGE, HELP)
  // The package has the file. In the repository, npm start builds it once all dependencies are installed.
  if (!existsSync(built)) throw new CommandError('dist/mcp.js is not built: run npm install, then npm start.')
  const { serveMcp } = await import(built.href)
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  await serveMcp({ version, call: (...request) => callPlatform(port, ...request) })
}
