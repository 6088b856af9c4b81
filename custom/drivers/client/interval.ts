import { useConsole } from '#engine/client'

// A floor: a setting of nought must not turn every console into a flood.
const LEAST_S = 2

/** Milliseconds between two polls: the setting `interval`, in seconds. */
export function useInterval_ms(): number {
  return Math.max(LEAST_S, Number(useConsole().config['interval']) || 0) * 1000
}
