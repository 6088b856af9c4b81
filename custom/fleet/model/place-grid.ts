import { distance_m, type LatLng } from '../../geometry/model'

// About 550 m from south to north: a few vehicles per cell where a city is full of them.
const CELL_DEG = 0.005
const ROWS = 180 / CELL_DEG
const COLUMNS = 360 / CELL_DEG
const METRES_PER_DEGREE = 111_195

export interface NearPlace<T> {
  readonly item: T
  /** Metres as the crow flies. */
  readonly distance_m: number
}

interface NearAsked<T> {
  readonly at: LatLng
  readonly radius_m: number
  /** At most this many, the nearest; absent: all. */
  readonly max?: number
  readonly fits?: (item: T) => boolean
}

/** Moving items indexed by place: they change cells in place, and the nearest are found ring by ring around a point. */
export class PlaceGrid<T> {
  readonly #cells = new Map<number, Map<number, { readonly item: T; readonly at: LatLng }>>()
  readonly #where = new Map<number, number>()

  /** Puts an item at a place, wherever it was. */
  put(id: number, at: LatLng, item: T): void {
    const key = cellKey(rowOf(at[0]), columnOf(at[1]))
    const before = this.#where.get(id)
    if (before !== undefined && before !== key) this.#leave(id, before)
    const cell = this.#cells.get(key) ?? new Map()
    cell.set(id, { item, at })
    this.#cells.set(key, cell)
    this.#where.set(id, key)
  }

  remove(id: number): void {
    const before = this.#where.get(id)
    if (before === undefined) return
    this.#leave(id, before)
    this.#where.delete(id)
  }

  clear(): void {
    this.#cells.clear()
    this.#where.clear()
  }

  /** The nearest first. */
  near({ at, radius_m, max = Infinity, fits = () => true }: NearAsked<T>): readonly NearPlace<T>[] {
    const found = new Nearest<T>(max)
    const look = (cell: ReadonlyMap<number, { readonly item: T; readonly at: LatLng }> | undefined): void => {
      if (!cell) return
      for (const { item, at: there } of cell.values()) {
        if (Math.abs(there[0] - at[0]) * METRES_PER_DEGREE > found.worst_m(radius_m)) continue
        const distance = distance_m(at, there)
        if (distance <= found.worst_m(radius_m) && fits(item)) found.add({ item, distance_m: distance })
      }
    }
    const [row, column] = [rowOf(at[0]), columnOf(at[1])]
    let cells = 0
    for (let ring = 0; (ring - 1) * narrowest_m(at[0], ring) <= found.worst_m(radius_m); ring++) {
      cells += Math.max(1, ring * 8)
      // Fewer cells are occupied than the rings would visit: scan those.
      if (cells > this.#cells.size + 9 || ring * 2 > COLUMNS) {
        found.clear()
        for (const cell of this.#cells.values()) look(cell)
        break
      }
      for (const [dr, dc] of ringOf(ring)) look(this.#cells.get(cellKey(row + dr, (column + dc + COLUMNS) % COLUMNS)))
    }
    return found.list()
  }

  #leave(id: number, key: number): void {
    const cell = this.#cells.get(key)
    cell?.delete(id)
    if (cell?.size === 0) this.#cells.delete(key)
  }
}

const rowOf = (lat: number): number => Math.min(ROWS - 1, Math.floor((lat + 90) / CELL_DEG))
const columnOf = (lng: number): number => ((Math.floor((lng + 180) / CELL_DEG) % COLUMNS) + COLUMNS) % COLUMNS
const cellKey = (row: number, column: number): number => row * COLUMNS + column

/** Width of the narrowest cell within this many rings: cells shrink towards a pole. */
function narrowest_m(lat: number, rings: number): number {
  const farthest = Math.min(89.9, Math.abs(lat) + (rings + 1) * CELL_DEG)
  return CELL_DEG * METRES_PER_DEGREE * Math.cos(farthest * (Math.PI / 180))
}

function* ringOf(ring: number): Generator<readonly [number, number]> {
  if (ring === 0) {
    yield [0, 0]
    return
  }
  for (let step = -ring; step <= ring; step++) {
    yield [-ring, step]
    yield [ring, step]
  }
  for (let step = -ring + 1; step < ring; step++) {
    yield [step, -ring]
    yield [step, ring]
  }
}

/** The nearest of the added items, up to a limit. */
class Nearest<T> {
  readonly #most: number
  #found: NearPlace<T>[] = []

  constructor(max: number) {
    this.#most = max
  }

  /** Items farther away than this are not wanted. */
  worst_m(radius_m: number): number {
    const last = this.#found.length >= this.#most ? this.#found.at(-1) : undefined
    return last ? Math.min(radius_m, last.distance_m) : radius_m
  }

  add(one: NearPlace<T>): void {
    if (this.#most === Infinity) {
      this.#found.push(one)
      return
    }
    let [low, high] = [0, this.#found.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#found[middle]?.distance_m ?? 0) <= one.distance_m) low = middle + 1
      else high = middle
    }
    this.#found.splice(low, 0, one)
    if (this.#found.length > this.#most) this.#found.pop()
  }

  clear(): void {
    this.#found = []
  }

  list(): readonly NearPlace<T>[] {
    return this.#most === Infinity ? this.#found.sort((a, b) => a.distance_m - b.distance_m) : this.#found
  }
}
