import { element, pageButton, publicGet } from '#engine/client'
import type { PlainMap } from '../../../geo/client/public'
import type { WidgetPlace } from '../../model/booking-item'
import type { WizardTrip } from '../wizard/wizard'
import type { StepContext } from './step-view'

type At = readonly [lat: number, lng: number]
const ENDS = ['org', 'dst'] as const
const COVERED = { top: 40, bottom: 40 }
const DECIMALS = 5

/**
 * The two places on a map, for whoever knows where but not what it is called: a press puts the missing one, both can be
 * moved. Its code comes with the first press.
 */
export function searchMap({ page, say, send }: StepContext): {
  readonly node: HTMLElement
  show(trip: WizardTrip): void
} {
  const box = element('div', { of: 'map' })
  box.hidden = true
  const help = element('p', { of: 'soft', text: say('pin_help') })
  help.hidden = true
  const note = element('p', { of: 'soft none' })
  note.setAttribute('role', 'status')
  const open = pageButton(say('on_map'), () => void load(), 'link')
  let map: PlainMap | null = null
  let now: WizardTrip | null = null
  const labels = { org: say('origin'), dst: say('destination') }
  const turns = { org: 0, dst: 0 }

  /** What is at a point has a name; where nobody can say, the point itself is the address. */
  async function put(name: (typeof ENDS)[number], [lat, lng]: At): Promise<void> {
    const mine = ++turns[name]
    const point = `${lat.toFixed(DECIMALS)}, ${lng.toFixed(DECIMALS)}`
    const found = await publicGet<{ readonly name: string; readonly address: string }>(
      `../client/widgets/${page.id}/geocode`,
      { lat: String(lat), lng: String(lng) },
    ).catch(() => ({ name: '', address: '' }))
    if (mine !== turns[name]) return
    const place: WidgetPlace = { address: found.address || found.name || point, lat, lng, name: found.name || null }
    send({ kind: 'trip', change: { [name]: place } })
    note.textContent = `${labels[name]}: ${place.address}`
  }
  const draw = (): void => {
    for (const name of ENDS) {
      const place = now?.[name] ?? null
      map?.pin(name, place === null ? null : [place.lat, place.lng], labels[name], (at) => void put(name, at))
    }
  }
  async function load(): Promise<void> {
    open.hidden = true
    const { openPlainMap } = await import('../../../geo/client/public').catch(() => ({ openPlainMap: null }))
    if (openPlainMap === null) {
      note.textContent = say('unreached')
      open.hidden = false
      return
    }
    box.hidden = false
    help.hidden = false
    map = openPlainMap(box, {
      label: say('map'),
      zoomIn: say('zoom_in'),
      zoomOut: say('zoom_out'),
      tiles: page.tiles,
      covered: COVERED,
    })
    map.center([page.center.lat, page.center.lng])
    map.pressed((at) => {
      const missing = ENDS.find((name) => (now?.[name] ?? null) === null)
      if (missing) void put(missing, at)
    })
    draw()
    map.fit()
  }
  return {
    node: element('div', { of: 'search-map', inside: [open, help, box, note] }),
    show(trip) {
      now = trip
      draw()
    },
  }
}
