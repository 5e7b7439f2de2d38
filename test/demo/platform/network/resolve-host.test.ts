import dns from 'node:dns/promises'
import { syncBuiltinESMExports } from 'node:module'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { resolveHost } from '../../../../demo/platform/network/resolve-host.js'

describe('a host', () => {
  test.each([
    '127.0.0.1',
    'localhost',
    'shop.brand.localhost',
    'LOCALHOST.',
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '192.168.1.1',
    '::1',
    '[::1]',
    '::ffff:127.0.0.1',
    '::7f00:1',
    '::127.0.0.1',
    '::a00:1',
    '::ffff:0:7f00:1',
    '::ffff:7f00:1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::7f00:1',
    '2001:0:7f00:1::',
    '2606:4700::5efe:7f00:1',
    '2606:4700::200:5efe:a00:1',
    '::808:808',
    'fec0::1',
    '2002:7f00:1::',
    'fd00::1',
    'fe80::1',
    '2130706433',
    '0x7f.1',
    '224.0.0.1',
  ])('%s is not public', async host => {
    await expect(resolveHost(host, false)).rejects.toMatchObject({ code: 'address_not_allowed' })
  })

  test.each(['8.8.8.8', '2606:4700::1111', '[2606:4700::1111]'])('%s is public', async host => {
    expect(await resolveHost(host, false)).toBe(host.replace(/[[\]]/g, ''))
  })

  test('in its IPv6 form is public like the address itself', async () => {
    expect(await resolveHost('::ffff:8.8.8.8', false)).toBe('::ffff:8.8.8.8')
  })

  test('with a public and a private address is not public, and leads to its first address where that is allowed', async () => {
    const lookup = vi.spyOn(dns, 'lookup')
    syncBuiltinESMExports()
    onTestFinished(() => {
      lookup.mockRestore()
      syncBuiltinESMExports()
    })
    const answer = (...addresses: string[]) =>
      lookup.mockResolvedValueOnce(addresses.map(address => ({ address, family: 4 })) as never)
    for (const addresses of [
      ['8.8.8.8', '10.0.0.1'],
      ['10.0.0.1', '8.8.8.8'],
    ]) {
      answer(...addresses)
      await expect(resolveHost('both.example', false)).rejects.toMatchObject({ code: 'address_not_allowed' })
      answer(...addresses)
      expect(await resolveHost('both.example', true)).toBe(addresses[0])
    }
    answer('8.8.8.8', '1.1.1.1')
    expect(await resolveHost('both.example', false)).toBe('8.8.8.8')
  })

  test('on a private address is resolved where that is allowed', async () => {
    for (const host of ['127.0.0.1', 'shop.brand.localhost']) expect(await resolveHost(host, true)).toBe('127.0.0.1')
  })
})
