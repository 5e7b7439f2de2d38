import { afterAll, afterEach, vi } from 'vitest'

// The test files of a process share one document and all modules. A hook in a shared module would run for the first file only,
// because the module is not loaded again. A set-up file is loaded for each test file, so the page is reset here.

/** Channels of the runtimes of one test. Without a reset, the runtime of the next test would be another tab of the same site. */
const channels = new Set<BroadcastChannel>()
const { BroadcastChannel, setTimeout } = globalThis
// Not `vi.stubGlobal`: a test file that takes back its own stubs after each test would take back this class, too.
globalThis.BroadcastChannel = class extends BroadcastChannel {
  constructor(name: string) {
    super(name)
    channels.add(this)
  }

  override postMessage(message: unknown) {
    if (channels.has(this)) super.postMessage(message)
  }
}

/** Removes elements, runtime, consumer, stored data and other tabs. */
afterEach(() => {
  for (const channel of channels) channel.close()
  channels.clear()
  document.body.replaceChildren()
  Reflect.deleteProperty(globalThis, Symbol.for('rewards'))
  clearCookies()
  localStorage.clear()
  sessionStorage.clear()
})

afterAll(() => {
  // In this order: a spy of a false timer puts that timer back.
  vi.restoreAllMocks()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  globalThis.BroadcastChannel = BroadcastChannel
  document.head.replaceChildren()
  for (const { name } of [...document.documentElement.attributes]) document.documentElement.removeAttribute(name)
  if (globalThis.setTimeout !== setTimeout) throw new Error('The timers of this file would stay for the next one')
})

function clearCookies() {
  for (const cookie of document.cookie.split('; '))
    for (const attributes of ['', 'secure', 'domain=brand.localhost', 'domain=brand.localhost; secure']) {
      // biome-ignore lint/suspicious/noDocumentCookie: the test environment has no Cookie Store API.
      document.cookie = `${cookie.split('=')[0]}=; path=/; max-age=0; ${attributes}`
    }
}
