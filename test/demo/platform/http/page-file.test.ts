import { describe, expect, test } from 'vitest'
import { type Call, program, server, usePlatform } from '../use-platform.js'

const visit = usePlatform()
const send = (path: string, call: Call = {}) => visit.send(server + path, call)

describe('the files of the pages', () => {
  test.each([
    [server, 'pages.css', 'text/css; charset=utf-8'],
    [program, 'preview.css', 'text/css; charset=utf-8'],
    [program, 'preview.js', 'text/javascript; charset=utf-8'],
  ])('%s serves %s', async (origin, file, type) => {
    const response = await visit.send(`${origin}/pages/${file}`)
    expect([response.status, response.headers.get('Content-Type')]).toEqual([200, type])
  })

  test.each(['pages.ts', '..%2Fplatform.ts', 'constructor'])('do not include %s', async file => {
    expect((await send(`/pages/${file}`)).status).toBe(404)
  })
})
