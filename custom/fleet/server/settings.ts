/** Defaults of the fleet's settings. */
export const FLEET_SETTINGS = {
  // Days that positions are kept.
  tracking_days: 90,
  // Seconds without a position after which a driver counts as disconnected.
  device_timeout_s: 600,
  // Positions that may wait to be stored in one process (about two seconds of what a machine stores); later ones are
  // refused for now.
  most_fixes_waiting: 20_000,
  // 1: no shift starts with an expired licence or insurance.
  shift_needs_papers: 1,
}
