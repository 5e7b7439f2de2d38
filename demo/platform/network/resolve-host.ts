import { lookup } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Why the platform does not connect to a host, for people who configure it. */
export const addressFailures = {
  host_not_found: 'The host has no address.',
  address_not_allowed: 'The host has a private address. Use a server that is reachable from the internet.',
} as const

export type AddressFailureCode = keyof typeof addressFailures

export class AddressFailure extends Error {
  readonly code: AddressFailureCode

  constructor(code: AddressFailureCode) {
    super(addressFailures[code])
    this.name = 'AddressFailure'
    this.code = code
  }
}

/**
 * Resolves a host to an address that the platform may connect to. Every address of the host must be public, unless private ones
 * are allowed: a client must not reach machines in the network of the platform by its own configuration. Connect to the returned
 * address, not to the host: its name could lead elsewhere a moment later. Throws an `AddressFailure`.
 */
export async function resolveHost(host: string, allowPrivate: boolean): Promise<string> {
  const addresses = await addressesOf(host.replace(/^\[(.*)\]$/, '$1'))
  if (!allowPrivate && !addresses.every(({ address }) => isPublic(address)))
    throw new AddressFailure('address_not_allowed')
  const [first] = addresses
  if (!first) throw new AddressFailure('host_not_found')
  return first.address
}

/** Browsers know that a name below `localhost` is the same machine (RFC 6761, 6.3). Not every resolver does. */
async function addressesOf(host: string): Promise<{ address: string }[]> {
  if (/(^|\.)localhost\.?$/i.test(host)) return [{ address: '127.0.0.1' }]
  try {
    return await lookup(host, { all: true })
  } catch {
    throw new AddressFailure('host_not_found')
  }
}

/** Has a request connect to an address that `resolveHost` returned, whatever its host is. */
export const lookupOf =
  (address: string): LookupFunction =>
  (_host, { all }, callback) => {
    const family = isIP(address)
    if (all) callback(null, [{ address, family }])
    else callback(null, address, family)
  }

/** The block from which all public IPv6 addresses are given out. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Loopback, link-local, multicast and reserved addresses are not public. Nor are the IPv6 forms of IPv4 addresses, except the mapped one, which is
 * looked through: a translator or a tunnel can lead from them into a private network.
 */
function isPublic(text: string): boolean {
  const address = ipaddr.process(text)
  if (address.range() !== 'unicast') return false
  if (!(address instanceof ipaddr.IPv6)) return true
  return address.match(globalUnicast) && !isIsatap(address)
}

/** Whether the last 64 bits are a form of an IPv4 address: `0:5efe:7f00:1`, or with 200 in front (RFC 5214). */
const isIsatap = ({ parts }: ipaddr.IPv6) => parts[5] === 0x5efe && (parts[4]! & ~0x0200) === 0
