import Box from '@mui/material/Box'
import { Badge } from '#engine/ui'
import type { GroupingStop } from '../../model/grouping-wire'
import type { MoveCost } from '../../model/plan/cost-of-move'
import type { Violation } from '../../model/plan/evaluation'
import { isImpossible, violationText, type RouteWords } from '../route/route-words'
import type { Resort } from './use-resort'

interface Props {
  /** What the carried stop would change where it is now; null: nothing is carried. */
  readonly ghost: MoveCost | null
  readonly resort: Resort
  readonly words: RouteWords
  readonly stops: ReadonlyMap<number, GroupingStop>
}

/**
 * Minutes, kilometres, money, who becomes late and what breaks: of the move that is being made, else of all changes
 * together.
 */
export function GhostBar({ ghost, resort: { before, now }, words, stops }: Props) {
  const { say, minutes, length, money, more } = words
  const was = before.violations.map(keyOf)
  const is = now.violations.map(keyOf)
  const change = ghost ?? {
    drive_s: now.drive_s - before.drive_s,
    metres: now.metres - before.metres,
    cost: now.cost - before.cost,
    late_s: now.late_s - before.late_s,
    broken: now.violations.filter((one) => !was.includes(keyOf(one))),
    mended: before.violations.filter((one) => !is.includes(keyOf(one))),
  }
  const facts = [
    { label: say('groupings.minutes'), from: before.drive_s, to: now.drive_s, by: change.drive_s, text: minutes },
    { label: say('groupings.length'), from: before.metres, to: now.metres, by: change.metres, text: length },
    { label: say('groupings.cost'), from: before.cost, to: now.cost, by: change.cost, text: money },
    { label: say('groupings.late'), from: before.late_s, to: now.late_s, by: change.late_s, text: minutes },
  ]
  return (
    <Box sx={BAR} data-ghost={ghost ? 'move' : 'all'}>
      <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(4, minmax(0, 1fr))', gap: 1 }}>
        {facts.map(({ label, to, by, text }) => (
          <Box key={label} sx={{ minWidth: 0 }}>
            <Box
              sx={{
                fontSize: 12,
                color: 'text.secondary',
                overflow: 'hidden',
                textOverflow: 'ellipsis',
                whiteSpace: 'nowrap',
              }}
            >
              {label}
            </Box>
            <Box sx={{ fontWeight: 600, fontSize: 15, fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
              {text(ghost ? Math.max(0, to + by) : to)}
            </Box>
            <Box
              sx={{
                fontSize: 13,
                fontVariantNumeric: 'tabular-nums',
                whiteSpace: 'nowrap',
                color: Math.round(by) === 0 ? 'text.secondary' : by > 0 ? 'error.main' : 'success.main',
              }}
            >
              {Math.round(by) === 0 ? '=' : more(by, text)}
            </Box>
          </Box>
        ))}
      </Box>
      <Box
        sx={{
          display: 'flex',
          gap: 0.5,
          mt: 0.75,
          height: { xs: 40, sm: 24 },
          overflow: 'hidden',
          alignItems: 'center',
        }}
      >
        {change.broken.map((one) => (
          <Badge key={keyOf(one)} color={isImpossible(one) ? 'error' : 'warning'}>
            {stops.get(one.stop)?.who ?? ''}: {violationText(words, one)}
          </Badge>
        ))}
        {change.mended.map((one) => (
          <Badge key={keyOf(one)} color="success">
            {say('groupings.mended', { who: stops.get(one.stop)?.who ?? '' })}
          </Badge>
        ))}
        {change.broken.length + change.mended.length === 0 && (
          <Box sx={{ fontSize: 13, lineHeight: '18px', color: 'text.secondary' }}>
            {say(ghost ? 'groupings.nothing_breaks' : 'groupings.how_to_carry')}
          </Box>
        )}
      </Box>
    </Box>
  )
}

const keyOf = ({ kind, stop }: Violation): string => `${kind} ${stop}`

const BAR = {
  position: 'sticky',
  top: 0,
  zIndex: 3,
  px: 1.5,
  py: 1,
  bgcolor: 'background.paper',
  borderBottom: 1,
  borderColor: 'divider',
} as const
