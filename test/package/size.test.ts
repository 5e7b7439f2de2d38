import { readdirSync, readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { brotliBytes } from './brotli-bytes.js'

const bytesOf = (file: string) => brotliBytes(readFileSync(`dist/${file}`))

/**
 * All that a page loads to show its first widget. The sum binds; its parts may trade. The limits are above the design's first figures:
 * - `rewards.js` refuses options and arguments that no call can use, checks cookies that
 *   others can plant and markup that hides the document's own methods, finds its own tag wherever that stands, says what to do about an
 *   address that does not answer, gives up a lock that a suspended tab keeps, and erases what is stored without fetching another file. Its error
 *   messages say what was expected and what was given, and tell a defect of the SDK from a fault of the page. `rewards.storage` says at once
 *   whose records the widgets may read.
 *   It requests the zones of the page before the widgets arrive, which saves a round trip, each in a task of its own (410 bytes). It gives an event a new owner's token only if
 *   the event was not sent before (100 bytes). It ends a call with the session of its consumer also while the call waits for a token (100 bytes). It
 *   catches up with other pages when its page comes out of the back/forward cache (110 bytes), and keeps itself and other pages in that cache (50 bytes). An open page follows its
 *   cookie when a newer deployment with `cookieDomain` moves it (70 bytes). While a proof is under way, nothing else travels by cookie (60 bytes). It
 *   takes the answer that `rewards-early.js` has requested (110 bytes).
 *   It writes each problem to the console if the page does not listen to errors, and with `debug` each call by its name (560 bytes): at once and
 *   without another request, because the network may be the problem.
 *   `destroy()` ends its calls and removes all its listeners and timers (290 bytes). It ends the session as soon as another tab logs out, without
 *   waiting for another file (60 bytes). What it writes to the console has the address of the page that explains it (40 bytes).
 *   It reports a queued call that does not exist like any other mistake, and knows which problems are no failures (60 bytes).
 *   It keeps back what people enter about cards, accounts and themselves in a marked form, by purpose and name (130 bytes): the submission may leave the
 *   page, so no file could be loaded before.
 *   It counts the stored events before it loads the outbox, and keeps the limits of number, size and age where the outbox cannot be loaded (1,190 bytes).
 *   Each of the two files names its version, its licenses and its source map (80 bytes).
 * - `widgets.js` holds Preact as it is published, and guards every view and every handler, so that one that throws fails its zone alone;
 *   it draws also where elements of the page hide methods of the document. Its code is plain: one class for the life of an element, short
 *   functions, and names that say what they hold (300 bytes). What observes a zone on the page is part of it (470 bytes): as a file of its own,
 *   it was one more request of 1.2 kB for each page, beside the painting of the first widget. Its `error` events carry
 *   the `RewardsError`, also when the code of a widget cannot be fetched, and its other events have names without a colon (90 bytes).
 *   A zone says what is wrong with its attributes, and when it has no content (390 bytes). It leaves a runtime
 *   that is destroyed, and is drawn in test environments without layout, such as jsdom (100 bytes). On a page with many
 *   zones, it draws them in tasks of their own (70 bytes). What an identified person saw disappears with them, unless they correct their address (30 bytes). Without
 *   a runtime, it says what is missing (60 bytes). In the HTML of a server, it waits for its hydration (30 bytes). It notices keys of a theme
 *   and of texts that may be misspelt (110 bytes); what it says about them is loaded only then.
 *   It names what a list leaves out, and keeps a text that a person has emptied (140 bytes).
 *   A consumer whose level is too low for a link sees how to continue (100 bytes).
 */
const FIRST_WIDGET: [pattern: RegExp, budget: number][] = [
  [/^rewards\.js$/, 15_850],
  [/\/widgets\.js$/, 13_888],
]
const FIRST_WIDGET_BUDGET = 29_750
/** Both in one file, with `share.js`. It names all modules by the hashes of their contents: each change of a module makes it a few bytes larger or smaller. */
const WITH_ZONES: [RegExp, number] = [/^rewards-zones\.js$/, 29_800]
/** A small file beside them. It arrives first, so each byte delays the request that it sends: 1 ms on a slow phone is 200 bytes. */
const EARLY: [RegExp, number] = [/^rewards-early\.js$/, 2_560]
/** The resources check the platform's answers by schemas (zod), and say which argument or field is wrong. */
const RESOURCES: [RegExp, number] = [/\/resources\.js$/, 10_896]
/**
 * The outbox stores with which token each owner's events are sent, and delivers around an event that fails alone. It consists of parts that can be
 * read at one sight (350 bytes): queue and storage, order and submissions, attribution, the tracked events. Each event keeps its person from the
 * start, and a logout in another tab ends only what was tracked before it (150 bytes). It sends up to six events side by side (190 bytes). A
 * thousand events tracked at once wait for each other to be stored, which is no failure of the storage (50 bytes). Its waits do not
 * depend on the clock of the device (100 bytes). A page in the back/forward cache leaves the database to other pages (50 bytes). It
 * says when the program does not allow the page's origin (10 bytes). Waiting for the storage leaves nothing in memory (30 bytes). It ends with
 * its runtime (40 bytes), and closes its connections then (70 bytes). The platform sets the time of an event that is sent at once (60 bytes).
 */
const EVENTS: [RegExp, number] = [/\/events\.js$/, 7_560]
/**
 * Who the consumer is: it finds out whose the waiting events are before another person is proved, decides about tokens also when several tabs, a
 * logout and lost answers come together, and revokes every token. A call that names the consumer delivers the waiting events first, and repeats a
 * claim whose answer is lost (80 bytes). A proof is sent while no tab delivers events (60 bytes). It believes only answers about its own token, and
 * has the platform confirm a logout (140 bytes). It does not ask about tokens without end (48 bytes). It repeats a
 * claim that another tab has made for its own consumer (32 bytes). Room for plain code.
 */
const IDENTITY: [RegExp, number] = [/\/identity\.js$/, 4_968]
/** Each further widget, and each part that is loaded on demand. */
const ON_DEMAND: [RegExp, number] = [/\.js$/, 4_096]

let files: string[]

beforeAll(() => {
  files = readdirSync('dist', { recursive: true, encoding: 'utf8' }).filter(name =>
    /^rewards(-zones|-early|-[^/]+\/\w+\/.*)?\.js$/.test(name),
  )
})

const budgetOf = (file: string) =>
  [...FIRST_WIDGET, WITH_ZONES, EARLY, RESOURCES, EVENTS, IDENTITY, ON_DEMAND].find(([pattern]) =>
    pattern.test(file),
  )![1]

describe('the files of the script tag', () => {
  test('are within their limits, in bytes of brotli', () => {
    const rows = files.map(file => ({ file, bytes: bytesOf(file), budget: budgetOf(file) }))
    console.table(rows)
    expect(rows.filter(({ bytes, budget }) => bytes > budget)).toEqual([])
  })

  test('for the first widget are within their limit together', () => {
    const parts = FIRST_WIDGET.map(([pattern]) => files.filter(file => pattern.test(file)))
    for (const found of parts) expect(found).toHaveLength(1)
    const total = parts.flat().reduce((sum, file) => sum + bytesOf(file), 0)
    console.info(`first widget: ${total} of ${FIRST_WIDGET_BUDGET} bytes`)
    expect(total).toBeLessThanOrEqual(FIRST_WIDGET_BUDGET)
  })

  test('never turn text into markup or code', () => {
    for (const file of files) {
      const code = readFileSync(`dist/${file}`, 'utf8')
      expect(code, file).not.toMatch(/\beval\(|new Function|document\.write|insertAdjacentHTML/)
    }
  })
})
