import { useMemo, useState } from 'react'
import type { CallResponse } from '#engine/model'
import { useLiveCall } from '#engine/client'
import { vehiclesTableCall } from '../../model/vehicles-table'
import type { FleetView } from '../fleet/use-fleet-view'
import type { OrderFrom } from './use-order-from'

/** Rows of a page, as the server has them. */
export const PAGE_ROWS = 25

type VehiclesAnswer = CallResponse<typeof vehiclesTableCall>
export type TableVehicle = VehiclesAnswer['items'][number]

interface VehiclesPage {
  readonly page: number
  readonly turn: (page: number) => void
  /** Null until the first answer; then the last one stays while the next is awaited. */
  readonly answer: VehiclesAnswer | null
  /** What is shown answers an earlier question. */
  readonly waiting: boolean
  readonly failure: unknown
  readonly again: () => void
}

/** The vehicles that the header's filters leave, the nearest to a place first, a page at a time, kept current. */
export function useVehiclesPage(
  { place: [lat, lng] }: Pick<OrderFrom, 'place'>,
  { q, wanted, states }: Pick<FleetView, 'q' | 'wanted' | 'states'>,
): VehiclesPage {
  const asked = useMemo(
    () => ({
      lat,
      lng,
      ...(q ? { q } : {}),
      ...(wanted ? { availability: wanted } : {}),
      ...(states.length > 0 ? { state: states.join(',') } : {}),
    }),
    [lat, lng, q, wanted, states],
  )
  // A new query begins at its first page.
  const [turned, setTurned] = useState({ asked, page: 1 })
  const page = turned.asked === asked ? turned.page : 1
  const { answer, failure, again } = useLiveCall(vehiclesTableCall, { ...asked, page })
  const [kept, setKept] = useState(answer)
  if (answer && answer !== kept) setKept(answer)
  return {
    page,
    turn: (next) => setTurned({ asked, page: next }),
    answer: answer ?? kept,
    waiting: answer === null,
    failure,
    again,
  }
}
