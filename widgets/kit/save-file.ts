import { safeDocument } from '../../src/base/safe-document.js'

/** How long the URL of the file is valid. Safari reads the file a moment after the click. */
const REVOKE_MS = 60_000

/** Has the browser save a file, if there is one. A link with `download` works under every Content Security Policy, and with Trusted Types. */
export function saveFile(file: Blob | null, name: string): void {
  if (!file) return
  const link = safeDocument().createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), REVOKE_MS)
}
