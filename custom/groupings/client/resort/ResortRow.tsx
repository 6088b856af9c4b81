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
import { STOP_NUMBER, StopTime, StopWho } from '../route/stop-parts'

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
  const { say } = words
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
      <Box sx={STOP_NUMBER}>{place}</Box>
      <Box sx={{ minWidth: 0, flex: 1, py: 0.75 }}>
        <Box sx={{ ...LINE, fontWeight: 600, fontSize: 14 }}>
          <StopWho stop={stop} words={words} />
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
      <StopTime visit={visit} zero_ms={zero_ms} words={words} />
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
const LINE = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', lineHeight: '20px' } as const
