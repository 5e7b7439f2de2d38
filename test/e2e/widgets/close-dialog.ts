import type { Page } from 'playwright-core'

/**
 * Closes the open dialog of a cta by Escape. Resolves when the widget knows: the browser tells it a moment after the dialog has disappeared, and
 * until then it ignores clicks.
 */
export async function closeDialog(page: Page): Promise<void> {
  await page.evaluate(() => {
    const onAction = ({ detail }: CustomEvent<{ action: string }>) =>
      Object.assign(globalThis, { isDialogClosed: detail.action === 'close' })
    document.addEventListener('rewards:action', onAction, { once: true })
  })
  await page.keyboard.press('Escape')
  await page.waitForFunction(() => Reflect.get(globalThis, 'isDialogClosed'))
  await page.evaluate(() => Reflect.deleteProperty(globalThis, 'isDialogClosed'))
}
