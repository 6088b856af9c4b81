import { useCallback, useState } from 'react'
import { HttpError } from 'react-admin'
import type { CallResponse } from '#engine/model'
import { useProvider } from '#engine/client'
import { vehicleInfoCall } from '../../model/vehicle-info'
import { useInterval_ms } from '../live/interval'
import { usePolling } from '../live/use-polling'

export type VehicleInfo = CallResponse<typeof vehicleInfoCall>

/** What the server knows of one vehicle, kept current; the last answer stays while the next is awaited. */
export function useVehicleInfo(id_vehicle: number): {
  readonly info: VehicleInfo | null
  readonly failed: 'forbidden' | 'error' | null
  readonly retry: () => void
} {
  const provider = useProvider()
  const [known, setKnown] = useState<{ readonly id: number; readonly info: VehicleInfo } | null>(null)
  const [failed, setFailed] = useState<'forbidden' | 'error' | null>(null)
  const ask = useCallback(
    async (signal: AbortSignal, first: boolean) => {
      try {
        const info = await provider.call(vehicleInfoCall, { id_vehicle }, { signal, quiet: !first })
        setKnown({ id: id_vehicle, info })
        setFailed(null)
      } catch (cause) {
        if (signal.aborted) return
        setFailed(cause instanceof HttpError && (cause.status === 403 || cause.status === 404) ? 'forbidden' : 'error')
        throw cause
      }
    },
    [provider, id_vehicle],
  )
  const again = usePolling(ask, useInterval_ms())
  return { info: known?.id === id_vehicle ? known.info : null, failed, retry: again }
}
