import { VEHICLE_PX } from '../../model/vehicle-mark'

// A finger is less exact than a picture.
const SLACK_PX = 4

/** Whether a pointer at (dx, dy) from a vehicle's middle is on the vehicle, turned by its course. */
export function hits(dx: number, dy: number, course: number | null, slack = SLACK_PX): boolean {
  const turn = ((course ?? 0) * Math.PI) / 180
  const across = dx * Math.cos(turn) + dy * Math.sin(turn)
  const along = -dx * Math.sin(turn) + dy * Math.cos(turn)
  return Math.abs(across) <= VEHICLE_PX.width / 2 + slack && Math.abs(along) <= VEHICLE_PX.height / 2 + slack
}
