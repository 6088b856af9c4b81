import type { JsonObject } from '#engine/model'

/** Defaults of the settings of zones in which drivers wait. */
export const RANK_SETTINGS = {
  // 1: drivers are looked for in the zone of the pick-up first, where neither product nor branch says otherwise.
  search_by_zone: 0,
  // Minutes that a place is kept for a driver who left the zone, pauses or is silent.
  rank_keep_min: 3,
  // 1: a request that was refused or not answered costs the place.
  rank_refusal_end: 1,
} as const

export function rankSetting(settings: JsonObject, key: keyof typeof RANK_SETTINGS): number {
  const value = Number(settings[key] ?? RANK_SETTINGS[key])
  return Number.isFinite(value) && value >= 0 ? value : RANK_SETTINGS[key]
}
