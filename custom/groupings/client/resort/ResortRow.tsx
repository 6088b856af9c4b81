import AutoFixHigh from '@mui/icons-material/AutoFixHigh'
import DragIndicator from '@mui/icons-material/DragIndicator'
import LockOpen from '@mui/icons-material/LockOpen'
import LockOutlined from '@mui/icons-material/LockOutlined'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import type { HTMLAttributes } from 'react'
import { Badge } from '#engine/ui'
import type { GroupingStop } from '../../model/grouping-wire'
import type { Violation, Visit } from '../../model/plan/evaluation'
import { isImpossible, violationText, type RouteWords } from '../route/route-words'

/** Rows have one height, so that a pointer's way is a number of places. */
export const RESORT_ROW_PX = 68

interface Props {
  readonly stop: GroupingStop
  readonly visit: Visit | undefined
  readonly zero_ms: number
  readonly place: number
  readonly violations: readonly Violation[]
  readonly words: RouteWords
  readonly offset_px: number
  readonly isCarried: boolean
  readonly isLocked: boolean
  /** Null: it was driven. */
  readonly handle: HTMLAttributes<HTMLElement> | null
  readonly onBest: () => void
  readonly onLock: () => void
}

/** A stop of the route that is being sorted: when, who, where, and what is wrong there. */
export function ResortRow({
  stop,
  visit,
  zero_ms,
  place,
  violations,
  words,
  offset_px,
  isCarried,
  isLocked,
  handle,
  onBest,
  onLock,
}: Props) {
  const { say, time } = words
  const who = stop.who ?? `#${stop.id_service}`
  const kind = say(`groupings.kind.${stop.kind}`)
  return (
    <Box
      component="li"
      data-stop={stop.id}
      sx={{
        ...ROW,
        transform: offset_px ? `translateY(${offset_px}px)` : 'none',
        transition: isCarried ? 'none' : 'transform 120ms',
        ...(isCarried && { zIndex: 2, boxShadow: 6, bgcolor: 'background.paper' }),
        ...(handle === null && { opacity: 0.62 }),
      }}
    >
      {handle && !isLocked ? (
        <Box
          component="button"
          type="button"
          {...handle}
          aria-label={say('groupings.carry', { who, kind, place })}
          aria-pressed={isCarried}
          sx={HANDLE}
        >
          <DragIndicator fontSize="small" />
        </Box>
      ) : (
        <Box sx={{ width: 40 }} />
      )}
      <Box sx={NUMBER}>{place}</Box>
      <Box sx={{ minWidth: 0, flex: 1, py: 0.75 }}>
        <Box sx={{ ...LINE, fontWeight: 600, fontSize: 14 }}>
          <Box
            component="span"
            sx={{ color: stop.kind === 'dropoff' ? 'secondary.main' : 'primary.main', marginInlineEnd: 0.75 }}
          >
            {stop.kind === 'dropoff' ? '↓' : stop.kind === 'pickup' ? '↑' : '•'} {kind}
          </Box>
          {who}
          {stop.people > 1 && ` (${stop.people})`}
        </Box>
        <Box sx={{ ...LINE, fontSize: 12.5, color: 'text.secondary' }}>{stop.name ?? stop.address}</Box>
        <Box sx={{ display: 'flex', gap: 0.5, overflow: 'hidden', height: 22 }}>
          {violations.map((one) => (
            <Badge key={one.kind} color={isImpossible(one) ? 'error' : 'warning'}>
              {violationText(words, one)}
            </Badge>
          ))}
          {handle === null && <Badge color="success">{say('groupings.driven')}</Badge>}
        </Box>
      </Box>
      <Box sx={{ textAlign: 'end', fontVariantNumeric: 'tabular-nums', flex: 'none' }}>
        <Box sx={{ fontWeight: 600, fontSize: 14 }}>{visit ? time(zero_ms + visit.arrival_s * 1000) : ''}</Box>
        <Box sx={{ fontSize: 12.5, color: 'text.secondary' }}>
          {visit ? say('groupings.load', { n: visit.load }) : ''}
        </Box>
      </Box>
      <Box sx={{ display: 'flex', flexDirection: { xs: 'column', sm: 'row' }, flex: 'none' }}>
        <IconButton
          size="small"
          disabled={handle === null || isLocked}
          onClick={onBest}
          aria-label={say('groupings.best_of', { who, kind })}
          title={say('groupings.best')}
        >
          <AutoFixHigh fontSize="small" />
        </IconButton>
        <IconButton
          size="small"
          disabled={handle === null}
          onClick={onLock}
          aria-pressed={isLocked}
          aria-label={say('groupings.lock_of', { who, kind })}
          title={say(isLocked ? 'groupings.unlock' : 'groupings.lock')}
        >
          {isLocked ? <LockOutlined fontSize="small" color="primary" /> : <LockOpen fontSize="small" />}
        </IconButton>
      </Box>
    </Box>
  )
}

const ROW = {
  position: 'relative',
  display: 'flex',
  alignItems: 'center',
  gap: 0.75,
  height: RESORT_ROW_PX,
  boxSizing: 'border-box',
  paddingInlineEnd: 0.5,
  borderBottom: 1,
  borderColor: 'divider',
} as const
const HANDLE = {
  width: 40,
  height: 1,
  display: 'grid',
  placeItems: 'center',
  border: 0,
  p: 0,
  background: 'none',
  color: 'text.secondary',
  cursor: 'grab',
  touchAction: 'none',
  flex: 'none',
  '&[aria-pressed=true]': { cursor: 'grabbing', color: 'primary.main' },
} as const
const NUMBER = {
  width: 24,
  height: 24,
  borderRadius: '50%',
  bgcolor: 'action.selected',
  display: 'grid',
  placeItems: 'center',
  fontSize: 13,
  fontWeight: 600,
  flex: 'none',
} as const
const LINE = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', lineHeight: '20px' } as const
