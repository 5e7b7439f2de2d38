import { describe, expect, test } from 'vitest'
import { allows, type Directive, parsePolicies } from '../../doctor/policy.js'

const page = new URL('https://www.brand.com/cart')

const isAllowed = (
  policy: string,
  directive: Directive,
  url: string,
  script?: { nonce?: string; integrity?: string },
) =>
  parsePolicies(policy).every(each => allows(each, directive, { url: new URL(url), page, ...(script && { script }) }))

describe('a policy', () => {
  test.each([
    ['', true],
    ["script-src 'none'", true],
    ["default-src 'self'", false],
    ["default-src 'none'; connect-src 'self'", false],
    ["default-src 'none'; connect-src https://share.brand.com", true],
    ["connect-src 'none'; connect-src *", false],
    ['CONNECT-SRC HTTPS://Share.Brand.com', true],
    ['connect-src share.brand.com', true],
    ['connect-src http://share.brand.com', true],
    ['connect-src *.brand.com', true],
    ['connect-src *.share.brand.com', false],
    ['connect-src https://brand.com', false],
    ['connect-src https:', true],
    ['connect-src data:', false],
    ['connect-src *', true],
    ['connect-src https://share.brand.com:8443', false],
    ['connect-src https://share.brand.com:*', true],
    ['connect-src https://share.brand.com/zones', true],
    ['connect-src https://share.brand.com/zone', false],
    ['connect-src https://share.brand.com/api/', false],
    ['connect-src https://share.brand.com, default-src https:', true],
    ["connect-src https://share.brand.com, default-src 'none'", false],
  ])('%j: calls are allowed: %s', (policy, expected) => {
    expect(isAllowed(policy, 'connect-src', 'https://share.brand.com/zones')).toBe(expected)
  })

  test.each<[Directive, string]>([
    ['script-src', 'script-src-elem'],
    ['script-src', 'script-src'],
    ['script-src', 'default-src'],
    ['connect-src', 'default-src'],
    ['img-src', 'default-src'],
    ['frame-src', 'child-src'],
    ['frame-src', 'default-src'],
  ])('for %s is that of %s, if it names nothing closer', (directive, name) => {
    expect(isAllowed(`${name} 'none'`, directive, 'https://share.brand.com/zones')).toBe(false)
  })

  test.each([
    ["script-src 'nonce-a'", { nonce: 'a' }, true],
    ["script-src 'nonce-a'", { nonce: 'b' }, false],
    ["script-src 'nonce-a'", {}, false],
    ["script-src 'sha384-x'", { integrity: 'sha384-x' }, true],
    ["script-src 'sha384-x'", { integrity: 'sha384-x sha384-y' }, false],
    ["script-src https: 'strict-dynamic'", {}, false],
    ["script-src-elem 'self'; script-src https:", {}, false],
    ['script-src https:', {}, true],
  ])('%j: the tag with %j is allowed: %s', (policy, script, expected) => {
    expect(isAllowed(policy, 'script-src', 'https://share.brand.com/rewards.js', script)).toBe(expected)
  })
})
