/** Defaults of the settings that the fleet goes by. */
export const FLEET_SETTINGS = {
  // Days that positions are kept.
  tracking_days: 90,
  // Seconds without a position after which a driver counts as disconnected.
  device_timeout_s: 600,
  // Positions of one process that may wait to be stored (some two seconds of what a machine stores); who comes later is told to come back.
  most_fixes_waiting: 20_000,
  // 1: no shift begins with a licence or an insurance that has run out.
  shift_needs_papers: 1,
}
