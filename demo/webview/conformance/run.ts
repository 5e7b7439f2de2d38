import { answerError } from './answer-error.js'
import { type Check, type Finding, failed, manual, notOffered, notRun } from './check.js'
import { CHECKS } from './checks/index.js'
import { type Connection, connect } from './connection.js'
import { type Findings, publicFinding } from './report.js'

export interface Run {
  /** Runs a check again. Also starts a check that needs a person. */
  start(check: Check): Promise<void>
}

/** The ids of the checks that need no app. */
const WITHOUT_APP = ['transport', 'origin']

/** The id of the check that needs no answer to `hello`. */
const HELLO = 'hello'

/**
 * Connects to the app and runs the checks, one after the other. Calls `onChange` after each finding. With `only`, runs only the
 * checks with these ids, and starts those that need a person.
 */
export async function runChecks(only: string[], onChange: (findings: Findings, done: boolean) => void): Promise<Run> {
  const findings = new Map<string, Finding>()
  const checks = CHECKS.filter(({ id }) => !only.length || only.includes(id))
  let done = false
  const add = (check: Check, finding: Finding) => onChange(findings.set(check.id, publicFinding(finding)), done)

  async function start(check: Check) {
    add(check, notRun('Running …'))
    add(check, await execute(check, connection))
  }

  const connection = await connect()
  connection.channel.onReceive(async () => {
    for (const check of checks)
      if (check.repeats && findings.has(check.id) && !obstacleTo(check, connection))
        add(check, await execute(check, connection))
  })
  for (const check of checks) {
    const obstacle = obstacleTo(check, connection)
    if (obstacle) add(check, obstacle)
    else if (check.manual && !only.includes(check.id)) add(check, manual(check.manual.task))
    else await start(check)
  }
  done = true
  onChange(findings, done)
  return { start }
}

/** The reason why a check cannot run. Undefined if it can. */
function obstacleTo({ id, capability }: Check, { transport, helloAnswer, offers }: Connection): Finding | undefined {
  if (WITHOUT_APP.includes(id)) return undefined
  if (!transport) return notRun('No app was found.')
  if (id === HELLO) return undefined
  if (answerError(helloAnswer)) return notRun('The app did not answer `hello`.')
  return capability && !offers(capability) ? notOffered(`The app does not offer \`${capability}\`.`) : undefined
}

async function execute(check: Check, connection: Connection): Promise<Finding> {
  try {
    return await check.run(connection)
  } catch (error) {
    return failed(`The message could not be sent: ${Object(error).message ?? error}.`)
  }
}
