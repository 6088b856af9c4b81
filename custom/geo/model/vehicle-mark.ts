export type VehicleShape = 'car' | 'van' | 'bus' | 'motorcycle'
export type VehicleState = 'online' | 'busy' | 'offline'
/** How strongly a vehicle is drawn: the older its position, the fainter. */
export type VehicleFade = 'fresh' | 'recent' | 'old' | 'lost'

/** One vehicle as the map draws it. */
export interface VehicleMark {
  readonly id: number
  readonly lat: number
  readonly lng: number
  /** Degrees clockwise from north; null: not known, drawn pointing north. */
  readonly course: number | null
  readonly shape: VehicleShape
  readonly state: VehicleState
  readonly fade: VehicleFade
}

/** Pixels on the map (spec §9). */
export const VEHICLE_PX = { width: 18, height: 38 } as const

const SHAPES: readonly VehicleShape[] = ['car', 'van', 'bus', 'motorcycle']

/** The shape that a vehicle type's `icon` names; an unknown one is drawn as a car. */
export const vehicleShape = (icon: string): VehicleShape => SHAPES.find((shape) => shape === icon) ?? 'car'
