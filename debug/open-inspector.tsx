/// <reference types="vite/client" />
import { render } from 'preact'
import type { Rewards, RewardsOptions } from '../src/api.js'
import styles from './inspector.css?inline'
import { Inspector, type Side } from './inspector.js'
import { createRecorder } from './recorder.js'

/** Settings of the inspector. */
export interface InspectorOptions {
  /** Where the drawer is. Default: the end of a line, so right on a page that is read from left to right. */
  side?: Side | undefined
  /** The options `carrier` and `consent` that the runtime was created with. The inspector only explains them. Default: those of a runtime without options. */
  carrier?: RewardsOptions['carrier']
  consent?: RewardsOptions['consent']
}

/** An open inspector. */
export interface OpenInspector {
  /** Removes the inspector from the page, and ends its recording. */
  close(): void
}

/** How often ages and what other tabs have changed are read again. */
const REFRESH_MS = 2_000

/** The inspectors that are open, by their runtimes. */
const inspectors = new WeakMap<Rewards, OpenInspector>()

/**
 * Shows the inspector of a runtime (docs/inspector.md), and follows the runtime from now on. Calls are shown if the runtime was created with
 * `fetch: recordCalls()`. Returns the inspector of the runtime that is open, if there is one. Does nothing on a server.
 */
export function openInspector(rewards: Rewards, options: InspectorOptions = {}): OpenInspector {
  if (!globalThis.document) return { close() {} }
  const opened = inspectors.get(rewards)
  if (opened) return opened
  const host = document.createElement('rewards-inspector')
  const root = host.attachShadow({ mode: 'open' })
  // A constructed style sheet works under every Content Security Policy.
  const sheet = new CSSStyleSheet()
  sheet.replaceSync?.(styles)
  root.adoptedStyleSheets = [sheet]
  const dir = getComputedStyle(document.documentElement).direction === 'rtl' ? 'rtl' : 'ltr'
  let side = options.side ?? (dir === 'rtl' ? 'left' : 'right')
  let isOpen = true
  let waiting: ReturnType<typeof setTimeout> | undefined
  const recorder = createRecorder(rewards, options, update, draw)

  /** Draws what is known. */
  function draw() {
    if (!host.isConnected) return
    const snapshot = recorder.snapshot()
    render(<Inspector {...{ snapshot, side, isOpen, dir, onSide, onToggle }} />, root)
  }

  /** Asks the browser again, and draws: once for all changes of a task, which the drawer must not delay. */
  function update() {
    waiting ??= setTimeout(() => {
      waiting = undefined
      recorder.ask()
      draw()
    })
  }

  const onSide = (next: Side) => {
    side = next
    draw()
  }
  const onToggle = (next: boolean) => {
    isOpen = next
    draw()
    // Keyboard users stay in the inspector: in its heading, or at the button that opens it.
    root.querySelector<HTMLElement>('h2, button')!.focus()
  }

  function close() {
    inspectors.delete(rewards)
    clearInterval(timer)
    clearTimeout(waiting)
    rewards.removeEventListener('destroy', close)
    recorder.stop()
    render(null, root)
    host.remove()
  }

  const timer = setInterval(() => isOpen && update(), REFRESH_MS)
  rewards.addEventListener('destroy', close)
  // The script may run before the body is there.
  document.documentElement.append(host)
  draw()
  update()
  const inspector = { close }
  inspectors.set(rewards, inspector)
  return inspector
}
