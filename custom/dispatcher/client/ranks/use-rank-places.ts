import { useCallback, useMemo } from 'react'
import { useLiveCall } from '#engine/client'
import { useSay } from '#engine/ui'
import { type RankQueue, ranksCall } from '../../../ranks/model'

const NO_QUEUES: readonly RankQueue[] = []

/** Who waits where, for the map: the zones, and the place of a vehicle in words. */
export function useRankPlaces(staff: boolean): {
  readonly queues: readonly RankQueue[]
  readonly placeOf: (id_vehicle: number) => string
} {
  const say = useSay()
  const { answer } = useLiveCall(ranksCall, {}, { enabled: staff })
  const queues = answer?.items ?? NO_QUEUES
  const places = useMemo(
    () =>
      new Map(
        queues.flatMap(({ name, drivers }) => {
          const of = drivers.filter(({ rank }) => rank !== null).length
          return drivers.flatMap(({ id_vehicle, rank }) =>
            rank === null ? [] : [[id_vehicle, { zone: name, rank, of }] as const],
          )
        }),
      ),
    [queues],
  )
  const placeOf = useCallback(
    (id: number): string => {
      const place = places.get(id)
      return place ? say('ranks.place_of', place) : ''
    },
    [places, say],
  )
  return { queues, placeOf }
}
