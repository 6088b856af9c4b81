import { isIPv6 } from 'node:net'

/**
 * Whom an address belongs to, for limits: an IPv4 address itself, or the /64 prefix of an IPv6 address, which is what
 * one subscriber gets (RFC 6177) and can choose addresses in freely.
 */
export function networkOf(given: string): string {
  const address = withoutPort(given)
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped?.[1]) return mapped[1]
  const [plain = ''] = address.split('%')
  if (!isIPv6(plain)) return address
  const [head = '', tail = ''] = plain.toLowerCase().split('::')
  const [before, after] = [head, tail].map((part) => (part === '' ? [] : part.split(':'))) as [string[], string[]]
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0')
  const groups = plain.includes('::') ? [...before, ...zeros, ...after] : before
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`
}

/** Some proxies name the caller's port with the address, which is another one in each call. */
const withoutPort = (address: string): string =>
  /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(address)?.[1] ?? /^\[([^\]]+)\](:\d+)?$/.exec(address)?.[1] ?? address
