// The server of the Model Context Protocol with a platform that answers as the test says.

import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { expect, test } from 'vitest'
import { serveMcp } from '../../../../demo/platform/mcp/serve-mcp.js'
import type { CallPlatform } from '../../../../demo/platform/mcp/tools.js'

/** Connects an agent to a server whose platform answers by `answer`. */
async function connectAgent(answer: (method: string, path: string) => unknown): Promise<Client> {
  const [own, servers] = InMemoryTransport.createLinkedPair()
  const call = (async (method: string, path: string) => answer(method, path)) as CallPlatform
  await serveMcp({ version: '1.0.0', call }, servers)
  const client = new Client({ name: 'test', version: '1.0.0' })
  await client.connect(own)
  return client
}

const moved = { now: '', until: '', is_complete: false, summary: '', due: [] }
const replay = { status: 'RUNNING', processed: 0, total: 0 }

test('move_clock stops when the agent cancels', async () => {
  const controller = new AbortController()
  let moves = 0
  let endMove!: () => void
  const client = await connectAgent(async () => {
    if (++moves === 2) {
      const ended = new Promise<void>(resolve => {
        endMove = resolve
      })
      controller.abort('Enough')
      await ended
    }
    return { ...moved, is_complete: moves > 5 }
  })
  const use = client.callTool({ name: 'move_clock', arguments: { forward: '30d' } }, undefined, {
    signal: controller.signal,
  })
  await expect(use).rejects.toThrow('Enough')
  // The server has read the cancellation once it answers what was sent after it.
  await client.listTools()
  endMove()
  await client.listTools()
  expect(moves).toBe(2)
})

test('replay_draft says how far it is, and returns the result', async () => {
  const answers = [
    replay,
    { ...replay, total: 500 },
    { ...replay, processed: 250, total: 500 },
    { ...replay, status: 'DONE', processed: 500, total: 500, result: {} },
  ]
  const asked: string[] = []
  const client = await connectAgent((method, path) => {
    asked.push(`${method} ${path}`)
    return answers.shift()
  })
  const steps: object[] = []
  const use = await client.callTool(
    { name: 'replay_draft', arguments: { campaign_id: 'a b', version: 3 } },
    undefined,
    {
      onprogress: step => steps.push(step),
    },
  )
  expect(use.content).toMatchObject([{ text: expect.stringContaining('"status": "DONE"') }])
  expect(steps).toEqual([{ progress: 250, total: 500 }])
  const path = '/v2/campaigns/a%20b/version/3/replay'
  expect(asked).toEqual([`POST ${path}`, ...Array(3).fill(`GET ${path}`)])
})

test('replay_draft stops to wait when the agent cancels', async () => {
  const controller = new AbortController()
  let reads = 0
  const client = await connectAgent(() => {
    if (++reads === 2) controller.abort('Enough')
    return replay
  })
  const use = client.callTool({ name: 'replay_draft', arguments: { campaign_id: 'a', version: 3 } }, undefined, {
    signal: controller.signal,
  })
  await expect(use).rejects.toThrow('Enough')
  await client.listTools()
  const atEnd = reads
  // Another agent waits as long: the first one would have read again before it.
  const statuses = ['RUNNING', 'DONE']
  const other = connectAgent(() => ({ ...replay, status: statuses.shift() }))
  await (await other).callTool({ name: 'read_replay', arguments: { campaign_id: 'a', version: 3 } })
  expect(reads).toBe(atEnd)
})

test('an answer that is too long for the connection is an error, and the tools stay', async () => {
  let content = 'x'.repeat(1_000_001)
  const client = await connectAgent(() => content)
  const render = () => client.callTool({ name: 'render_zone', arguments: { zone_name: 'banner' } })
  expect(await render()).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining('1000001 characters') }],
  })
  content = 'x'.repeat(1_000_000)
  expect(await render()).toEqual({ content: [{ type: 'text', text: content }] })
})
