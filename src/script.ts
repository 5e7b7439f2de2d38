import { BUILD } from './base/build.js'
import { loadFromFolder, loadInspector } from './kernel/load.script.js'
import { shared } from './kernel/shared.js'
import { startScript } from './kernel/start-script.js'
import { ownScript } from './settings/own-script.js'
import { isInspected } from './settings/script-options.js'

// The script tag's entry.
;(globalThis as { [key: symbol]: typeof shared | undefined })[Symbol.for(`${BUILD}/kernel`)] ??= shared

/** Without the inspector, the page works all the same: the error that says why it cannot be loaded has no `fetch`. */
const start = ({ fetch }: { fetch?: typeof globalThis.fetch } = {}) => startScript(loadFromFolder, fetch)

// The inspector records the requests from the first one on.
if (isInspected(ownScript)) loadInspector().then(start, start)
else start()
