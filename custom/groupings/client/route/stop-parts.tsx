import Box from '@mui/material/Box'
import type { GroupingStop } from '../../model/grouping-wire'
import type { Visit } from '../../model/plan/evaluation'
import type { RouteWords } from './route-words'

const ARROWS = { dropoff: '↓', pickup: '↑' } as const

/** What happens at a stop, and to whom: up who gets in, down who gets out. */
export function StopWho({ stop, words: { say } }: { readonly stop: GroupingStop; readonly words: RouteWords }) {
  const { kind, who, id_service, people } = stop
  return (
    <>
      <Box
        component="span"
        sx={{ color: kind === 'dropoff' ? 'secondary.main' : 'primary.main', marginInlineEnd: 0.75 }}
      >
        {kind in ARROWS ? ARROWS[kind as keyof typeof ARROWS] : '•'} {say(`groupings.kind.${kind}`)}
      </Box>
      {who ?? `#${id_service}`}
      {people > 1 && ` (${people})`}
    </>
  )
}

/** When the vehicle comes, and how many are on board then. */
export const StopTime = ({
  visit,
  zero_ms,
  words: { say, time },
}: {
  readonly visit: Visit | undefined
  readonly zero_ms: number
  readonly words: RouteWords
}) => (
  <Box sx={{ textAlign: 'end', fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap', flex: 'none' }}>
    <Box sx={{ fontWeight: 600, fontSize: 14 }}>{visit ? time(zero_ms + visit.arrival_s * 1000) : ''}</Box>
    <Box sx={{ fontSize: 12.5, color: 'text.secondary' }}>{visit ? say('groupings.load', { n: visit.load }) : ''}</Box>
  </Box>
)

/** The place of a stop in its order, in a circle. */
export const STOP_NUMBER = {
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
