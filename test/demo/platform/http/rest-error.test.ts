import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { toRestError } from '../../../../demo/platform/http/rest-error.js'
import { usePlatform } from '../use-platform.js'

const visit = usePlatform()

test.each([
  ['contains a NUL character', 'a\0b'],
  ['is too large for its index', randomBytes(9000).toString('hex')],
])('a value that %s is reported as an error of the caller', async (_, value) => {
  const insert = `insert into persons (person_id, client_id, email, created_at) values ('x', 'juniper', $1, now())`
  const thrown = await visit.rows(insert, [value]).catch(error => error)
  expect(toRestError(thrown)).toMatchObject({ code: 'invalid_parameter', status: 400 })
})
