import type { BaseMap } from '../../model/base-map'
import { worldX, worldY, type WorldPoint } from './world'

interface WorldLine {
  readonly name: string
  readonly kind: 'expressway' | 'avenue'
  readonly points: readonly WorldPoint[]
}
interface WorldArea {
  readonly name: string
  readonly label: WorldPoint
  readonly points: readonly WorldPoint[]
}

/** The base map converted to world coordinates once, for drawing at every zoom. */
export interface WorldMap {
  readonly streets: readonly WorldLine[]
  readonly areas: readonly WorldArea[]
  /** The sea as one area: the shore, closed far to the west. */
  readonly sea: readonly WorldPoint[]
  readonly shore: readonly WorldPoint[]
  readonly river: readonly WorldPoint[]
  /** Sides of districts, each once though two districts share it. */
  readonly borders: readonly (readonly [WorldPoint, WorldPoint])[]
  readonly seaLabels: readonly WorldPoint[]
  readonly seaName: string
}

// Beyond what anyone scrolls to from Lima.
const FAR_WEST = -85
const FAR_NORTH = -8
const FAR_SOUTH = -17

export function worldMap(base: BaseMap): WorldMap {
  const shore = base.coast.geometry.coordinates.map(pointOf)
  return {
    streets: base.streets.features.map(({ properties, geometry }) => ({
      ...properties,
      points: geometry.coordinates.map(pointOf),
    })),
    areas: base.districts.features.map(({ properties, geometry }) => ({
      name: properties.name,
      label: pointOf(properties.label),
      points: (geometry.coordinates[0] ?? []).map(pointOf),
    })),
    shore,
    sea: [
      at(FAR_NORTH, -79.5),
      at(-10.5, -78),
      ...shore,
      at(-13.5, -76.3),
      at(FAR_SOUTH, -72.5),
      at(FAR_SOUTH, FAR_WEST),
      at(FAR_NORTH, FAR_WEST),
    ],
    borders: bordersOf(base),
    river: base.river.geometry.coordinates.map(pointOf),
    seaLabels: [at(-12.125, -77.105), at(-12.32, -77.15), at(-12.1, -77.45)],
    seaName: base.coast.properties.name,
  }
}

function bordersOf({ districts }: BaseMap): WorldMap['borders'] {
  const sides = new Map<string, readonly [WorldPoint, WorldPoint]>()
  for (const { geometry } of districts.features) {
    const ring = geometry.coordinates[0] ?? []
    ring.slice(1).forEach((corner, i) => {
      const before = ring[i] ?? corner
      // A neighbour goes along the same side in the other direction.
      const key = [before.join(), corner.join()].sort().join(' ')
      if (!sides.has(key)) sides.set(key, [pointOf(before), pointOf(corner)])
    })
  }
  return [...sides.values()]
}

const at = (lat: number, lng: number): WorldPoint => ({ x: worldX(lng), y: worldY(lat) })
const pointOf = ([lng, lat]: readonly [number, number]): WorldPoint => at(lat, lng)
