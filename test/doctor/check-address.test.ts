import { expect, test } from 'vitest'
import { checkAddress } from '../../doctor/checks/check-address.js'
import type { Visit } from '../../doctor/visit.js'

/** The findings about a page at the end of these redirects. */
const found = (page: string, domain: string, redirects: string[] = []) => {
  const visit: Pick<Visit, 'page' | 'domain' | 'redirects'> = {
    page: { url: new URL(page), scripts: [], widgets: [], zones: [], misspelt: [], policies: [], lang: undefined },
    domain,
    redirects: redirects.map(each => new URL(each)),
  }
  return checkAddress(visit)
}

test.each([
  ['https://www.brand.com', 'https://share.brand.com'],
  ['http://localhost:5173', 'http://share.brand.localhost:4400'],
])('%s with %s passes', (page, domain) => {
  expect(found(page, domain)).toMatchObject([{ status: 'pass' }])
})

test('a page over http: keeps no token', () => {
  expect(found('http://www.brand.com', 'https://share.brand.com')).toMatchObject([
    { status: 'fail', fix: 'Serve it over https: https://www.brand.com' },
  ])
})

test('an https: page cannot call a program domain over http:', () => {
  expect(found('https://www.brand.com', 'http://share.brand.com')).toMatchObject([
    { status: 'fail', fix: 'Serve it over https: https://share.brand.com' },
    { status: 'fail', fix: '--domain https://share.brand.com' },
  ])
})

test('a page that redirects to another origin says which one counts', () => {
  expect(found('https://www.brand.com/', 'https://share.brand.com', ['https://brand.com/'])).toMatchObject([
    { status: 'warn', fix: 'Examine the page that visitors see: https://www.brand.com/' },
    { status: 'pass' },
  ])
})

test('a page may redirect from http: to https:', () => {
  const statuses = found('https://brand.com/', 'https://share.brand.com', ['http://brand.com/'])
  expect(statuses.map(({ status }) => status)).toEqual(['pass', 'pass'])
})
