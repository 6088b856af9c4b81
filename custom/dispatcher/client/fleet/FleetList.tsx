import Box from '@mui/material/Box'
import { useEffect, useId, useRef } from 'react'
import { useSay } from '#engine/ui'
import type { LiveVehicle } from '../../model/live-vehicle'
import { useVehicleGrab } from '../drop/use-vehicle-grab'
import { useRowsInView } from '../live/use-rows-in-view'
import { VEHICLE_ROW_PX, VehicleRow } from './VehicleRow'

interface Props {
  readonly vehicles: readonly LiveVehicle[]
  readonly selected: number | null
  readonly now_ms: number
  readonly onSelect: (id: number) => void
}

/**
 * The vehicles one under the other; arrows go through them. Only rows in view are made, so ten thousand cost what
 * twenty do.
 */
export function FleetList({ vehicles, selected, now_ms, onSelect }: Props) {
  const say = useSay()
  const id = useId()
  const grab = useVehicleGrab(vehicles)
  const { box, first, last, reveal } = useRowsInView(vehicles.length, VEHICLE_ROW_PX)
  const at = vehicles.findIndex((vehicle) => vehicle.id === selected)
  // A refresh must not scroll the list: only a new choice does.
  const revealed = useRef<number | null>(null)
  useEffect(() => {
    if (selected === revealed.current) return
    revealed.current = selected
    if (at >= 0) reveal(at)
  })
  const go = (to: number): void => {
    const vehicle = vehicles[Math.min(vehicles.length - 1, Math.max(0, to))]
    if (vehicle) onSelect(vehicle.id)
  }
  const page = (): number => Math.max(1, Math.floor((box.current?.clientHeight ?? 0) / VEHICLE_ROW_PX) - 1)
  const keys: { readonly [key: string]: (() => void) | undefined } = {
    ArrowDown: () => go(at + 1),
    ArrowUp: () => go(at < 0 ? 0 : at - 1),
    Home: () => go(0),
    End: () => go(vehicles.length - 1),
    PageDown: () => go(at + page()),
    PageUp: () => go(at - page()),
  }
  return (
    <Box
      ref={box}
      role="listbox"
      tabIndex={0}
      data-letters="page"
      aria-label={say('dispatcher.list')}
      aria-activedescendant={at >= first && at < last ? `${id}-${selected}` : undefined}
      onPointerDown={(event) => {
        const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-vehicle]') : null
        if (row) grab(Number(row.dataset['vehicle']), event)
      }}
      onKeyDown={(event) => {
        const run = keys[event.key]
        if (!run) return
        event.preventDefault()
        run()
      }}
      sx={BOX}
    >
      <Box sx={{ height: vehicles.length * VEHICLE_ROW_PX, position: 'relative' }}>
        {vehicles.slice(first, last).map((vehicle, i) => (
          <VehicleRow
            key={vehicle.id}
            id={`${id}-${vehicle.id}`}
            vehicle={vehicle}
            selected={vehicle.id === selected}
            place={first + i}
            count={vehicles.length}
            now_ms={now_ms}
            onSelect={onSelect}
          />
        ))}
      </Box>
    </Box>
  )
}

const BOX = {
  flex: 1,
  minHeight: 0,
  overflowY: 'auto',
  overscrollBehavior: 'contain',
  scrollbarWidth: 'thin',
  outlineOffset: '-2px !important',
} as const
