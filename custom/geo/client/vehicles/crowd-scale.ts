import { VEHICLE_PX } from '../../model/vehicle-mark'

/** Share of the map that vehicles may cover before they are painted smaller. */
const MAX_COVERED = 0.4
const STEPS = [1, 0.8, 0.65, 0.5, 0.4] as const

/** How large vehicles are painted: as they are, and smaller where so many would hide the map and each other. */
export function crowdScale(count: number, canvas_px2: number): number {
  const fits = Math.sqrt((canvas_px2 * MAX_COVERED) / (Math.max(1, count) * VEHICLE_PX.width * VEHICLE_PX.height))
  return STEPS.find((step) => step <= fits) ?? 0.4
}
