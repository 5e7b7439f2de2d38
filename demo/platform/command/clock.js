import { CommandError, readArguments } from './command.js'
import { callPlatform, DEFAULT_PORT } from './local-platform.js'

const USAGE = 'npx @rewards-web-sdk/platform clock [+30d | next | 2027-01-31] [--port 4400]'

const HELP = `Shows or moves the clock of the platform that runs on this machine.

${USAGE}

  clock                                   prints the time of the platform, and what is due next
  clock +30d                              moves the clock forward; also m, h and w: minutes, hours and weeks
  clock next                              moves the clock to the next time at which something is due
  clock 2027-01-31                        moves the clock to a time
  --port 4400                             the port of the platform
  --help                                  prints this text

What is due happens in its order: rewards are fulfilled and expire, webhook messages and scheduled reports go out, tokens expire. The clock only
goes forward, and only a platform with the demo data has one that can be moved.`

/** `clock`: shows the clock of the platform on this machine, or moves it. */
export async function clock(args) {
  // `-30d` would be an option.
  const back = args.find(arg => /^-\d/.test(arg))
  if (back) throw new CommandError(`The clock only goes forward: what has happened by its time cannot be undone.`)
  const options = { port: { type: 'string', default: DEFAULT_PORT } }
  const { positionals, port } = readArguments({ args, options, allowPositionals: true }, USAGE, HELP)
  if (positionals.length > 1) throw new CommandError(`Only one time can be given. Usage: ${USAGE}`)
  const [to] = positionals
  if (to === undefined) print(await callPlatform(port, 'GET', '/v2/clock'))
  else await move(port, to)
}

async function move(port, to) {
  let moved = await callPlatform(port, 'POST', '/v2/clock', moveTo(to))
  console.log(moved.summary)
  // One request takes a few seconds at most.
  while (!moved.is_complete) {
    console.log(`  until ${moved.now} …`)
    moved = await callPlatform(port, 'POST', '/v2/clock', { until: moved.until })
    console.log(moved.summary)
  }
  print(moved)
}

function moveTo(to) {
  if (/^\d{4}-/.test(to)) return { until: to }
  if (/^(next|\+?\d+[mhdw])$/.test(to)) return { forward: to }
  throw new CommandError(`${to} is not an amount of time, such as +30d. Usage: ${USAGE}`)
}

function print({ now, due }) {
  console.log(`The clock shows ${now}.`)
  console.log(due.length ? 'Due next:' : 'Nothing is due.')
  for (const { at, title, id, subject } of due) console.log(`  ${at}  ${title}: ${subject ?? id}`)
}
