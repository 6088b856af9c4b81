import Flatbush from 'flatbush'
import type { CornerBox } from './ring-geojson'

/** Finds which of many boxes meet a box or are near a place, by their numbers in the list. */
export interface BoxIndex {
  readonly meeting: (box: CornerBox) => readonly number[]
  /** Those accepted by `fits`, from the nearest box to the farthest, in degrees. */
  readonly nearest: (lat: number, lng: number, max: number, fits?: (index: number) => boolean) => readonly number[]
}

/** @param boxes in the order of the numbers in the answers */
export function boxIndex(boxes: readonly CornerBox[]): BoxIndex {
  // The library refuses an empty index.
  if (boxes.length === 0) return { meeting: () => [], nearest: () => [] }
  const tree = new Flatbush(boxes.length)
  for (const { west, south, east, north } of boxes) tree.add(west, south, east, north)
  tree.finish()
  return {
    meeting: ({ west, south, east, north }) => tree.search(west, south, east, north),
    nearest: (lat, lng, max, fits) => tree.neighbors(lng, lat, max, Infinity, fits),
  }
}
