import { BUILD } from './base/build.js'
import { loadFromFolder } from './kernel/load.script.js'
import { shared } from './kernel/shared.js'
import { startScript } from './kernel/start-script.js'

// The script tag's entry.
const page = globalThis as { [key: symbol]: typeof shared | undefined }
page[Symbol.for(`${BUILD}/kernel`)] ??= shared
startScript(loadFromFolder)
