// In this order: several browsers also include the names of others.
const BROWSERS = [['Edg/', 'Edge'], ['OPR/', 'Opera'], ['Firefox/', 'Firefox'], ['Chrome/', 'Chrome'], ['Safari/', 'Safari']] as const
const SYSTEMS = [
  ['Android', 'Android'], ['iPhone', 'iOS'], ['iPad', 'iPadOS'], ['Windows', 'Windows'], ['Mac OS', 'macOS'], ['Linux', 'Linux'],
] as const

/** Browser and system from the user agent, for the list of sessions. */
export function deviceOf(agent: string): { readonly device_brand?: string; readonly os?: string } {
  const named = (names: typeof BROWSERS | typeof SYSTEMS): string | undefined => names.find(([sign]) => agent.includes(sign))?.[1]
  const [device_brand, os] = [named(BROWSERS), named(SYSTEMS)]
  return { ...device_brand ? { device_brand } : {}, ...os ? { os } : {} }
}
