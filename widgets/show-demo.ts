import type { Rewards } from '../src/api.js'
import type { ZoneHost } from './view.js'

/** The runtime of all demos of the page. */
let demo: Rewards | undefined

/** Shows the demo of the widget that the attribute `demo` names. `rewards` is the page's runtime, and reports a name that has no demo. */
export async function showDemo(rewards: Rewards, host: ZoneHost): Promise<void> {
  const name = host.getAttribute('demo') ?? ''
  const [{ demoNames }, { createDemoRuntime }] = await Promise.all([
    import('../testing/demo.js'),
    import('../src/demo-runtime.js'),
  ])
  if (demoNames.includes(name)) {
    demo ??= createDemoRuntime()
    Object.assign(host, { rewards: demo, name })
  } else {
    const known = demoNames.join(', ')
    rewards.report?.('unsupported_content', `There is no demo "${name}". The attribute demo takes ${known}.`)
  }
}
