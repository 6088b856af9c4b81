import { useCallback } from 'react'
import { useSearchParams } from 'react-router-dom'
import { AVAILABILITIES, type Availability } from '../model/live-vehicle'

export interface FleetView {
  readonly q: string
  readonly wanted: Availability | null
  readonly selected: number | null
  readonly set: (change: { readonly q?: string; readonly availability?: Availability | null; readonly vehicle?: number | null }) => void
}

/** What is searched, shown and chosen stands in the address: it can be shared and comes back with the page. */
export function useFleetView(): FleetView {
  const [params, setParams] = useSearchParams()
  const set = useCallback<FleetView['set']>(
    (change) => {
      setParams((now) => {
        const next = new URLSearchParams(now)
        for (const [name, value] of Object.entries(change)) {
          if (value === null || value === '') next.delete(name)
          else next.set(name, String(value))
        }
        return next
      }, { replace: true })
    },
    [setParams],
  )
  const vehicle = Number(params.get('vehicle'))
  return {
    q: params.get('q') ?? '',
    wanted: AVAILABILITIES.find((one) => one === params.get('availability')) ?? null,
    selected: Number.isInteger(vehicle) && vehicle > 0 ? vehicle : null,
    set,
  }
}
