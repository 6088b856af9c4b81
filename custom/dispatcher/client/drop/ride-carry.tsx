import Box from '@mui/material/Box'
import { createContext, useContext, useEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react'
import { useSay } from '#engine/ui'
import type { LiveVehicle } from '../../model/live-vehicle'
import { driverName } from '../fleet/vehicle-words'

/** A ride on its way to a vehicle. */
export interface CarriedRide {
  readonly id: number
  /** Whose ride it is, as its card says. */
  readonly name: string
  readonly onDrop: (vehicle: LiveVehicle) => void
}

/** Which vehicle the map draws at a place of the window. */
export type VehicleAt = (clientX: number, clientY: number) => number | null

interface RideCarry {
  readonly begin: (ride: CarriedRide, at: { readonly clientX: number; readonly clientY: number }) => void
  readonly isCarrying: boolean
  /** The vehicle that it would be given to. */
  readonly over: number | null
  /** Filled in by the map while it is there. */
  readonly vehicleAt: RefObject<VehicleAt | null>
}

const CarryContext = createContext<RideCarry | null>(null)
/** Null away from the board: there is no vehicle to drop on. */
export const useRideCarry = (): RideCarry | null => useContext(CarryContext)

/** What makes an element of a list a place to drop on. */
export const dropTarget = (id_vehicle: number) => ({ 'data-vehicle': id_vehicle })

/** Carries a ride's card over the board to a vehicle, on the map or in a list; Escape puts it back. */
export function RideCarryProvider({ vehicles, children }: { readonly vehicles: readonly LiveVehicle[]; readonly children: ReactNode }) {
  const say = useSay()
  const [carried, setCarried] = useState<{ readonly ride: CarriedRide; readonly x: number; readonly y: number } | null>(null)
  const [over, setOver] = useState<number | null>(null)
  const vehicleAt = useRef<VehicleAt | null>(null)
  const ghost = useRef<HTMLDivElement>(null)
  const known = useRef(vehicles)
  useEffect(() => { known.current = vehicles })
  useEffect(() => {
    if (!carried) return undefined
    const find = (x: number, y: number): LiveVehicle | undefined => {
      const id = targetAt(x, y, vehicleAt.current)
      return id === null ? undefined : known.current.find((one) => one.id === id)
    }
    const end = (): void => {
      setCarried(null)
      setOver(null)
    }
    const move = ({ clientX, clientY }: PointerEvent): void => {
      if (ghost.current) ghost.current.style.transform = placeOf(clientX, clientY)
      setOver(find(clientX, clientY)?.id ?? null)
    }
    const drop = ({ clientX, clientY }: PointerEvent): void => {
      end()
      const vehicle = find(clientX, clientY)
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
  }, [carried])
  const isCarrying = carried !== null
  const value = useMemo<RideCarry>(() => ({
    begin: (ride, { clientX, clientY }) => setCarried({ ride, x: clientX, y: clientY }), isCarrying, over, vehicleAt,
  }), [isCarrying, over])
  const target = over === null ? undefined : vehicles.find(({ id }) => id === over)
  return (
    <CarryContext.Provider value={value}>
      {children}
      {carried && (
        <Box ref={ghost} role="status" style={{ transform: placeOf(carried.x, carried.y) }} sx={GHOST}>
          <Box sx={{ fontWeight: 600 }}>{`#${carried.ride.id} · ${carried.ride.name}`}</Box>
          <Box sx={{ color: target ? 'text.primary' : 'text.secondary' }}>
            {target ? say('dispatcher.drop.on', { vehicle: [driverName(target), target.plate].filter(Boolean).join(' · ') }) : say('dispatcher.drop.nowhere')}
          </Box>
        </Box>
      )}
    </CarryContext.Provider>
  )
}

/** The vehicle under the pointer: a row of a list, or a mark where nothing lies over the map. */
function targetAt(x: number, y: number, onMap: VehicleAt | null): number | null {
  const element = document.elementFromPoint(x, y)
  const row = element?.closest<HTMLElement>('[data-vehicle]')
  if (row) return Number(row.dataset['vehicle'])
  return element?.closest('.leaflet-container') ? onMap?.(x, y) ?? null : null
}

// Beside the pointer, so that it hides no vehicle, and within the window at its right edge.
const placeOf = (x: number, y: number): string => `translate(${Math.max(4, Math.min(x + 14, window.innerWidth - 270))}px, ${y + 12}px)`

const GHOST = {
  position: 'fixed', top: 0, left: 0, zIndex: 'tooltip', pointerEvents: 'none', maxWidth: 260, px: 1.5, py: 0.75, fontSize: 13, lineHeight: '18px',
  bgcolor: 'background.paper', border: 1, borderColor: 'primary.main', borderRadius: 1, boxShadow: 8,
} as const
