import type { Rewards } from '../../../src/api.js'
import { saveFile } from '../../kit/save-file.js'

/** What became of the file: the browser saves it, another app has it, or its text is in the clipboard. */
export type HandedOver = 'done' | 'shared' | 'copied'

/**
 * Gives the person a file. A native app shows no downloads: there its clipboard gets the text, or the share sheet of the device the file. Throws if
 * the app has neither, and an `AbortError` if the person has closed the sheet.
 */
export async function handOverFile({ shell }: Rewards, name: string, text: string, type: string): Promise<HandedOver> {
  const file = new File([text], name, { type })
  if (!shell) {
    saveFile(file, name)
    return 'done'
  }
  if (shell.offers('clipboard.write')) {
    await shell.request('clipboard.write', { text })
    return 'copied'
  }
  await navigator.share({ files: [file] })
  return 'shared'
}
