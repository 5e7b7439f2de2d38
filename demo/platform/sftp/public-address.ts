import { lookup } from 'node:dns/promises'
import ipaddr from 'ipaddr.js'
import { SftpFailure } from './sftp-failure.js'

/**
 * Resolves a host to an address that the platform may connect to. Every address of the host must be public, unless private ones
 * are allowed: a client must not reach machines in the network of the platform by its own configuration. Connect to the returned
 * address, not to the host: its name could lead elsewhere a moment later. Throws `host_not_found` and `address_not_allowed`.
 */
export async function resolveHost(host: string, allowPrivate: boolean): Promise<string> {
  const addresses = await lookup(host.replace(/^\[(.*)\]$/, '$1'), { all: true }).catch(() => {
    throw new SftpFailure('host_not_found')
  })
  if (!allowPrivate && !addresses.every(({ address }) => isPublic(address)))
    throw new SftpFailure('address_not_allowed')
  const [first] = addresses
  if (!first) throw new SftpFailure('host_not_found')
  return first.address
}

/** Also looks through IPv6 forms of IPv4 addresses. Loopback, link-local, multicast and reserved addresses are not public. */
const isPublic = (address: string) => ipaddr.process(address).range() === 'unicast'
