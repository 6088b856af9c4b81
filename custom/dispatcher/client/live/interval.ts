import { useConsole } from '#engine/client'

// The engine's own default, and a floor: a setting of nought must not turn every console into a flood.
const DEFAULT_S = 10
const LEAST_S = 2

/** Milliseconds between two polls: the setting `interval`, in seconds. */
export function useInterval_ms(): number {
  const seconds = Number(useConsole().config['interval'])
  return Math.max(LEAST_S, Number.isFinite(seconds) && seconds > 0 ? seconds : DEFAULT_S) * 1000
}
