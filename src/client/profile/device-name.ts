import type { OpenSession } from '../provider/shell-calls'

// In this order: several browsers name themselves after others, too.
const BROWSERS = [['Edg/', 'Edge'], ['OPR/', 'Opera'], ['Firefox/', 'Firefox'], ['Chrome/', 'Chrome'], ['Safari/', 'Safari']] as const
const SYSTEMS = [['Android', 'Android'], ['iPhone', 'iPhone'], ['iPad', 'iPad'], ['Windows', 'Windows'], ['Mac OS', 'macOS'], ['Linux', 'Linux']] as const

/** A session by the words its owner would use: brand and model of a phone, else browser and system. */
export function deviceName({ device_brand, device_model, platform, user_agent, os }: OpenSession): string {
  const device = [device_brand, device_model].filter(Boolean).join(' ')
  if (device) return device
  const agent = user_agent ?? ''
  const browser = BROWSERS.find(([sign]) => agent.includes(sign))?.[1]
  const system = os ?? SYSTEMS.find(([sign]) => agent.includes(sign))?.[1]
  return [browser, system].filter(Boolean).join(' · ') || (platform ?? '')
}
