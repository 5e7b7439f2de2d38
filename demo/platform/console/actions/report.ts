import { requireRunner } from '../../server/report-runners/report-runner.js'
import { saveScheduleIfUnchanged } from '../../server/report-runners/report-runners.js'
import { scheduleInRequest } from '../../server/report-runners/schedule.js'
import type { ConsoleContext } from '../console-context.js'
import type { FieldErrors } from '../content-controls.js'
import { type ScheduleTexts, showReport } from '../pages/report.js'
import { reportPath } from '../pages/reports.js'

/**
 * `POST /console/reports/{report_runner_id}`: changes the schedule of a report runner. Without times, it has none. Shows the form again if somebody
 * else has changed the schedule since it was opened.
 */
export async function saveSchedule(c: ConsoleContext): Promise<Response> {
  const runner = await requireRunner(c.env, c.req.param('report_runner_id')!)
  const { cron = '', time_zone = '', missed_runs = '', rows = '', tag = '' } = c.var.fields
  const texts: ScheduleTexts = { cron: cron.trim(), time_zone: time_zone.trim(), missed_runs, rows }
  const { data, errors } = scheduleIn(texts)
  if (data === undefined) return showReport(c, { texts, tag, errors })
  if (!(await saveScheduleIfUnchanged(c.env, runner.report_runner_id, tag, data))) return showReport(c, { texts })
  return c.redirect(`${reportPath(runner)}?done=saved`, 303)
}

/** The schedule in the form, or what is wrong with it. */
function scheduleIn(texts: ScheduleTexts) {
  if (!texts.cron) return { data: null }
  const { data, error } = scheduleInRequest.safeParse({ ...texts, time_zone: texts.time_zone || undefined })
  const errors: FieldErrors = {}
  for (const { path, message } of error?.issues ?? []) errors[String(path[0])] ??= message
  return { data, errors }
}
