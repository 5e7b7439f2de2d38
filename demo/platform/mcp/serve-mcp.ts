import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { explainError } from './explain-error.js'
import { type CallPlatform, type Tool, tools } from './tools.js'

const INSTRUCTIONS = `A local Rewards Platform with the demo brand, for development and tests. A program decides who is referred and who earns a reward; a campaign is the history of a program and its zones.
To change a program: read_program, then save_program with the version that you have read as parent_version. A published version applies from the next event on.
To see what a draft would change: save_program with publish: false, then replay_draft.
To try it: create_person, send_event, then explain: it names the rule that decided. Rewards that wait are fulfilled when their time comes: move_clock.`

/** The longest answer. The protocol ends the connection, and with it all tools, above 10 MB, and no agent reads a part of that. */
const MAX_LENGTH = 1_000_000

/** Serves the tools, by default over standard input and output. `call` calls the server API of the platform. */
export async function serveMcp(
  { call, version }: { call: CallPlatform; version: string },
  transport: Transport = new StdioServerTransport(),
): Promise<void> {
  const server = new McpServer({ name: 'rewards-platform', version }, { instructions: INSTRUCTIONS })
  for (const tool of tools) register(server, tool, call)
  await server.connect(transport)
}

function register(server: McpServer, { name, input, changes, run, ...about }: Tool, call: CallPlatform): void {
  // Every call stays on this machine.
  const annotations = {
    readOnlyHint: changes === 'nothing',
    destructiveHint: changes === 'replaces',
    openWorldHint: false,
  }
  server.registerTool(
    name,
    { ...about, inputSchema: input, annotations },
    async (given, { signal, _meta, sendNotification }) => {
      const progressToken = _meta?.progressToken
      /** Only for an agent that has asked for it. */
      const progress = async (done: number, total: number) => {
        if (progressToken === undefined) return
        await sendNotification({ method: 'notifications/progress', params: { progressToken, progress: done, total } })
      }
      try {
        const result = await run(call, given, { signal, progress })
        const text = typeof result === 'string' ? result : JSON.stringify(result, null, 2)
        if (text.length > MAX_LENGTH)
          throw new Error(
            `The answer of ${name} has ${text.length} characters; an agent can read ${MAX_LENGTH}. What the tool has done stays. Read a smaller part.`,
          )
        return { content: [{ type: 'text', text }] }
      } catch (error) {
        return { isError: true, content: [{ type: 'text', text: explainError(error) }] }
      }
    },
  )
}
