import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { explainError } from './explain-error.js'
import { type CallPlatform, type Tool, tools } from './tools.js'

const INSTRUCTIONS = `A local Rewards Platform with the demo brand, for development and tests. A program decides who is referred and who earns a reward; a campaign is the history of a program and its zones.
To change a program: read_program, then save_program with the version that you have read as parent_version. A published version applies from the next event on.
To try it: create_person, send_event, then explain: it names the rule that decided. Rewards that wait are fulfilled when their time comes: move_clock.`

/** Serves the tools over standard input and output. `call` calls the server API of the platform. */
export async function serveMcp({ call, version }: { call: CallPlatform; version: string }): Promise<void> {
  const server = new McpServer({ name: 'rewards-platform', version }, { instructions: INSTRUCTIONS })
  for (const tool of tools) register(server, tool, call)
  await server.connect(new StdioServerTransport())
}

function register(server: McpServer, { name, input, changes, run, ...about }: Tool, call: CallPlatform): void {
  // Every call stays on this machine.
  const annotations = {
    readOnlyHint: changes === 'nothing',
    destructiveHint: changes === 'replaces',
    openWorldHint: false,
  }
  server.registerTool(name, { ...about, inputSchema: input, annotations }, async given => {
    try {
      const result = await run(call, given)
      return {
        content: [{ type: 'text', text: typeof result === 'string' ? result : JSON.stringify(result, null, 2) }],
      }
    } catch (error) {
      return { isError: true, content: [{ type: 'text', text: explainError(error) }] }
    }
  })
}
