import { once } from 'node:events'
import { createConnection } from 'node:net'
import { expect, test } from 'vitest'
import { sharedDisplay } from './display.js'

// The protocol: https://www.x.org/releases/X11R7.7/doc/xproto/x11protocol.html
const HELLO = Buffer.from([0x6c, 0, 11, 0, 0, 0, 0, 0, 0, 0, 0, 0])
const INTERN_ATOM = 16
const NAME = 'KEPT'

/** A program that connects to the screen, asks for the number of a name and leaves. A screen that resets itself forgets the names. */
async function numberOfName(display: string, { isNew }: { isNew: boolean }): Promise<number> {
  const socket = createConnection(`/tmp/.X11-unix/X${display.replace(':', '')}`)
  const answers = socket[Symbol.asyncIterator]()
  let received = Buffer.alloc(0)
  const read = async (length: number) => {
    while (received.length < length) {
      const { value, done } = await answers.next()
      if (done) throw new Error('The screen has dropped the connection')
      received = Buffer.concat([received, value])
    }
    const wanted = received.subarray(0, length)
    received = received.subarray(length)
    return wanted
  }
  socket.write(HELLO)
  const hello = await read(8)
  await read(hello.readUInt16LE(6) * 4)
  socket.write(Buffer.from([INTERN_ATOM, isNew ? 0 : 1, 3, 0, NAME.length, 0, 0, 0, ...Buffer.from(NAME)]))
  const number = (await read(32)).readUInt32LE(8)
  socket.end()
  await once(socket, 'close')
  return number
}

test('The screen stays as it is when its last program leaves: it drops no program that connects at that moment', async () => {
  const { environment } = await sharedDisplay()
  const display = environment.DISPLAY ?? ''
  const number = await numberOfName(display, { isNew: true })
  expect(number).toBeGreaterThan(0)
  expect(await numberOfName(display, { isNew: false })).toBe(number)
})
