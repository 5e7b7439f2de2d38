import { request } from 'node:http'
import { loadavg } from 'node:os'
import { setTimeout } from 'node:timers/promises'
import { CommandError, loadModule } from '../../../demo/command.js'
import { printTable } from '../events/table.js'
import { requestsOf, startPlace, summaryOf, visitByTurns } from '../platform/by-turns.js'
import { fill, SHARER } from './fill.js'

const PEOPLE = 300_000
/** The persons of the database beside it: visits to both take turns. */
const FEW = 1_000
const ROUNDS = 10
const VISITS = 40
const TIMES = 9

/** A number among the parts is the number of persons. */
export async function run(parts) {
  const people = Number(parts.find(Number)) || PEOPLE
  const tools = await loadModule('test/bench/platform/start-server.ts')
  const postgres = await tools.startPostgres()
  try {
    const few = await startPlace('few', postgres, tools)
    const many = await startPlace('many', postgres, tools)
    for (const [place, count] of [
      [few, FEW],
      [many, people],
    ]) {
      const database = await tools.openDatabase(place)
      const started = performance.now()
      await fill(database, count)
      await database.close()
      console.log(`${place.name}: ${count} persons, filled in ${((performance.now() - started) / 1e3).toFixed(0)} s`)
    }
    await visitByTurns([few, many], { rounds: ROUNDS, visits: VISITS })
    console.log(`\nload ${loadavg()[0].toFixed(1)}`)
    printTable(summaryOf([few, many]))
    printTable(requestsOf([few, many]))
    await few.servers.stop()
    await measureLarge(many.servers, tools)
    await measureHome(many, tools)
    await many.servers.stop()
  } finally {
    await postgres.stop()
  }
}

async function measureLarge(servers, tools) {
  const { call, longestDelay } = callsTo(servers.ports[0], tools)
  const found = []
  const measure = async (what, path, options) => {
    const { ms, bytes } = await call(path, options)
    const times = [ms]
    while (times.length < (options?.once ? 1 : TIMES)) times.push((await call(path, options)).ms)
    times.sort((one, other) => one - other)
    found.push({ request: what, 'median (ms)': times[times.length >> 1].toFixed(1), kB: Math.round(bytes / 1e3) })
  }
  await measure('the shares of a person with 1,000', `/v5/persons/${SHARER}/shares`)
  await measure('a person by a partner key', '/v5/persons?partner_key=partner_event_id:large-77')
  await measure('rewards by state', '/v2/rewards/state-summary')
  const merges = []
  for (let n = 10; n < 10 + TIMES; n++)
    merges.push((await call(`/v5/persons/large-${n}/forward`, { json: { target_person_id: `large-${n + 5_000}` } })).ms)
  found.push({ request: 'a merge of two persons', 'median (ms)': merges.sort((a, b) => a - b)[TIMES >> 1].toFixed(1) })
  printTable(found)

  const memory = []
  const rewards = await longestDelay(() => call('/v2/rewards?success_only=false'))
  const reports = []
  for (const report_type of ['PERSONS', 'EVENTS']) {
    const made = await call('/v7/report-runners', { json: { name: 'Bench', report_type } })
    memory.push((await servers.memory()).rss)
    const report = await longestDelay(() =>
      call(`/v7/report-runners/${JSON.parse(made.answer).id}/run`, { method: 'POST' }),
    )
    memory.push((await servers.memory()).rss)
    const { rows, size } = JSON.parse(report.answer)
    reports.push({
      ...{ report: report_type, rows, MB: Math.round(size / 1e6), seconds: (report.ms / 1e3).toFixed(1) },
      ...{
        'rows a second': Math.round((rows / report.ms) * 1e3),
        'longest delay of others (ms)': report.delay.toFixed(0),
      },
      'memory (MB) before, after': memory
        .splice(0)
        .map(bytes => Math.round(bytes / 1e6))
        .join(', '),
    })
  }
  printTable([
    {
      ...{ list: '/v2/rewards', MB: Math.round(rewards.bytes / 1e6), seconds: (rewards.ms / 1e3).toFixed(1) },
      'longest delay of others (ms)': rewards.delay.toFixed(0),
    },
  ])
  printTable(reports)
}

/** The home page of the console, and the job that computes its figures: at once, in place of at its next turn. */
async function measureHome(place, tools) {
  const origin = `http://${tools.SERVER_HOST}:${place.servers.ports[0]}`
  const { call } = callsTo(place.servers.ports[0], tools)
  const database = await tools.openDatabase(place)
  const next = async () => (await database.query(`select run_at from jobs where kind = 'figures'`))[0].run_at
  await database.query(`update jobs set run_at = now() where kind = 'figures'`)
  const due = await next()
  const started = performance.now()
  while ((await next()) <= due) await setTimeout(100)
  const seconds = ((performance.now() - started) / 1e3).toFixed(1)
  await database.close()
  const form = { form: { ...tools.CONSOLE_USER, to: '' }, headers: { Origin: origin }, status: 303 }
  const { cookie } = await call('/console/sign-in', form)
  const times = []
  while (times.length < TIMES) times.push((await call('/console?days=90', { headers: { Cookie: cookie } })).ms)
  times.sort((one, other) => one - other)
  printTable([
    {
      page: 'home',
      'median (ms)': times[TIMES >> 1].toFixed(1),
      'longest (ms)': times.at(-1).toFixed(1),
      'job (s)': seconds,
    },
  ])
}

function callsTo(port, tools) {
  async function call(path, { json, form, headers, method, host = tools.SERVER_HOST, status = 200 } = {}) {
    const body = json ? JSON.stringify(json) : form && String(new URLSearchParams(form))
    const started = performance.now()
    const options = {
      ...{ host: '127.0.0.1', port, path, method: method ?? (body ? 'POST' : 'GET') },
      headers: {
        Host: `${host}:${port}`,
        Authorization: `Bearer ${tools.SERVER_TOKEN}`,
        ...(body && { 'Content-Type': json ? 'application/json' : 'application/x-www-form-urlencoded' }),
        ...headers,
      },
    }
    const response = await new Promise((resolve, reject) => request(options, resolve).on('error', reject).end(body))
    let bytes = 0
    let answer = ''
    for await (const chunk of response) {
      bytes += chunk.length
      if (bytes < 1e5) answer += chunk
    }
    if (response.statusCode !== status) throw new CommandError(`${path}: ${response.statusCode} ${answer}`)
    const [cookie] = response.headers['set-cookie']?.[0].split(';') ?? []
    return { ms: performance.now() - started, bytes, answer, cookie }
  }

  /** How long a small request takes at most while a large one is under way, beyond what it takes otherwise. */
  async function longestDelay(large) {
    let isOver = false
    // A page that does not exist: it reads the database and has no rate limit.
    const small = async () => (await call('/preview/none/none', { host: tools.PROGRAM_HOST, status: 404 })).ms
    const usual = await small()
    const done = large().finally(() => {
      isOver = true
    })
    let delay = 0
    while (!isOver) {
      delay = Math.max(delay, (await small()) - usual)
      await setTimeout(10)
    }
    return { ...(await done), delay }
  }
  return { call, longestDelay }
}
