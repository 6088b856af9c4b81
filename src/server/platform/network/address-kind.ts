import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net'

/**
 * Where an address leads: `metadata` a cloud provider's service that hands out tokens of the machine itself, `loopback`
 * this machine, `private` a network of one's own, `special` nothing that is called (multicast, documentation,
 * reserved), `public` the rest.
 */
export type AddressKind = 'public' | 'private' | 'loopback' | 'metadata' | 'special'

type Range = readonly [address: string, prefix: number]

// IANA's special-purpose registries (RFC 6890), and where AWS, Google, Azure, Alibaba and Oracle keep their metadata.
const RANGES: readonly (readonly [kind: Exclude<AddressKind, 'public'>, ranges: readonly Range[]])[] = [
  [
    'metadata',
    [
      ['169.254.0.0', 16],
      ['100.100.100.200', 32],
      ['192.0.0.192', 32],
      ['168.63.129.16', 32],
      ['fe80::', 10],
      ['fd00:ec2::', 32],
      ['fd20:ce::', 32],
    ],
  ],
  [
    'loopback',
    [
      ['127.0.0.0', 8],
      ['0.0.0.0', 8],
      ['::1', 128],
      ['::', 128],
    ],
  ],
  [
    'private',
    [
      ['10.0.0.0', 8],
      ['172.16.0.0', 12],
      ['192.168.0.0', 16],
      ['100.64.0.0', 10],
      ['fc00::', 7],
      ['fec0::', 10],
    ],
  ],
  [
    'special',
    [
      ['192.0.0.0', 24],
      ['192.0.2.0', 24],
      ['198.18.0.0', 15],
      ['198.51.100.0', 24],
      ['203.0.113.0', 24],
      ['224.0.0.0', 4],
      ['240.0.0.0', 4],
      ['100::', 64],
      ['2001:db8::', 32],
      ['ff00::', 8],
    ],
  ],
]

const LISTS = RANGES.map(([kind, ranges]) => {
  const list = new BlockList()
  for (const [address, prefix] of ranges) list.addSubnet(address, prefix, isIPv4(address) ? 'ipv4' : 'ipv6')
  return { kind, list }
})

/**
 * IPv6 forms that stand for an IPv4 address, and the first of the two groups that hold it: mapped, compatible, NAT64
 * (RFC 6052), 6to4.
 */
const HOLDERS: readonly (readonly [range: Range, group: number])[] = [
  [['::ffff:0:0', 96], 6],
  [['::', 96], 6],
  [['64:ff9b::', 96], 6],
  [['64:ff9b:1::', 48], 6],
  [['2002::', 16], 1],
]

const HELD = HOLDERS.map(([[address, prefix], group]) => {
  const list = new BlockList()
  list.addSubnet(address, prefix, 'ipv6')
  return { list, group }
})

/**
 * The kind of an IP address (public, private, link-local …). An address that embeds another (mapped, NAT64, 6to4) has
 * the kind of the embedded one. @throws when the text is no address
 */
export function addressKind(address: string): AddressKind {
  const plain = address.replace(/^\[|\]$/g, '').split('%')[0] ?? ''
  if (isIP(plain) === 0) throw new Error(`"${address}" is no IP address.`)
  const family = isIPv6(plain) ? 'ipv6' : 'ipv4'
  const kind = LISTS.find(({ list }) => list.check(plain, family))?.kind
  if (kind !== undefined) return kind
  const holder = family === 'ipv6' ? HELD.find(({ list }) => list.check(plain, 'ipv6')) : undefined
  return holder ? addressKind(heldIn(plain, holder.group)) : 'public'
}

function heldIn(address: string, at: number): string {
  const groups = groupsOf(address)
  return [groups[at] ?? 0, groups[at + 1] ?? 0].flatMap((group) => [group >> 8, group & 255]).join('.')
}

/** The eight groups of an IPv6 address. */
function groupsOf(address: string): readonly number[] {
  // URL writes an address in its shortest form, in hexadecimal alone.
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const [before, after] = [head, tail ?? ''].map((part) =>
    part === '' ? [] : part.split(':').map((group) => parseInt(group, 16)),
  ) as [number[], number[]]
  return tail === undefined
    ? before
    : [...before, ...Array.from({ length: 8 - before.length - after.length }, () => 0), ...after]
}
