import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { bundleModule, CommandError, loadModule } from '../../../demo/command.js'
import { printTable } from '../events/table.js'
import { causeFaults } from './faults.js'
import { startProcesses } from './processes.js'
import { sendEvents } from './senders.js'

const SETUPS = {
  pglite: { processes: 1 },
  postgres: { processes: 2 },
}
const MINUTES = 20

/** How long the platform can take to do the work that waits, after the last fault. */
const SETTLE_MS = 900_000

/** How long a process works until the database is looked at again. Its start takes some seconds. */
const SETTLE_STEP_MS = 20_000

/** All databases, or those that are named. A number among the names is the number of minutes. Fails if an event is lost or recorded twice. */
export async function run(parts) {
  const names = parts.filter(part => !Number(part))
  const unknown = names.filter(name => !(name in SETUPS))
  if (unknown.length) throw new CommandError(`No setup ${unknown}. There are: ${Object.keys(SETUPS).join(', ')}`)
  const minutes = Number(parts.find(Number)) || MINUTES
  const tools = await loadModule('test/bench/platform/start-server.ts')
  const bundle = await bundleModule('test/bench/platform/start-server.ts')
  let isExact = true
  try {
    for (const name of names.length ? names : Object.keys(SETUPS))
      isExact = (await measure(name, minutes, tools, pathToFileURL(bundle.path).href)) && isExact
  } finally {
    await bundle.remove()
  }
  if (!isExact) throw new CommandError('What was acknowledged is not what was recorded.')
}

async function measure(name, minutes, tools, bundle) {
  const folder = await mkdtemp(join(tmpdir(), 'rewards-durability-'))
  const postgres = name === 'pglite' ? undefined : await tools.startPostgres()
  try {
    const place = postgres
      ? { databaseUrl: await tools.createDatabase(postgres.url, { name: 'durability', template: 'template0' }) }
      : { dataDir: join(folder, 'data') }
    const options = { ...place, filesDir: join(folder, 'files') }
    const processes = await startProcesses(SETUPS[name].processes, bundle, options)
    const end = Date.now() + minutes * 60_000
    const isOver = () => Date.now() > end
    const [{ acknowledged, unanswered }, faults] = await Promise.all([
      sendEvents({ ports: processes.ports, tools, isOver }),
      causeFaults({ processes, postgres, databaseUrl: place.databaseUrl, isOver }),
    ])
    await processes.stop()
    const restart = () => startProcesses(1, bundle, options)
    const rows = await whenSettled(
      restart,
      () => tools.openDatabase(place),
      database => compare(database, acknowledged),
    )
    console.log(`\n${name}: ${minutes} minutes, ${unanswered} attempts that were not acknowledged`)
    printTable([faults])
    printTable(rows)
    return rows.every(({ lost, doubled, 'recorded, not acknowledged': more }) => lost + doubled + more === 0)
  } finally {
    await postgres?.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Runs the platform until no work waits, and then compares. The embedded database can only be read while no process uses it. */
async function whenSettled(restart, open, compareIn) {
  const end = Date.now() + SETTLE_MS
  for (;;) {
    const database = await open()
    try {
      const [{ waiting }] = await database.query(
        `select (select count(*) from jobs where run_at <= now() and died_at is null) +
           (select count(*) from batch_jobs where status in ('QUEUED', 'RUNNING')) as waiting`,
      )
      if (waiting === 0 || Date.now() > end) return await compareIn(database)
    } finally {
      await database.close()
    }
    const processes = await restart()
    await setTimeout(SETTLE_STEP_MS)
    await processes.stop()
  }
}

/** Compares the numbers of the acknowledged events with those of the recorded ones. */
async function compare(database, acknowledged) {
  const recorded = await database.query(
    `select event_name, (data->>'n')::int as n, count(*)::int as times from events where event_name like 'durable-%'
     group by 1, 2`,
  )
  await printFailures(database)
  return Object.entries(acknowledged).map(([kind, numbers]) => {
    const wanted = new Set(numbers)
    const found = recorded.filter(({ event_name }) => event_name === `durable-${kind}`)
    const numbersFound = new Set(found.map(({ n }) => n))
    return {
      events: kind,
      acknowledged: wanted.size,
      recorded: found.length,
      lost: numbers.filter(n => !numbersFound.has(n)).length,
      doubled: found.filter(({ times }) => times > 1).length,
      'recorded, not acknowledged': found.filter(({ n }) => !wanted.has(n)).length,
    }
  })
}

/** Prints why batch jobs and rows failed, and why events were refused. There should be none. */
async function printFailures(database) {
  const failures = await database.query(
    `select 'batch job' as what, failure as reason, count(*)::int as times from batch_jobs where status = 'FAILED' group by 2
     union all select 'row', code || ': ' || message, count(*)::int from batch_job_errors group by 2
     union all select 'event', code || ': ' || message, count(*)::int from refusals group by 2`,
  )
  if (failures.length) printTable(failures)
}
