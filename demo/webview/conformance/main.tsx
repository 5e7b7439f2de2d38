// Checks the native app around this page: each message of docs/webviews.md, both ways. It speaks to the app by itself, and the SDK is not
// on this page: what it would make the best of is to be seen as the fault that it is.

import { render } from 'preact'
import type { Check } from './check.js'
import { Page } from './page.js'
import { type Findings, reportOf, summaryOf } from './report.js'
import { type Run, runChecks } from './run.js'

/** `?only=share.sent,close` runs these rows alone. */
const only = new URLSearchParams(location.search).get('only')?.split(',').filter(Boolean) ?? []

/** Rows come faster than anybody reads, and to draw one costs more than to check it. */
const DRAW_MS = 50

let run: Run | undefined
let next: (() => void) | undefined
const start = (check: Check) => void run?.start(check)

function draw(findings: Findings, done: boolean) {
  const report = reportOf(findings, done)
  document.title = `${summaryOf(report)} · Check your host`
  render(<Page report={report} only={only} start={start} />, document.body)
}

function show(findings: Findings, done: boolean) {
  if (!next)
    setTimeout(() => {
      next?.()
      next = undefined
    }, DRAW_MS)
  next = () => draw(findings, done)
}

draw(new Map(), false)
run = await runChecks(only, show)
