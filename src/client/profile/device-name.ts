import { deviceOfAgent } from '../session/this-device'

interface Device {
  readonly device_brand: string | null
  readonly device_model: string | null
  readonly platform: string | null
  readonly user_agent: string | null
  readonly os: string | null
}

/** A device by the words its owner would use: brand and model of a phone or the browser, then the system. */
export function deviceName({ device_brand, device_model, platform, user_agent, os }: Device): string {
  const named = deviceOfAgent(user_agent ?? '')
  const device = [device_brand ?? named.device_brand, device_model].filter(Boolean).join(' ')
  return [device, os ?? named.os].filter(Boolean).join(' · ') || (platform ?? '')
}
