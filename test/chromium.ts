// Chromium for all tests: one shared browser, or one of a test's own. A browser with a profile is in persistent-chromium.ts.

import { existsSync } from 'node:fs'
import { type Browser, chromium, type LaunchOptions } from 'playwright-core'

/** The whole browser. Only it reads settings from a profile, keeps a profile as people's browsers do, and has a back/forward cache. */
export const CHROMIUM = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'

/** The same engine without windows and settings: a page takes a quarter of the processor time. */
const HEADLESS_SHELL = process.env.HEADLESS_SHELL_PATH ?? '/usr/bin/chromium-headless-shell'

/** Arguments for every Chromium that the tests start. */
export const ARGUMENTS = [
  // Without windows, Chromium calls itself HeadlessChrome, and the platform takes it for a program.
  '--user-agent=Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  // In a container there is neither a sandbox for root nor a graphics card.
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  // Nothing leaves the machine that a test did not ask for.
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A page that a test answers itself has no address of this machine, and might not speak to the platform on it.
  '--disable-features=LocalNetworkAccessChecks',
  // Where nobody listens there shall be no second address to try. And hosts that no browser takes for this machine's own.
  '--host-resolver-rules=MAP *.localhost 127.0.0.1, MAP *.untrusted.example 127.0.0.1',
]

/** Letters are drawn as test/fonts.conf says, and colours as they are, whatever the machine has set. */
const SAME_LETTERS = ['--font-render-hinting=slight', '--disable-lcd-text', '--force-color-profile=srgb']

let browser: Promise<Browser> | undefined

/** One browser for all test files of a worker. It ends with the worker's process. Each test opens contexts of its own. */
export function sharedChromium(): Promise<Browser> {
  browser ??= chromium.launch({
    executablePath: existsSync(HEADLESS_SHELL) ? HEADLESS_SHELL : CHROMIUM,
    args: [...ARGUMENTS, ...SAME_LETTERS],
  })
  return browser
}

/** Starts the whole browser for a test that needs what the headless shell lacks. The caller closes it. */
export const launchChromium = (options: LaunchOptions = {}): Promise<Browser> =>
  chromium.launch({ executablePath: CHROMIUM, args: ARGUMENTS, ...options })
