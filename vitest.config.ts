import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type ProjectConfig, type TestSpecification, type Vite } from 'vitest/node'
import { SOON } from './test/soon.js'

/** They start programs, or check the build. */
const COMMANDS = [
  'test/demo/start.test.ts',
  'test/demo/mcp.test.ts',
  'test/package/**/*.test.ts',
  'test/gallery/start.test.ts',
]

/** The comment at the top of a test file that chooses its environment. */
const ENVIRONMENT = /^\/\/ @vitest-environment/

/**
 * Test files that need a process of their own: no page at all, a page whose elements and links no other code has observed, or a clock in which
 * no runtime of another file sets a timer.
 */
const ALONE = [
  'test/src/destroy.test.ts',
  'test/src/kernel/check-element.test.ts',
  'test/src/session/watch-for-answer.test.ts',
  'test/testing/jsdom.test.ts',
  'test/testing/msw.test.ts',
  'test/widgets/index.test.ts',
  'test/widgets/server.test.ts',
  'test/src/native/appearance.test.ts',
  'test/src/native/destroy.test.ts',
  'test/src/native/links.test.ts',
]

/** Test files of `src`, `testing`, `frameworks` and `debug` that need a page. They say so by the comment that chooses their environment. */
const IN_PAGE = ['test/src', 'test/testing', 'test/frameworks', 'test/debug']
  .flatMap(testsIn)
  .filter(path => ENVIRONMENT.test(readFileSync(path, 'utf8')))

/** Tests of the embedded database. All others of the platform run on both databases. */
const ONLY_EMBEDDED = /store\/(database|embedded-key|folder-lock)\.test\.ts$/

/** Tests of a PostgreSQL server. */
const ONLY_POSTGRES = /store\/(locks|plans|postgres|two-processes)\.test\.ts$/

/**
 * Tests that say nothing about the database: what the platform rejects, and which conditions its statements have. They run on PostgreSQL, which is
 * faster, if there is one.
 */
const ON_EITHER = /(openapi\/.*|identity\/(jwt|jwt-header|registered-key))\.test\.ts$/

const PLATFORM = testsIn('test/demo/platform')
const ON_EMBEDDED = PLATFORM.filter(path => !ONLY_POSTGRES.test(path))
const ON_POSTGRES = PLATFORM.filter(path => !ONLY_EMBEDDED.test(path))

/** Set where there is no PostgreSQL, and none can be installed (test/run.js). */
const { SKIP_POSTGRES } = process.env

/** The fault matrix waits most of its time, so it starts first: other tests run beside it. */
const FIRST_PROJECT = 'faults'

/** The longest tests of the platform: a daily test shows the same rule, or its part of the platform changes rarely. */
const RARE_OF_PLATFORM = [
  // Every call for every tenant, attack and wrong input: each room has daily tests of its own calls.
  'test/demo/platform/campaign/no-campaign.test.ts',
  'test/demo/platform/console/attacks.test.ts',
  'test/demo/platform/openapi/every-call.test.ts',
  'test/demo/platform/openapi/general-codes.test.ts',
  'test/demo/platform/sandbox.test.ts',
  'test/demo/platform/server/calls.test.ts',
  // Many requests at once, large input, restarts, and what the clock brings.
  'test/demo/platform/clean-ups.test.ts',
  'test/demo/platform/command.test.ts',
  'test/demo/platform/events/merge.test.ts',
  'test/demo/platform/events/same-order.test.ts',
  'test/demo/platform/http/rate-limit.test.ts',
  'test/demo/platform/rows/large-files.test.ts',
  'test/demo/platform/server/async-events.test.ts',
  'test/demo/platform/server/batch-jobs/restart.test.ts',
  'test/demo/platform/server/files/content.test.ts',
  'test/demo/platform/server/report-runners/report-runners.test.ts',
  'test/demo/platform/setup/history.test.ts',
  'test/demo/platform/store/races.test.ts',
  'test/demo/platform/webhooks/delivery.test.ts',
  // Pages and tools of the platform.
  'test/demo/platform/console/replay.test.ts',
  'test/demo/platform/console/session.test.ts',
  'test/demo/platform/console/zone-form.test.ts',
  'test/demo/platform/openapi/document.test.ts',
  'test/demo/platform/openapi/docs-page.test.ts',
  'test/demo/platform/console/docs.test.ts',
  'test/demo/platform/mcp/serve-mcp.test.ts',
  // Programs to begin with, figures, ranks, the comparison of two versions, and secret keys.
  ...testsIn('test/demo/platform/setup/seed-programs'),
  'test/demo/platform/setup/seed.test.ts',
  'test/demo/platform/figures/figures.test.ts',
  'test/demo/platform/leaderboards/ranks.test.ts',
  'test/demo/platform/campaign/line-diff.test.ts',
  'test/demo/platform/store/secrets.test.ts',
]

