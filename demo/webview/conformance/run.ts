import { absent, byHand, type Check, type Finding, failed, waiting } from './check.js'
import { CHECKS } from './checks/index.js'
import { faultOf } from './fault-of.js'
import { type Findings, shown } from './report.js'
import { meetApp, type Visit } from './visit.js'

export interface Run {
  /** Runs a check again, or for the first time where it takes a person, who is there now. */
  start(check: Check): Promise<void>
}

/** Those that can be judged without an app, and without its welcome. */
const OF_THE_PAGE = ['transport', 'origin']
const OF_HELLO = 'hello'

/**
 * Meets the app and runs the checks, one after the other, telling of each finding. `only`: the ids of those to run, none for all; what takes
 * a person is started where it is named.
 */
export async function runChecks(only: string[], tell: (findings: Findings, done: boolean) => void): Promise<Run> {
  const findings = new Map<string, Finding>()
  const checks = CHECKS.filter(({ id }) => !only.length || only.includes(id))
  let done = false
  const note = (check: Check, finding: Finding) => tell(findings.set(check.id, shown(finding)), done)

  async function start(check: Check) {
    note(check, waiting('Under way …'))
    note(check, await find(check, visit))
  }

  const visit = await meetApp()
  visit.host.onHear(async () => {
    for (const check of checks)
      if (check.live && findings.has(check.id) && !obstacleOf(check, visit)) note(check, await find(check, visit))
  })
  for (const check of checks) {
    const obstacle = obstacleOf(check, visit)
    if (obstacle) note(check, obstacle)
    else if (check.hand && !only.includes(check.id)) note(check, byHand(check.hand.task))
    else await start(check)
  }
  done = true
  tell(findings, done)
  return { start }
}

/** Why a check cannot be run, where it cannot. */
function obstacleOf({ id, needs }: Check, { transport, greeting, offers }: Visit): Finding | undefined {
  if (OF_THE_PAGE.includes(id)) return undefined
  if (!transport) return waiting('There is no app.')
  if (id === OF_HELLO) return undefined
  if (faultOf(greeting)) return waiting('The app has said no welcome.')
  return needs && !offers(needs) ? absent(`\`${needs}\` is not offered.`) : undefined
}

async function find(check: Check, visit: Visit): Promise<Finding> {
  try {
    return await check.run(visit)
  } catch (error) {
    return failed(`The message could not be sent: ${Object(error).message ?? error}.`)
  }
}
