import Box from '@mui/material/Box'
import { useEffect, useId, useRef, useLayoutEffect, useState, type RefObject } from 'react'
import { useSay } from '#engine/ui'
import type { LiveVehicle } from '../../model/live-vehicle'
import { ROW_PX, VehicleRow } from './VehicleRow'

interface RowsInView {
  readonly box: RefObject<HTMLDivElement | null>
  readonly first: number
  readonly last: number
  /** Brings a row into the box if it is not there. */
  readonly reveal: (row: number) => void
}

// Rows beyond each edge, so that a quick turn of the wheel shows no blank.
const EXTRA = 8

/** Which rows of a long list its scrolling box shows: only those are made. All rows are equally high. */
function useRowsInView(count: number, height_px: number): RowsInView {
  const box = useRef<HTMLDivElement>(null)
  const [span, setSpan] = useState({ first: 0, last: 30 })
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return undefined
    const look = (): void => {
      const first = Math.max(0, Math.floor(element.scrollTop / height_px) - EXTRA)
      const last = Math.ceil((element.scrollTop + element.clientHeight) / height_px) + EXTRA
      setSpan((now) => (now.first === first && now.last === last ? now : { first, last }))
    }
    look()
    const observer = new ResizeObserver(look)
    observer.observe(element)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [height_px])
  return {
    box,
    first: Math.min(span.first, Math.max(0, count - 1)),
    last: Math.min(count, span.last),
    reveal: (row) => {
      const element = box.current
      if (!element) return
      const top = row * height_px
      if (top < element.scrollTop) element.scrollTop = top
      else if (top + height_px > element.scrollTop + element.clientHeight) element.scrollTop = top + height_px - element.clientHeight
    },
  }
}

interface Props {
  readonly vehicles: readonly LiveVehicle[]
  readonly selected: number | null
  readonly now_ms: number
  readonly onSelect: (id: number) => void
}

/** The vehicles one under the other; arrows go through them. Only rows in view are made, so ten thousand cost what twenty do. */
export function FleetList({ vehicles, selected, now_ms, onSelect }: Props) {
  const say = useSay()
  const id = useId()
  const { box, first, last, reveal } = useRowsInView(vehicles.length, ROW_PX)
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
  const page = (): number => Math.max(1, Math.floor((box.current?.clientHeight ?? 0) / ROW_PX) - 1)
  const keys: { readonly [key: string]: (() => void) | undefined } = {
    ArrowDown: () => go(at + 1), ArrowUp: () => go(at < 0 ? 0 : at - 1), Home: () => go(0), End: () => go(vehicles.length - 1),
    PageDown: () => go(at + page()), PageUp: () => go(at - page()),
  }
  return (
    <Box
      ref={box}
      role="listbox"
      tabIndex={0}
      aria-label={say('dispatcher.list')}
      aria-activedescendant={at >= first && at < last ? `${id}-${selected}` : undefined}
      onKeyDown={(event) => {
        const run = keys[event.key]
        if (!run) return
        event.preventDefault()
        run()
      }}
      sx={BOX}
    >
      <Box sx={{ height: vehicles.length * ROW_PX, position: 'relative' }}>
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
  flex: 1, minHeight: 0, overflowY: 'auto', overscrollBehavior: 'contain', scrollbarWidth: 'thin', outlineOffset: '-2px !important',
} as const
