// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { createAppLogins } from '../../../src/native/app-logins.js'

afterEach(() => localStorage.clear())

/** The logins of a page. */
const onPage = (canStore = () => true) => createAppLogins('rewards:https://share.brand.com', canStore)

test('the next page finds the login of each person, and nobody has one', () => {
  const page = onPage()
  const [ada, bob] = [page.idOf('ada'), page.idOf('bob')]
  expect(ada).not.toBe(bob)
  const next = onPage()
  expect([next.idOf('ada'), next.idOf('bob'), next.idOf(undefined), next.idOf('')]).toEqual([
    ada,
    bob,
    undefined,
    undefined,
  ])
})

test('a login is stored as soon as that is allowed, and is the same on its page before and after', () => {
  let isAllowed = false
  const page = onPage(() => isAllowed)
  const id = page.idOf('ada')
  expect([page.idOf('ada'), localStorage.length]).toEqual([id, 0])
  isAllowed = true
  expect([page.idOf('ada'), onPage().idOf('ada')]).toEqual([id, id])
})
