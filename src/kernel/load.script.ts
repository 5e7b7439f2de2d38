import { BUILD } from '../base/build.js'
import { nextTask } from '../base/next-task.js'
import type * as diagnostics from '../diagnostics/index.script.js'
import { findScript, ownScript } from '../settings/own-script.js'
import { scriptFolder } from '../settings/script-folder.js'
import { loadPart } from './load-part.js'
import type { Imports, Load } from './modules.js'

/**
 * The folder of the script, which contains the folders of all builds. It is read while the script runs for the first time, because later the browser
 * does not know which script this is. Relative imports do not work in a classic script from another origin.
 */
const folder = scriptFolder(ownScript?.src || location.href)

/** What `widgets/script.ts` exports. */
interface WidgetsFile {
  build: string
  start(folder: string): void
}

/** What `debug/script.ts` exports. */
interface InspectorFile {
  fetch: typeof globalThis.fetch
}

/** Loads the inspector, which opens itself when the runtime is ready. */
export const loadInspector = (): Promise<InspectorFile> => loadFile('inspector')

/** The module that may also come from a tag of the page. */
const NAMED: Partial<Imports<typeof diagnostics>> = { widgets: loadWidgets }

/** For the script tag: loads each module from the folder of its build. */
export const loadFromFolder: Load<typeof diagnostics> = name => NAMED[name]?.() ?? loadFile(name)

/** Tries the attempts of `first` before. Browsers remember that a module failed to load, so the last attempt uses another URL. */
function loadFile<File>(name: string, ...first: (() => Promise<File>)[]): Promise<File> {
  const href = `${folder}${BUILD}/${name}.js`
  return loadPart(
    name,
    ...first,
    () => import(/* @vite-ignore */ href),
    () => import(/* @vite-ignore */ `${href}?${Date.now()}`),
  )
}

/** Takes the widgets from the page's tag of `rewards-widgets.js`, which the browser is already fetching, if that file is of this build. */
async function loadWidgets(): Promise<void> {
  const src = findScript(/\/rewards-widgets\.js([?#]|$)/)?.src
  // Markup that somebody has injected must not name a file of another folder: this import also runs what the page's policy would block.
  const isOwn = src && scriptFolder(src) === folder
  const { start } = await loadFile<WidgetsFile>('widgets', ...(isOwn ? [() => importNamed(src)] : []))
  // The requests for the zones of the page are sent first.
  await nextTask()
  start(BUILD)
}

async function importNamed(src: string): Promise<WidgetsFile> {
  const file = await import(/* @vite-ignore */ src)
  // The program domain may have got another version between the requests for the two files.
  if (file.build !== BUILD) throw new Error('Another build')
  return file
}
