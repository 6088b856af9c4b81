import { deviceOf } from '../auth/this-device'
import type { OpenSession } from '../provider/shell-calls'

/** A session by the words its owner would use: brand and model of a phone or the browser, then the system. */
export function deviceName({ device_brand, device_model, platform, user_agent, os }: OpenSession): string {
  const told = deviceOf(user_agent ?? '')
  const device = [device_brand ?? told.device_brand, device_model].filter(Boolean).join(' ')
  return [device, os ?? told.os].filter(Boolean).join(' · ') || (platform ?? '')
}