/**
 * Tests that take long and concern what changes rarely, or that repeat a faster test in another place, by project. They are part of the release tier
 * only.
 */
const RARE: Record<string, string[]> = {
  // The daily tests of the platform run on PostgreSQL, if there is one.
  node: SKIP_POSTGRES
    ? RARE_OF_PLATFORM
    : [
        ...ON_EMBEDDED.filter(path => ON_POSTGRES.includes(path)),
        'test/demo/platform/store/database.test.ts',
        'test/demo/platform/store/embedded-key.test.ts',
      ],
  postgres: [
    // 100,000 people in each table.
    'test/demo/platform/store/plans.test.ts',
    // Whole processes on one server.
    'test/demo/platform/store/postgres.test.ts',
    'test/demo/platform/store/two-processes.test.ts',
    // Each row of a batch job waits for a failure of the process.
    'test/demo/platform/server/batch-jobs/unexpected-errors.test.ts',
    ...RARE_OF_PLATFORM,
  ],
  // Each test is pasted into a project of its own.
  page: ['test/debug/copy-as-test.test.ts'],
  commands: [
    // The command as a coding agent starts it: its tools have faster tests.
    'test/demo/mcp.test.ts',
    'test/demo/start.test.ts',
    'test/gallery/start.test.ts',
    'test/package/fresh-clone.test.ts',
    'test/package/jest.test.ts',
    'test/package/node-versions.test.ts',
    'test/package/package.test.ts',
    'test/package/platform-package.test.ts',
    'test/package/package-types.test.ts',
    'test/package/react-native.test.ts',
    'test/package/release.test.ts',
    'test/package/types.test.ts',
  ],
  e2e: [
    // Apps and websites that other tools build.
    'test/e2e/agents-page.test.ts',
    'test/e2e/docs-site.test.ts',
    'test/e2e/sveltekit.test.ts',
    'test/e2e/vue-and-svelte.test.ts',
    'test/e2e/vue-and-svelte-dev.test.ts',
    'test/e2e/invalid-values/invalid-values.test.ts',
    'test/e2e/react/demo-app.test.ts',
    'test/e2e/react/next-app.test.ts',
    'test/e2e/react/versions.test.ts',
    'test/e2e/webview/conformance.test.ts',
    'test/e2e/webview/shop.test.ts',
    // Every field of every widget.
    'test/e2e/widgets/every-field.test.ts',
    // Tests in Chromium once more, in further browsers.
    'test/e2e/token/firefox.test.ts',
    'test/e2e/token/webkit.test.ts',
    'test/e2e/outbox/cached-page-engines.test.ts',
    'test/e2e/widgets/seen-engines.test.ts',
    'test/e2e/widgets/creative-history.test.ts',
    'test/e2e/widgets/engines.test.ts',
    'test/e2e/widgets/every-field-engines.test.ts',
    // Tokens and documents in a browser, where a unit test shows each case: the daily tests have one of each way to carry a token.
    'test/e2e/bad-input.test.ts',
    'test/e2e/blocked-cookies.test.ts',
    'test/e2e/clobbered-page.test.ts',
    'test/e2e/diagnostics.test.ts',
    'test/e2e/doctor.test.ts',
    'test/e2e/markup.test.ts',
    'test/e2e/named-access.test.ts',
    'test/e2e/widgets-script.test.ts',
    'test/e2e/token/pixel.test.ts',
    'test/e2e/token/cookie-scope.test.ts',
    'test/e2e/token/proxied.test.ts',
    'test/e2e/token/rotation.test.ts',
    'test/e2e/token/withdrawal.test.ts',
    // Whole journeys through the platform's own pages and programs: each of their steps has a faster test.
    'test/e2e/account.test.ts',
    'test/e2e/clock.test.ts',
    'test/e2e/console.test.ts',
    'test/e2e/docs-page.test.ts',
    'test/e2e/programs.test.ts',
    'test/e2e/share-link.test.ts',
    'test/e2e/shop.test.ts',
    'test/e2e/zones-page.test.ts',
    'test/e2e/token/levels.test.ts',
    'test/e2e/console-home.test.ts',
    'test/e2e/inspector.test.ts',
    'test/e2e/inspector-app.test.ts',
    'test/e2e/theme-page.test.ts',
    // Cookies, locks, files, analytics and apps in a browser, whose cases unit tests show.
    'test/e2e/analytics.test.ts',
    'test/e2e/resources/assets.test.ts',
    'test/e2e/resources/docs.test.ts',
    'test/e2e/webview/abilities.test.ts',
    'test/e2e/outbox/cached-page.test.ts',
    'test/e2e/outbox/leaving.test.ts',
    'test/e2e/outbox/leaving-and-returning.test.ts',
    'test/e2e/outbox/strange-storage.test.ts',
    'test/e2e/token/consent.test.ts',
    'test/e2e/token/landing.test.ts',
    'test/e2e/token/logout.test.ts',
    'test/e2e/token/person.test.ts',
    'test/e2e/token/tabs.test.ts',
    'test/e2e/token/third-party-cookies.test.ts',
    'test/e2e/token/token-options.test.ts',
    // Widgets beside each other, and on pages of many kinds: each widget has a faster test.
    'test/e2e/widgets/creative.test.ts',
    'test/e2e/widgets/cta.test.ts',
    'test/e2e/widgets/element.test.ts',
    'test/e2e/widgets/form-autofill.test.ts',
    'test/e2e/widgets/hostile.test.ts',
    'test/e2e/widgets/in-app.test.ts',
    'test/e2e/widgets/keyboard.test.ts',
    'test/e2e/widgets/life.test.ts',
    'test/e2e/widgets/panel.test.ts',
    'test/e2e/widgets/seen.test.ts',
    'test/e2e/widgets/share.test.ts',
    'test/e2e/widgets/hero.test.ts',
    'test/e2e/widgets/host-pages.test.ts',
    'test/e2e/widgets/money-widgets.test.ts',
    'test/e2e/widgets/self-widgets.test.ts',
    'test/gallery/focus.test.ts',
    // The gallery's own page, and its stories in each language: the messages have faster tests.
    'test/gallery/gallery.test.ts',
    // Every story: its pictures, and what axe finds.
    'test/gallery/stories.test.ts',
    'test/gallery/stories-right-to-left.test.ts',
    // Helpers of the tests.
    'test/gallery/axe.test.ts',
    'test/gallery/screenshots.test.ts',
    'test/e2e/display.test.ts',
    'test/e2e/hanging-worker.test.ts',
    'test/e2e/spawn-helper.test.ts',
    'test/e2e/web-driver.test.ts',
    'test/e2e/webkit.test.ts',
    'test/e2e/webview/app-window.test.ts',
  ],
  alone: [
    // The end of a runtime in an app, and the widgets in jsdom: the daily tests have the end in a page, and the widgets in happy-dom.
    'test/src/native/destroy.test.ts',
    'test/testing/jsdom.test.ts',
  ],
  faults: ['test/faults/fault-proxy.test.ts', 'test/faults/logout-crash.test.ts'],
}

