// In this order: several browsers name themselves after others, too.
const BROWSERS = [['Edg/', 'Edge'], ['OPR/', 'Opera'], ['Firefox/', 'Firefox'], ['Chrome/', 'Chrome'], ['Safari/', 'Safari']] as const
const SYSTEMS = [
  ['Android', 'Android'], ['iPhone', 'iOS'], ['iPad', 'iPadOS'], ['Windows', 'Windows'], ['Mac OS', 'macOS'], ['Linux', 'Linux'],
] as const

/** What a browser's own name tells of it, for the list of sessions: browser and system. */
export function deviceOf(agent: string): { readonly device_brand?: string; readonly os?: string } {
  const named = (names: typeof BROWSERS | typeof SYSTEMS): string | undefined => names.find(([sign]) => agent.includes(sign))?.[1]
  const [device_brand, os] = [named(BROWSERS), named(SYSTEMS)]
  return { ...device_brand ? { device_brand } : {}, ...os ? { os } : {} }
}
