import type { ServiceState } from '../../service-states/model'

/**
 * A vehicle of the fleet in memory: its driver, where it is, what it does. Distances are metres, moments milliseconds
 * since the epoch.
 */
export interface FleetVehicle {
  readonly id: number
  readonly id_branch: number | null
  readonly id_type_vehicle: number | null
  readonly capacity_1: number
  readonly code: string | null
  readonly plate: string
  readonly brand: string | null
  readonly model: string | null
  readonly year: number | null
  readonly icon: string
  /** The driver on shift with it; without an open shift, its owner. */
  readonly id_driver: number | null
  readonly us_name: string | null
  readonly us_surname: string | null
  readonly us_phone: string | null
  readonly us_rating_average: number | null
  readonly us_rating_count: number | null
  readonly availability: 'online' | 'busy' | 'offline'
  readonly shift: FleetShift | null
  /** The ride it is on; if there are several, the one accepted first. */
  readonly service: FleetService | null
  /** The service offered to its driver. */
  readonly requesting: number | null
  readonly today: { readonly amount: number; readonly services: number; readonly until_ms: number }
  readonly position: FleetPosition | null
  /** What a search matches, without case and accents: driver, plate with and without its hyphen, code. */
  readonly text: string
}

interface FleetShift {
  readonly id: number
  readonly state: 'online' | 'busy' | 'paused'
  readonly place: number | null
  readonly start_ms: number
  readonly paused_ms: number | null
  readonly last_finalized_ms: number | null
}

interface FleetService {
  readonly id: number
  readonly state: ServiceState
  readonly dst_lat: number | null
  readonly dst_lng: number | null
}

export interface FleetPosition {
  readonly lat: number
  readonly lng: number
  /** Degrees clockwise from north. */
  readonly course: number | null
  /** km/h */
  readonly speed: number | null
  readonly battery_level: number | null
  readonly mode: string | null
  readonly fix_ms: number
  /** Grows with every write. */
  readonly version: number
}
