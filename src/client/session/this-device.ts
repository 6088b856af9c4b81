import { randomKey } from './random-key'
import { storage } from './storage'

// In this order: several browsers also include the names of others.
const BROWSERS = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const
const SYSTEMS = [
  ['Android', 'Android'],
  ['iPhone', 'iOS'],
  ['iPad', 'iPadOS'],
  ['Windows', 'Windows'],
  ['Mac OS', 'macOS'],
  ['Linux', 'Linux'],
] as const

/** Browser and system from the user agent, for the list of sessions. */
export function deviceOfAgent(agent: string): { readonly device_brand?: string; readonly os?: string } {
  const named = (names: typeof BROWSERS | typeof SYSTEMS): string | undefined =>
    names.find(([sign]) => agent.includes(sign))?.[1]
  const [device_brand, os] = [named(BROWSERS), named(SYSTEMS)]
  return { ...(device_brand ? { device_brand } : {}), ...(os ? { os } : {}) }
}

/** This browser's own name, which lasts: by it the server tells an owner's log-in from a stranger's. */
export function deviceKey(): string {
  const kept = storage.read('device')
  if (typeof kept === 'string') return kept
  const made = randomKey()
  storage.write('device', made)
  return made
}
