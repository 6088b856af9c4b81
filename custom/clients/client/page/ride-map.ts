import { element, pageButton } from '#engine/client'
import type { PlainMap } from '../../../geo/client/public'
import { shapeOf } from '../../../geo/model'
import type { WholeRide } from '../../model/ride-wire'
import type { PageContext } from './page-context'

const COVERED = { top: 32, bottom: 32 }

interface RideMap {
  readonly node: HTMLElement
  place(ride: WholeRide): void
  close(): void
}

/** The map comes after the rest; a ride without one is still told. */
export function openRideMap({ page: { tiles }, say }: PageContext, ride: WholeRide): RideMap {
  const box = element('div', { of: 'map' })
  const node = element('div', { of: 'map-frame', inside: [box] })
  let map: PlainMap | null = null
  let isOver = ride.state.over
  let now = ride
  const place = ({ vehicle }: WholeRide, moved: boolean): void => {
    if (vehicle === null || vehicle.lat === null || vehicle.lng === null) map?.vehicle(null, false)
    else
      map?.vehicle(
        { at: [vehicle.lat, vehicle.lng], course: vehicle.course, shape: shapeOf(vehicle.icon), label: vehicle.plate },
        moved,
      )
  }
  const load = async (): Promise<void> => {
    const { openPlainMap } = await import('../../../geo/client/public').catch(() => ({ openPlainMap: null }))
    if (openPlainMap === null || isOver) return
    map = openPlainMap(box, {
      label: say('map'),
      zoomIn: say('zoom_in'),
      zoomOut: say('zoom_out'),
      tiles,
      covered: COVERED,
    })
    const stops = now.stops.flatMap(({ lat, lng, address }) =>
      lat === null || lng === null ? [] : [{ at: [lat, lng] as const, label: address }],
    )
    map.route(now.points, stops)
    place(now, false)
    map.fit()
    node.append(pageButton(say('fit'), map.fit, 'fit'))
  }
  if (!isOver) void load()
  return {
    node,
    place(next) {
      now = next
      node.hidden = next.state.over
      place(next, next.vehicle?.moved === true)
    },
    close() {
      isOver = true
    },
  }
}
