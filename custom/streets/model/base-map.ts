import type { BaseMap } from '../../geo/model'
import { type LatLng, lngLat } from '../../geometry/model'
import { labelPoint } from './district-at'
import { DISTRICTS } from './districts'
import water from './lima/water.json' with { type: 'json' }
import { STREETS } from './streets'

/** What maps draw: the streets and districts of this folder, the shore and the river, as GeoJSON. */
export function baseMap(): BaseMap {
  return {
    streets: {
      type: 'FeatureCollection',
      features: STREETS.map(({ name, kind, points }) => ({
        type: 'Feature',
        properties: { name, kind },
        geometry: lineOf(points),
      })),
    },
    districts: {
      type: 'FeatureCollection',
      features: DISTRICTS.map((district) => ({
        type: 'Feature',
        properties: { name: district.name, label: turned(labelPoint(district)) },
        // A GeoJSON ring ends where it starts (§3.1.6).
        geometry: {
          type: 'Polygon',
          coordinates: [[...district.outline, ...district.outline.slice(0, 1)].map(turned)],
        },
      })),
    },
    coast: waterOf('Océano Pacífico'),
    river: waterOf('Río Rímac'),
  }
}

const lineOf = (points: readonly LatLng[]) => ({ type: 'LineString' as const, coordinates: points.map(turned) })
const turned = ([lat, lng]: LatLng): [number, number] => [lng, lat]

/**
 * The shore runs from Ancón to Pucusana, north to south, rounded to about 100 m in the city and 500 m beyond it; along
 * the districts' outlines it shares their corners, and the sea lies to its west. The river runs from the hills to the
 * sea, where it divides districts along their corners.
 */
function waterOf(name: string): BaseMap['coast'] {
  const found = water.features.find(({ properties }) => properties.name === name)
  if (!found) throw new Error(`custom/streets/model/lima/water.json has no ${name}.`)
  return { type: 'Feature', properties: { name }, geometry: lineOf(found.geometry.coordinates.map(lngLat)) }
}
