import { randomBytes } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { toRestError } from '../../../../demo/platform/http/rest-error.js'
import { DatabaseUnavailable } from '../../../../demo/platform/store/database-error.js'
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

test('an unexpected error is logged, and the caller learns nothing about it', () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  const error = new Error('the name of a table')
  expect(toRestError(error)).toMatchObject({ code: 'software_error', status: 500, parameters: {} })
  expect(toRestError(error).message).not.toContain(error.message)
  expect(logged).toHaveBeenCalledWith(error)
  logged.mockRestore()
})

test('each error response has an id of its own', async () => {
  const ids = await Promise.all(
    ['/v4/me', '/v4/me'].map(async path => (await (await visit.send(path)).json()).unique_id),
  )
  expect(new Set(ids).size).toBe(2)
})

test('a database that cannot be reached is worth another attempt a second later', () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  const error = toRestError(new DatabaseUnavailable(new Error('connect ECONNREFUSED')))
  expect(error).toMatchObject({ code: 'software_error', status: 503, headers: { 'Retry-After': '1' } })
  logged.mockRestore()
})
