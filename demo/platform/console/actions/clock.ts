import { describeHappened } from '../../clock/happened.js'
import { moveClock } from '../../clock/move-clock.js'
import { toRestError } from '../../http/rest-error.js'
import { isoTime, readTime } from '../../identity/account-time.js'
import type { ConsoleContext } from '../console-context.js'
import { showClock } from '../pages/clock.js'

/** `POST /console/clock`: moves the clock forward, and shows what has happened. */
export async function moveForward(c: ConsoleContext): Promise<Response> {
  const { forward = '', until } = c.var.fields
  try {
    const move = isoTime.safeParse(until).success ? { until: await readTime(c.env, until!) } : { forward }
    const moved = await moveClock(c.env, move)
    return showClock(c, {
      summary: `${describeHappened(moved.happened)}.`,
      left: moved.is_complete ? undefined : moved.until,
    })
  } catch (thrown) {
    const { message, status } = toRestError(thrown)
    return showClock(c, { error: `${message.replace(/^\w+: /, '')}.`, status })
  }
}
