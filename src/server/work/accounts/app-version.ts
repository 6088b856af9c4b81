import type { JsonObject } from '../../../model/json'

/** Setting with the version in use of a platform's application: `version_web`, `version_android` ... */
const versionSetting = (platform: string): string => `version_${platform.toLowerCase().replace(/[^a-z0-9]+/g, '_')}`

/** '1' where the application is at least the version in use, '0' where it is older, null where either is not known. */
export function updateStatus(settings: JsonObject, platform: string, version: number | null): '0' | '1' | null {
  const current = Number(settings[versionSetting(platform)] ?? NaN)
  if (version === null || !Number.isFinite(current)) return null
  return version >= current ? '1' : '0'
}
