/** The part of a native app that copying needs. */
interface App {
  offers(capability: string): boolean
  request(type: string, payload: object): Promise<unknown>
  notify(type: string, payload: object): void
}

/**
 * Copies text to the clipboard: by the native app around the page where it offers that, else by the browser, which allows it only in the
 * handler of a user's gesture. Resolves with whether the text was copied.
 */
export async function copyText(text: string, app: App | undefined): Promise<boolean> {
  try {
    await (app?.offers('clipboard.write')
      ? app.request('clipboard.write', { text })
      : navigator.clipboard.writeText(text))
    app?.notify('haptic', { style: 'success' })
    return true
  } catch {
    return false // no permission, or no clipboard on an insecure page
  }
}
