import { expect, test } from 'vitest'
import { useAppWindows } from './app-window.js'

const openApp = useAppWindows()

test('A command names itself if the app ends before it answers, and so does each later command', async () => {
  const app = openApp('--unknown-flag')
  const message = /^configure: The app has ended \(2\)$/
  await expect(app.tell('configure')).rejects.toThrow(message)
  await expect(app.tell('configure')).rejects.toThrow(message)
})