/** What the release tier runs: the daily tests leave it out, or play a part of it. */
const RELEASE: typeof RARE = {
  ...RARE,
  node: [
    ...RARE.node!.filter(path => SKIP_POSTGRES || !ON_EITHER.test(path)),
    // Once more, in Python: it comes with the webviews.
    'test/demo/signers.test.ts',
  ],
  faults: [...RARE.faults!, 'test/faults/faults.test.ts'],
}

/**
 * The files that take longest, each first in its project: a worker that starts one last keeps the others waiting. Vitest knows how long a file
 * takes only after the first run.
 */
const LONGEST = [
  'test/e2e/react/next-app.test.ts',
  'test/gallery/stories.test.ts',
  'test/e2e/webview/conformance.test.ts',
  'test/e2e/widgets/engines.test.ts',
  'test/e2e/widgets/seen-engines.test.ts',
  'test/package/types.test.ts',
  'test/demo/start.test.ts',
]

/**
 * Files of one project run one after the other. A process goes on with the next file only if that is of the same project; otherwise Vitest
 * starts a new process, which loads all code again.
 */
class ByProject extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const groups = new Map<string, TestSpecification[]>([[FIRST_PROJECT, []]])
    for (const file of await super.sort(files)) {
      const { name } = file.project
      groups.set(name, [...(groups.get(name) ?? []), file])
    }
    const isLong = ({ moduleId }: TestSpecification) => LONGEST.some(path => moduleId.endsWith(path))
    return [...groups.values()].flatMap(group => [...group.filter(isLong), ...group.filter(file => !isLong(file))])
  }
}

