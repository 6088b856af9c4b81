import { useNotify } from 'react-admin'
import { useEffect, useRef } from 'react'
import { type ChangeDraft, useProvider } from '#engine/client'
import { useSay } from '#engine/ui'
import { decodeLine, type LatLng } from '../../../geometry/model'
import { geocodeCall, placeLine } from '../../../geo/model'
import type { TripStore } from '../trip-store'
import type { ServiceDraft } from './draft'
import { stopName, withStop, type DraftStop } from './stops'

interface Synced {
  readonly stops: readonly DraftStop[]
  /** Encoded, of precision 5; null: not known. */
  readonly polyline: string | null
  readonly placing: number | null
  readonly radius_m: number | null
  readonly change: ChangeDraft<ServiceDraft>
}

/**
 * Keeps the map in step with the form: stops and route go to the map, places chosen there come back and get their
 * address.
 */
export function useTripSync(trip: TripStore, { stops, polyline, placing, radius_m, change }: Synced): void {
  const say = useSay()
  const provider = useProvider()
  const notify = useNotify()
  const latest = useRef(change)
  useEffect(() => {
    latest.current = change
  })
  useEffect(() => {
    trip.show({
      stops: stops.map(({ key, point }, index) => ({ key, point, label: labelOf(say, index, stops.length) })),
      line: lineOf(polyline),
      placing,
      radius_m,
    })
  }, [trip, stops, polyline, placing, radius_m, say])
  useEffect(() => () => trip.show({ stops: [], line: [], placing: null, radius_m: null }), [trip])
  useEffect(
    () =>
      trip.onPlace((index, point) => {
        let before: DraftStop | undefined
        latest.current(({ stops: now }) => {
          before = now[index]
          return { stops: withStop(now, index, { point, address: '', name: '' }) }
        })
        const [lat, lng] = point
        provider.call(geocodeCall, { lat, lng }, { quiet: true }).then(
          (place) => {
            const address = placeLine(place)
            if (place.is_nowhere === 1) {
              // The sea is no place to be picked up at.
              notify(say('services.form.stops.nowhere'), { type: 'warning' })
              latest.current(({ stops: now }) => ({
                stops: now.map((stop) =>
                  isAt(stop.point, point)
                    ? {
                        ...stop,
                        point: before?.point ?? null,
                        address: before?.address ?? '',
                        name: before?.name ?? '',
                      }
                    : stop,
                ),
              }))
              return
            }
            // Meanwhile it may have been moved on, or filled otherwise.
            latest.current(({ stops: now }) => ({
              stops: now.map((stop) => (isAt(stop.point, point) && !stop.address ? { ...stop, address } : stop)),
            }))
            // A place without a name is shown by its coordinates.
          },
          () => undefined,
        )
      }),
    [trip, provider, notify, say],
  )
}

const labelOf = (say: ReturnType<typeof useSay>, index: number, count: number): string => {
  const { key, number } = stopName(index, count)
  return say(key, { number })
}

const isAt = (one: LatLng | null, other: LatLng): boolean => one !== null && one[0] === other[0] && one[1] === other[1]

function lineOf(polyline: string | null): readonly LatLng[] {
  if (!polyline) return []
  try {
    return decodeLine(polyline)
  } catch {
    return []
  }
}
