import type { JsonObject } from '#engine/model'
import { minorUnits } from '../../model/minor-units'

/** Defaults of the settings by which routes are planned; docs/groupings.md says what each does. */
const PLAN_SETTINGS = {
  grouping_early: 10,
  grouping_late: 10,
  grouping_max_ride: 90,
  grouping_stay: 60,
  grouping_cost_km: 1.2,
  grouping_cost_hour: 15,
  grouping_cost_vehicle: 12,
} as const

export interface PlanSettings {
  /** How long before and after its booked time a passenger may be picked up, seconds. */
  readonly early_s: number
  readonly late_s: number
  /** The longest time on board, seconds. */
  readonly ride_s: number
  /** How long a vehicle stands at a stop, seconds. */
  readonly stay_s: number
  /** What driving costs, in minor units of money. */
  readonly weights: { readonly second: number; readonly metre: number; readonly vehicle: number }
}

export function planSettings(settings: JsonObject): PlanSettings {
  const own = (key: keyof typeof PLAN_SETTINGS): number => {
    const value = Number(settings[key] ?? PLAN_SETTINGS[key])
    return Number.isFinite(value) && value >= 0 ? value : PLAN_SETTINGS[key]
  }
  const minor = minorUnits(settings['currency'] ?? 'PEN')
  return {
    early_s: own('grouping_early') * 60,
    late_s: own('grouping_late') * 60,
    ride_s: own('grouping_max_ride') * 60,
    stay_s: own('grouping_stay'),
    weights: {
      second: (own('grouping_cost_hour') * minor) / 3600,
      metre: (own('grouping_cost_km') * minor) / 1000,
      vehicle: own('grouping_cost_vehicle') * minor,
    },
  }
}
