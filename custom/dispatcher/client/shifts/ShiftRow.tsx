import DragIndicator from '@mui/icons-material/DragIndicator'
import Box from '@mui/material/Box'
import type { KeyboardEvent, PointerEventHandler } from 'react'
import { Badge, useSay } from '#engine/ui'
import type { DriverShift } from '../../../fleet/model'
import { dropTarget } from '../drop/ride-carry'
import { ageOf, ageWords } from '../live/age-words'
import { LINE, PLACE, ROW_PRESS } from './queue-row-style'

export const SHIFT_PX = 56

interface Handle {
  readonly onPointerDown: PointerEventHandler<HTMLElement>
  readonly onPointerMove: PointerEventHandler<HTMLElement>
  readonly onPointerUp: () => void
  readonly onPointerCancel: () => void
}

/** A driver on shift: place, name, what they are doing and for how long. */
export function ShiftRow({
  shift,
  place,
  now_ms,
  by_px,
  isDragged,
  handle,
  onSelect,
  onKeyDown,
}: {
  shift: DriverShift
  place: number
  now_ms: number
  /** How far it is drawn from where it belongs, while something is dragged. */
  by_px: number
  isDragged: boolean
  handle: Handle | null
  onSelect: () => void
  onKeyDown: (event: KeyboardEvent) => void
}) {
  const say = useSay()
  const driver = [shift.us_name, shift.us_surname].filter(Boolean).join(' ')
  const since = shift.state === 'paused' ? shift.date_paused : (shift.date_last_finalized ?? shift.date_start)
  return (
    <Box
      component="li"
      {...dropTarget(shift.id_vehicle)}
      sx={{
        ...ROW,
        transform: by_px ? `translateY(${by_px}px)` : 'none',
        transition: isDragged ? 'none' : 'transform 120ms',
        ...(isDragged ? { zIndex: 1, boxShadow: 4, bgcolor: 'background.paper' } : {}),
      }}
    >
      <Box
        component="button"
        type="button"
        data-row
        onClick={onSelect}
        onKeyDown={onKeyDown}
        aria-label={say('dispatcher.shifts.row', {
          place,
          driver,
          plate: shift.plate ?? '',
          state: shift.state_obj.name,
        })}
        sx={ROW_PRESS}
      >
        <Box sx={PLACE}>{place}</Box>
        <Box sx={{ minWidth: 0, textAlign: 'start' }}>
          <Box sx={{ ...LINE, fontWeight: 600, fontSize: 13.5 }}>{driver}</Box>
          <Box sx={{ ...LINE, color: 'text.secondary', fontSize: 12.5 }}>
            {[shift.plate, shift.code, shift.pause_reason].filter(Boolean).join(' · ')}
          </Box>
        </Box>
        <Box sx={{ textAlign: 'end', display: 'grid', justifyItems: 'end', gap: '2px' }}>
          <Badge color={shift.state_obj.color}>{shift.state_obj.name}</Badge>
          <Box sx={{ fontSize: 12, color: 'text.secondary', whiteSpace: 'nowrap' }}>
            {since ? ageWords(ageOf(since, now_ms), say) : ''}
          </Box>
        </Box>
      </Box>
      {handle && (
        <Box aria-hidden {...handle} sx={HANDLE}>
          <DragIndicator fontSize="small" />
        </Box>
      )}
    </Box>
  )
}

const ROW = {
  height: SHIFT_PX,
  boxSizing: 'border-box',
  display: 'flex',
  alignItems: 'stretch',
  borderBottom: 1,
  borderColor: 'divider',
  position: 'relative',
  '&:hover': { bgcolor: 'action.hover' },
} as const
const HANDLE = {
  width: 32,
  display: 'grid',
  placeItems: 'center',
  color: 'text.secondary',
  cursor: 'grab',
  touchAction: 'none',
} as const
