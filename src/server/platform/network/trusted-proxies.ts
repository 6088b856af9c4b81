import { isIP } from 'node:net'

/**
 * Whose word counts for a caller's address, protocol and host: so many proxies in a row before this server, or those of
 * some networks.
 */
export type TrustedProxies = number | readonly string[]

const MAX_HOPS = 10
/** Networks that have names. */
const NAMED: ReadonlySet<string> = new Set(['loopback', 'linklocal', 'uniquelocal'])

/** Reads `0`, a count of proxies, or networks: `10.0.0.0/8, ::1`. @throws {RangeError} with a sentence for a person */
export function readProxies(text: string | undefined): TrustedProxies {
  const given = (text ?? '').trim()
  if (/^\d*$/.test(given) && Number(given) <= MAX_HOPS) return Number(given)
  const networks = given.split(',').map((one) => one.trim())
  const wrong = networks.find((one) => !NAMED.has(one) && !isNetwork(one))
  if (wrong === undefined) return networks
  throw new RangeError(
    `TRUST_PROXY must be a count of proxies from 0 to ${MAX_HOPS}, or networks such as "10.0.0.0/8, ::1", not "${wrong}".`,
  )
}

function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const most = isIP(address) === 4 ? 32 : 128
  return (
    isIP(address) !== 0 && rest.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most))
  )
}

/**
 * What Fastify is to trust. Each proxy adds the address that it was called from at the end of `X-Forwarded-For`, so the
 * list is read from there: as many as there are proxies, or as long as they are of those networks. What stands before
 * may be the caller's own invention.
 */
export function trustProxy(proxies: TrustedProxies): false | string[] | ((address: string, hop: number) => boolean) {
  // A number as it is would be taken for nobody (Fastify 5.12).
  if (typeof proxies === 'number') return proxies > 0 && ((_address, hop) => hop < proxies)
  return [...proxies]
}
