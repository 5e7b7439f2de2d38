import type { Rewards } from '../src/api.js'
import { recordCalls } from './call-log.js'
import { openInspector } from './open-inspector.js'

// The inspector of the script tag, `inspector.js` in the folder of the build: loaded before the runtime starts, if the address of the page asks for it.

/** Makes the requests of the runtime. */
export const fetch: typeof globalThis.fetch = recordCalls()

const page = globalThis as { [key: symbol]: Rewards | undefined }

/** The options of the tag that the inspector explains, as it states them. */
interface TagOptions {
  carrier?: 'auto'
  consent?: 'program'
}

function open() {
  const tag = document.querySelector<HTMLScriptElement>('script[data-debug="query"]')
  openInspector(page[Symbol.for('rewards')]!, { ...(tag?.dataset as TagOptions | undefined) })
}

// The page may have a runtime of the npm package.
if (page[Symbol.for('rewards')]) open()
else document.addEventListener('rewards:ready', open, { once: true })
