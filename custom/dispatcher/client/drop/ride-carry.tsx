import { createContext, useContext, useEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react'
import type { LiveVehicle } from '../../model/live-vehicle'
import { CarryGhost, GHOST_PX } from './CarryGhost'
import { ghostPlace } from './ghost-place'

/** Rides on their way to a vehicle. */
interface CarriedRide {
  readonly ids: readonly number[]
  /** Whose they are, as their card says. */
  readonly name: string
  readonly onDrop: (vehicle: LiveVehicle) => void
}
/** A vehicle on its way to a ride is the same the other way round. */
export type Carried =
  | { readonly kind: 'ride'; readonly ride: CarriedRide }
  | { readonly kind: 'vehicle'; readonly vehicle: LiveVehicle }

/** Which vehicle the map draws at a place of the window. */
type VehicleAt = (clientX: number, clientY: number) => number | null
type At = { readonly clientX: number; readonly clientY: number }

interface RideCarry {
  readonly begin: (ride: CarriedRide, at: At) => void
  readonly beginVehicle: (vehicle: LiveVehicle, at: At) => void
  readonly isCarrying: boolean
  /** The vehicle that rides would be given to, and the ride that a vehicle would take. */
  readonly over: number | null
  readonly overJob: number | null
  /** Filled in by the map while it is there. */
  readonly vehicleAt: RefObject<VehicleAt | null>
  /** Filled in by the list of rides: what happens to a vehicle that is dropped on one. */
  readonly takeJob: RefObject<((vehicle: LiveVehicle, id_service: number) => void) | null>
}

const CarryContext = createContext<RideCarry | null>(null)
/** Null away from the board: there is no vehicle to drop on. */
export const useRideCarry = (): RideCarry | null => useContext(CarryContext)

/** What makes an element of a list a place to drop on. */
export const dropTarget = (id_vehicle: number) => ({ 'data-vehicle': id_vehicle })

/** Carries rides over the board to a vehicle, on the map or in a list, and a vehicle to a ride; Escape puts it back. */
export function RideCarryProvider({
  vehicles,
  children,
}: {
  readonly vehicles: readonly LiveVehicle[]
  readonly children: ReactNode
}) {
  const [carrying, setCarrying] = useState<{
    readonly carried: Carried
    readonly x: number
    readonly y: number
  } | null>(null)
  const [over, setOver] = useState<number | null>(null)
  const vehicleAt = useRef<VehicleAt | null>(null)
  const takeJob = useRef<((vehicle: LiveVehicle, id_service: number) => void) | null>(null)
  const ghost = useRef<HTMLDivElement>(null)
  const known = useRef(vehicles)
  useEffect(() => {
    known.current = vehicles
  })
  useEffect(() => {
    if (!carrying) return undefined
    const { carried } = carrying
    const find = (x: number, y: number): number | null => {
      if (carried.kind === 'vehicle') return jobAt(x, y)
      const id = targetAt(x, y, vehicleAt.current)
      return known.current.some((one) => one.id === id) ? id : null
    }
    const end = (): void => {
      setCarrying(null)
      setOver(null)
    }
    const move = ({ clientX, clientY }: PointerEvent): void => {
      if (ghost.current) ghost.current.style.transform = placeOf(clientX, clientY, ghost.current)
      setOver(find(clientX, clientY))
    }
    const drop = ({ clientX, clientY }: PointerEvent): void => {
      end()
      const id = find(clientX, clientY)
      if (id === null) return
      if (carried.kind === 'vehicle') return takeJob.current?.(carried.vehicle, id)
      const vehicle = known.current.find((one) => one.id === id)
      if (vehicle) carried.ride.onDrop(vehicle)
    }
    const escape = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return
      // It closes nothing else.
      event.stopPropagation()
      end()
    }
    const listening = new AbortController()
    const { signal } = listening
    window.addEventListener('pointermove', move, { signal })
    window.addEventListener('pointerup', drop, { signal })
    window.addEventListener('pointercancel', end, { signal })
    window.addEventListener('keydown', escape, { signal, capture: true })
    return () => listening.abort()
  }, [carrying])
  const kind = carrying?.carried.kind
  const [overVehicle, overJob] = kind === 'ride' ? [over, null] : [null, over]
  const value = useMemo<RideCarry>(
    () => ({
      begin: (ride, { clientX, clientY }) => setCarrying({ carried: { kind: 'ride', ride }, x: clientX, y: clientY }),
      beginVehicle: (vehicle, { clientX, clientY }) =>
        setCarrying({ carried: { kind: 'vehicle', vehicle }, x: clientX, y: clientY }),
      isCarrying: kind !== undefined,
      over: overVehicle,
      overJob,
      vehicleAt,
      takeJob,
    }),
    [kind, overVehicle, overJob],
  )
  return (
    <CarryContext.Provider value={value}>
      {children}
      {carrying && (
        <CarryGhost
          carried={carrying.carried}
          vehicle={vehicles.find(({ id }) => id === overVehicle)}
          job={overJob}
          at={placeOf(carrying.x, carrying.y, null)}
          box={ghost}
        />
      )}
    </CarryContext.Provider>
  )
}

/** The vehicle under the pointer: a row of a list, or a mark where nothing lies over the map. */
function targetAt(x: number, y: number, onMap: VehicleAt | null): number | null {
  const element = document.elementFromPoint(x, y)
  const row = element?.closest<HTMLElement>('[data-vehicle]')
  if (row) return Number(row.dataset['vehicle'])
  return element?.closest('.leaflet-container') ? (onMap?.(x, y) ?? null) : null
}

function jobAt(x: number, y: number): number | null {
  const row = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-job]')
  return row ? Number(row.dataset['job']) : null
}

/** As large as it is drawn; before that as large as it gets. */
const placeOf = (x: number, y: number, ghost: HTMLElement | null): string => {
  const at = ghostPlace(
    { x, y },
    { width: ghost?.offsetWidth ?? GHOST_PX, height: ghost?.offsetHeight ?? GHOST_PX / 2 },
    { width: window.innerWidth, height: window.innerHeight },
  )
  return `translate(${at.x}px, ${at.y}px)`
}
