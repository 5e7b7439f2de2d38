// Checks the native app around this page: each message of docs/webviews.md, both ways. It speaks to the app by itself, and the SDK is not
// on this page: what it would make the best of is to be seen as the fault that it is.

import { render } from 'preact'
import type { Check } from './check.js'
import { Page } from './page.js'
import { type Findings, reportOf, summaryOf } from './report.js'
import { type Run, runChecks } from './run.js'

/** `?only=share.sent,close` runs these rows alone. */
const only = new URLSearchParams(location.search).get('only')?.split(',').filter(Boolean) ?? []

let run: Run | undefined
const start = (check: Check) => void run?.start(check)

function show(findings: Findings, done: boolean) {
  const report = reportOf(findings, done)
  document.title = `${summaryOf(report)} · Check your host`
  render(<Page report={report} only={only} start={start} />, document.body)
}

show(new Map(), false)
run = await runChecks(only, show)
