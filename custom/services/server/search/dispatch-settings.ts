import type { JsonObject } from '#engine/model'
import { rankSetting } from '../../../ranks/server'

/** Defaults of the settings that the search for a driver reads; docs/dispatch.md says what each does. */
export const DISPATCH_SETTINGS = {
  minutes_on_air: 20,
  retry_request_s: 20,
  cooldown_s: 600,
  most_offers: 20,
  wait_most_min: 60,
  wait_by_itself: 0,
  booking_alert_min: 15,
  late_min: 5,
  request_by_shift_connection: 0,
  fairness_s_per_min: 0,
  fix_max_age_s: 120,
  lost_driver_s: 300,
  papers_in_force: 0,
  app_driver_service_assignment_enabled: 1,
} as const

export interface DispatchSettings {
  /** Seconds that a driver has to answer. */
  readonly time_request_s: number
  readonly radius_m: number
  /** Minutes before its time that a booking goes on air. */
  readonly minutes_on_air: number
  readonly retry_s: number
  readonly cooldown_s: number
  readonly most_offers: number
  readonly wait_most_min: number
  /** A service that nobody takes waits for a driver without anybody's choosing so. */
  readonly wait_by_itself: boolean
  /** Minutes before its time that a booking without a driver is a warning. */
  readonly booking_alert_min: number
  /** Minutes by which a pick-up may be late before it is a warning. */
  readonly late_min: number
  readonly by_shift: boolean
  /** In the zones where drivers wait first, where neither product nor branch says otherwise. */
  readonly by_zone: boolean
  /** Who was asked for their place in a zone and does not take it goes to its end. */
  readonly rank_refusal_end: boolean
  readonly fairness_s_per_min: number
  readonly fix_max_age_s: number
  /** Seconds of silence after which the driver of a ride counts as lost. */
  readonly lost_driver_s: number
  /** Balance of a wallet below which a driver is not asked; null: any. */
  readonly wallet_least: number | null
  /**
   * The zone whose day licence and insurance must be in force on; null: drivers are asked whatever their papers say.
   */
  readonly papers_zone: string | null
  /** Drivers may put themselves forward for bookings. */
  readonly assignments: boolean
}

export function dispatchSettings(settings: JsonObject): DispatchSettings {
  const number = (key: string, otherwise: number): number => {
    const value = Number(settings[key] ?? otherwise)
    return Number.isFinite(value) && value >= 0 ? value : otherwise
  }
  const own = (key: keyof typeof DISPATCH_SETTINGS): number => number(key, DISPATCH_SETTINGS[key])
  return {
    time_request_s: number('time_request', 30),
    radius_m: number('request_radius', 3) * 1000,
    minutes_on_air: own('minutes_on_air'),
    retry_s: own('retry_request_s'),
    cooldown_s: own('cooldown_s'),
    most_offers: own('most_offers'),
    wait_most_min: own('wait_most_min'),
    wait_by_itself: own('wait_by_itself') === 1,
    booking_alert_min: own('booking_alert_min'),
    late_min: own('late_min'),
    by_shift: own('request_by_shift_connection') === 1,
    by_zone: rankSetting(settings, 'search_by_zone') === 1,
    rank_refusal_end: rankSetting(settings, 'rank_refusal_end') === 1,
    fairness_s_per_min: own('fairness_s_per_min'),
    fix_max_age_s: own('fix_max_age_s'),
    lost_driver_s: own('lost_driver_s'),
    wallet_least: walletLeast(settings),
    papers_zone: own('papers_in_force') === 1 ? String(settings['timezone'] ?? '') || 'UTC' : null,
    assignments: own('app_driver_service_assignment_enabled') === 1,
  }
}

// An amount below zero lets them owe that much.
function walletLeast(settings: JsonObject): number | null {
  const least = settings['app_driver_wallet_block_amount'] ?? ''
  return Number(settings['app_driver_wallet_enabled']) !== 1 || least === '' ? null : Number(least)
}
