import { isIPv6 } from 'node:net'

/**
 * Whether an address leads to the machine's own surroundings at a cloud provider (169.254.0.0/16, fe80::/10, fd00:ec2::254), where tokens
 * of the machine itself are handed out. Private networks are allowed: one's own OSRM stands there.
 */
export function isLinkLocal(url: string): boolean {
  // What is no address, the field's own check tells.
  if (!URL.canParse(url)) return false
  const { hostname } = new URL(url)
  // URL has brought every way of writing an IPv4 address into dotted form.
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  if (isIPv6(host)) return /^fe[89ab]/i.test(host) || host === 'fd00:ec2::254' || /^::ffff:a9fe:/i.test(host)
  return host.startsWith('169.254.') || host === 'metadata.google.internal'
}
