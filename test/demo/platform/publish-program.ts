// Publishes programs as a marketer does: with the form of the page `/program`.

import { expect } from 'vitest'
import { type SeedProgramName, seedProgram } from '../../../demo/platform/store/seed-programs/index.js'
import { server, type Visit } from './use-platform.js'

/** The newest version of the program, as the page that a marketer has opened states it. */
export async function newestVersion(visit: Visit): Promise<string> {
  const page = await (await visit.send(`${server}/program`)).text()
  return /name="newest" value="([^"]*)"/.exec(page)![1]!
}

/** Sends the form with a source. Default: of a page that was opened just now. */
export async function saveProgram(
  visit: Visit,
  source: string,
  action: 'draft' | 'publish' = 'publish',
  newest?: string,
): Promise<Response> {
  const parent = newest ?? (await newestVersion(visit))
  const form = { source, message: 'A test', parent, newest: parent, action }
  return visit.send(`${server}/program`, { origin: server, form })
}

/** Publishes one of the programs to start from. */
export async function publishSeed(visit: Visit, name: SeedProgramName): Promise<void> {
  expect((await saveProgram(visit, await seedProgram(name))).status).toBe(303)
}

/** Publishes a program with these fields. */
export async function publishProgram(visit: Visit, fields: object): Promise<void> {
  const response = await saveProgram(visit, JSON.stringify({ name: 'A test', label: 'a-test', ...fields }))
  expect(await response.text()).not.toContain('role="alert"')
}
