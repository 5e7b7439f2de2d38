// Checks the app around this page: each message of docs/webviews.md in both directions. The page talks to the app itself, without
// the SDK, because the SDK accepts imperfect messages that this page must find.

import { render } from 'preact'
import type { Check } from './check.js'
import { Page } from './page.js'
import { createReport, type Findings, summarize } from './report.js'
import { type Run, runChecks } from './run.js'

/** `?only=share.sent,close` runs only these checks. */
const only = new URLSearchParams(location.search).get('only')?.split(',').filter(Boolean) ?? []

/** The time between two renderings. Findings arrive faster, and to render one takes longer than to check it. */
const RENDER_MS = 50

let run: Run | undefined
let renderLatest: (() => void) | undefined
const start = (check: Check) => void run?.start(check)

function renderPage(findings: Findings, done: boolean) {
  const report = createReport(findings, done)
  document.title = `${summarize(report)} · Check your app`
  render(<Page report={report} only={only} start={start} />, document.body)
}

function scheduleRendering(findings: Findings, done: boolean) {
  if (!renderLatest)
    setTimeout(() => {
      renderLatest?.()
      renderLatest = undefined
    }, RENDER_MS)
  renderLatest = () => renderPage(findings, done)
}

renderPage(new Map(), false)
run = await runChecks(only, scheduleRendering)
