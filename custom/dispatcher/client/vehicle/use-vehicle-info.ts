import type { CallResponse } from '#engine/model'
import { statusOf, useLiveCall } from '#engine/client'
import { vehicleInfoCall } from '../../model/vehicle-info'

type VehicleInfo = CallResponse<typeof vehicleInfoCall>

/** What the server knows of one vehicle, kept current; the last answer stays while the next is awaited. */
export function useVehicleInfo(id_vehicle: number): {
  readonly info: VehicleInfo | null
  readonly failed: 'forbidden' | 'error' | null
  readonly retry: () => void
} {
  const { answer, failure, again } = useLiveCall(vehicleInfoCall, { id_vehicle })
  const isForbidden = statusOf(failure) === 403 || statusOf(failure) === 404
  return { info: answer, failed: failure === null ? null : isForbidden ? 'forbidden' : 'error', retry: again }
}
