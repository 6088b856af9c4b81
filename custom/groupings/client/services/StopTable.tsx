import Box from '@mui/material/Box'
import { useMemo } from 'react'
import { Badge } from '#engine/ui'
import type { GroupingRoute } from '../../model/grouping-wire'
import { evaluatePlan } from '../../model/plan/evaluate'
import { planOfOrder } from '../../model/problem-wire'
import type { Problem } from '../../model/plan/problem'
import { isImpossible, violationText, type RouteWords } from '../route/route-words'
import { STOP_NUMBER, StopTime, StopWho } from '../route/stop-parts'

/**
 * The stops of a route in their order: when the vehicle comes, who gets in or out, how many are on board, and what is
 * wrong.
 */
export function StopTable({ route, problem, words }: { route: GroupingRoute; problem: Problem; words: RouteWords }) {
  const { say, minutes } = words
  const { visits, violations } = useMemo(() => {
    const found = evaluatePlan(
      problem,
      planOfOrder(
        problem,
        route.stops.map(({ id }) => id),
      ),
    )
    return { visits: found.routes[0]?.visits ?? [], violations: found.violations }
  }, [problem, route])
  const zero_ms = Date.parse(problem.zero)
  return (
    <Box component="ol" aria-label={say('groupings.stops')} sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {route.stops.map((stop, at) => {
        const visit = visits[at]
        const wrong = violations.filter((one) => one.stop === stop.id)
        return (
          <Box component="li" key={stop.id} sx={ROW}>
            <Box
              sx={{
                ...STOP_NUMBER,
                ...(stop.date_reached !== null && { bgcolor: 'success.main', color: 'success.contrastText' }),
              }}
            >
              {at + 1}
            </Box>
            <Box sx={{ minWidth: 0 }}>
              <Box sx={{ fontSize: 14, fontWeight: 600 }}>
                <StopWho stop={stop} words={words} />
              </Box>
              <Box sx={{ fontSize: 13, color: 'text.secondary', overflowWrap: 'anywhere' }}>
                {stop.name ?? stop.address}
              </Box>
              <Box
                sx={{
                  display: 'flex',
                  flexWrap: 'wrap',
                  gap: 0.5,
                  mt: wrong.length > 0 || stop.locked || stop.date_reached !== null ? 0.5 : 0,
                }}
              >
                {stop.date_reached !== null && <Badge color="success">{say('groupings.driven')}</Badge>}
                {stop.locked && <Badge icon="lock">{say('groupings.locked')}</Badge>}
                {wrong.map((one) => (
                  <Badge key={one.kind} color={isImpossible(one) ? 'error' : 'warning'}>
                    {violationText(words, one)}
                  </Badge>
                ))}
                {visit && !visit.driven && wrong.every(({ kind }) => kind !== 'late') && visit.late_s >= 60 && (
                  <Badge color="info">{say('groupings.broken.late', { by: minutes(visit.late_s) })}</Badge>
                )}
              </Box>
            </Box>
            <StopTime visit={visit} zero_ms={zero_ms} words={words} />
          </Box>
        )
      })}
    </Box>
  )
}

const ROW = {
  display: 'grid',
  gridTemplateColumns: '28px minmax(0, 1fr) auto',
  columnGap: 1.25,
  px: 1.5,
  py: 1,
  borderBottom: 1,
  borderColor: 'divider',
  alignItems: 'start',
} as const
