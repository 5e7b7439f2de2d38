// Zones with a test's own content.

import type { Page } from 'playwright-core'
import type { Demo } from '../../../demo/main.js'

interface Submission {
  event_name: string
  data?: Record<string, unknown>
}

/** What a zone is to hold: an object as JSON, text as HTML. */
export type Content = object | string

/**
 * Puts content of the test's own into the program's answers, which are otherwise the platform's, token and all. Answers with the zones
 * that were asked for, in order.
 */
export async function fillZones(page: Page, demo: Demo, zones: Record<string, Content>): Promise<Submission[]> {
  const asked: Submission[] = []
  await page.route(`${demo.origins.program}/zones`, async route => {
    const request = route.request()
    const submission = request.postDataJSON() as Submission
    const content = zones[submission.event_name]
    asked.push(submission)
    if (content === undefined) return route.continue()
    const answer = await demo.platform.fetch(
      new Request(request.url(), { method: 'POST', headers: await request.allHeaders(), body: request.postData() }),
    )
    const html = typeof content === 'string'
    await route.fulfill({
      headers: { ...Object.fromEntries(answer.headers), 'set-cookie': answer.headers.getSetCookie().join('\n') },
      contentType: html ? 'text/html; charset=utf-8' : 'application/json',
      body: html ? content : JSON.stringify(content),
    })
  })
  return asked
}
