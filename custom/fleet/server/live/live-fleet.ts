import type { LatLng } from '../../../geometry/model'
import type { FleetVehicle } from '../../model/fleet-vehicle'
import { PlaceGrid, type NearPlace } from '../../model/place-grid'
import type { MovedVehicle } from './news'
import type { ReadVehicle } from './read-vehicles'

/** A vehicle and when this process last learnt something about it. */
export interface KnownVehicle {
  readonly vehicle: FleetVehicle
  readonly changed_ms: number
}

export interface NearVehiclesAsked {
  readonly at: LatLng
  readonly radius_m: number
  /** At most this many, the nearest; absent: all. */
  readonly max?: number
  readonly fits?: (vehicle: FleetVehicle) => boolean
}

/** The fleet in memory as the database last reported it, by id, by driver and by place. */
export class LiveFleet {
  readonly #known = new Map<number, KnownVehicle>()
  readonly #gone = new Map<number, number>()
  readonly #ofDriver = new Map<number, Set<number>>()
  readonly #grid = new PlaceGrid<number>()

  /** @param asked ids that were read; null: all. Vehicles that are not among the rows have left the fleet */
  learn(rows: readonly ReadVehicle[], asked: readonly number[] | null, now_ms: number): void {
    const there = new Map(rows.map((row) => [row.id, row]))
    for (const id of asked ?? [...this.#known.keys()]) if (there.get(id)?.fits !== true) this.#forget(id, now_ms)
    for (const row of rows) {
      if (row.fits) this.#put(row.vehicle, now_ms)
      else this.#gone.set(row.id, now_ms)
    }
  }

  /** Applies positions that were announced once stored; one older than the known one is ignored. */
  move(moved: readonly MovedVehicle[], now_ms: number): void {
    for (const { id, position } of moved) {
      const known = this.#known.get(id)
      if (!known || (known.vehicle.position?.version ?? 0) >= position.version) continue
      this.#known.set(id, { vehicle: { ...known.vehicle, position }, changed_ms: now_ms })
      this.#grid.put(id, [position.lat, position.lng], id)
    }
  }

  get(id: number): FleetVehicle | null {
    return this.#known.get(id)?.vehicle ?? null
  }

  /** Vehicles that a driver drives. */
  ofDriver(id_driver: number): readonly number[] {
    return [...(this.#ofDriver.get(id_driver) ?? [])]
  }

  all(): IterableIterator<KnownVehicle> {
    return this.#known.values()
  }

  /** Ids of vehicles that left the fleet at or after a moment. */
  goneSince(time_ms: number): readonly number[] {
    return [...this.#gone].flatMap(([id, at_ms]) => (at_ms >= time_ms ? [id] : []))
  }

  near({ at, radius_m, max, fits }: NearVehiclesAsked): readonly NearPlace<FleetVehicle>[] {
    const vehicle = (id: number): FleetVehicle | null => this.get(id)
    const found = this.#grid.near({
      at,
      radius_m,
      ...(max === undefined ? {} : { max }),
      fits: (id) => {
        const one = vehicle(id)
        return one !== null && (fits === undefined || fits(one))
      },
    })
    return found.flatMap(({ item, distance_m }) => {
      const one = vehicle(item)
      return one ? [{ item: one, distance_m }] : []
    })
  }

  #put(read: FleetVehicle, now_ms: number): void {
    const before = this.#known.get(read.id)?.vehicle
    // It may have been read before a position that is known by now was stored.
    const isOlder = (before?.position?.version ?? 0) > (read.position?.version ?? 0)
    const vehicle = isOlder && before ? { ...read, position: before.position } : read
    if (before) this.#undrive(before)
    this.#known.set(read.id, { vehicle, changed_ms: now_ms })
    this.#gone.delete(read.id)
    if (vehicle.id_driver !== null) {
      const driven = this.#ofDriver.get(vehicle.id_driver) ?? new Set()
      this.#ofDriver.set(vehicle.id_driver, driven.add(vehicle.id))
    }
    if (vehicle.position) this.#grid.put(read.id, [vehicle.position.lat, vehicle.position.lng], read.id)
    else this.#grid.remove(read.id)
  }

  #forget(id: number, now_ms: number): void {
    const before = this.#known.get(id)?.vehicle
    if (!before) return
    this.#undrive(before)
    this.#known.delete(id)
    this.#grid.remove(id)
    this.#gone.set(id, now_ms)
  }

  #undrive({ id, id_driver }: FleetVehicle): void {
    if (id_driver === null) return
    const driven = this.#ofDriver.get(id_driver)
    driven?.delete(id)
    if (driven?.size === 0) this.#ofDriver.delete(id_driver)
  }
}