/** The tests of a project that belong to `TIER`. Without that variable, every test can be run. */
const test = (name: string, include: string[], { exclude = [], ...options }: ProjectConfig = {}) => {
  const { TIER } = process.env
  const files = {
    daily: { include, exclude: [...exclude, ...(RARE[name] ?? [])] },
    release: { include: RELEASE[name] ?? [], exclude },
  }
  const chosen = files[TIER as keyof typeof files] ?? { include, exclude }
  return { extends: true as const, test: { name, ...chosen, ...options } }
}

function testsIn(folder: string) {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.test.ts'))
  return names.map(name => `${folder}/${name}`)
}

/** Code that imports all files of a folder is transformed in each run: the cache of Vitest does not see that one of them came or went. */
const readFoldersAnew: Vite.Plugin = {
  name: 'read-folders-anew',
  configureVitest: ({ experimental_defineCacheKeyGenerator }) =>
    experimental_defineCacheKeyGenerator(({ sourceCode }) => (sourceCode.includes('import.meta.glob') ? false : null)),
}

export default defineConfig({
  plugins: [readFoldersAnew],
  // Tests run the sources of the platform.
  resolve: { tsconfigPaths: true },
  test: {
    // The same fonts on every machine, in every browser that a test starts.
    env: { FONTCONFIG_FILE: resolve('test/fonts.conf') },
    projects: [
      // One process runs many files: loading the code, PostgreSQL and the browsers again for each file would take longer than the tests.
      test(
        'node',
        [
          'test/{src,testing,fixtures,frameworks,doctor,debug,planted}/**/*.test.ts',
          'test/demo/{*,shop/**/*}.test.ts',
          ...ON_EMBEDDED,
        ],
        {
          exclude: [...COMMANDS, ...IN_PAGE, ...ALONE],
          isolate: false,
          // The tests here that may run side by side wait for an event's next attempt.
          maxConcurrency: 20,
        },
      ),
      // The tests of the platform once more, on a PostgreSQL server.
      test('postgres', ON_POSTGRES, {
        globalSetup: 'test/postgres/server.ts',
        isolate: false,
        // What the platform stores and says must not depend on it.
        env: { TZ: 'Asia/Kathmandu' },
      }),
      test('commands', COMMANDS, { isolate: false }),
      test('dom', ['test/widgets/**/*.test.{ts,tsx}'], {
        exclude: ALONE,
        environment: 'happy-dom',
        setupFiles: ['test/widgets/patience.ts', 'test/widgets/new-page.ts'],
        isolate: false,
      }),
      test('page', IN_PAGE, {
        exclude: ALONE,
        environmentOptions: { happyDOM: { url: 'https://shop.brand.localhost/' } },
        setupFiles: ['test/widgets/new-page.ts'],
        isolate: false,
      }),
      test('alone', ALONE, { environment: 'happy-dom' }),
      test('e2e', ['test/{e2e,gallery}/**/*.test.ts'], { exclude: COMMANDS, isolate: false }),
      test('faults', ['test/faults/**/*.test.ts'], { isolate: false }),
    ],
    // More than the cores of a small machine: a test in a browser often waits.
    maxWorkers: 3,
    // PostgreSQL is WebAssembly. Optimizing it takes longer than all queries of the tests.
    execArgv: ['--liftoff-only'],
    sequence: { sequencer: ByProject },
    // The next run loads transformed code from the disk.
    experimental: { fsModuleCache: true },
    // Vitest empties style sheets otherwise, also those that the platform imports as text.
    css: { include: [/demo\/platform\/pages\//] },
    // A time-out is for what hangs, not for what is slow.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: SOON },
  },
})
