import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import { useMemo, useState } from 'react'
import { HIDDEN } from '#engine/ui'
import type { GroupingRoute, GroupingStop } from '../../model/grouping-wire'
import type { Problem } from '../../model/plan/problem'
import type { RouteWords } from '../route/route-words'
import { GhostBar } from './GhostBar'
import { ResortRow, RESORT_ROW_PX } from './ResortRow'
import { useRowDrag } from './use-drag'
import type { Resort } from './use-resort'

/** The stops in their order, to be carried to another; while one is carried, what that would change stands above. */
export function ResortList({
  route,
  problem,
  resort,
  words,
}: {
  route: GroupingRoute
  problem: Problem
  resort: Resort
  words: RouteWords
}) {
  const { say } = words
  const [announcement, setAnnouncement] = useState('')
  const { order, now, driven, locked } = resort
  const stops = useMemo(() => new Map(route.stops.map((stop) => [stop.id, stop])), [route])
  const visits = useMemo(() => new Map((now.routes[0]?.visits ?? []).map((visit) => [visit.stop, visit])), [now])
  const zero_ms = Date.parse(problem.zero)
  const { carried, handle, offset } = useRowDrag({
    count: order.length,
    first: driven,
    row_px: RESORT_ROW_PX,
    onDrop: resort.move,
    announce: (what, place) =>
      setAnnouncement(say(`groupings.drag.${what}`, { place: place + 1, total: order.length })),
  })
  const ghost = carried && carried.to !== carried.from ? resort.costOf(carried.stop, carried.to) : null
  return (
    <Paper variant="outlined" sx={{ overflow: 'hidden' }}>
      <GhostBar ghost={ghost} resort={resort} words={words} stops={stops as ReadonlyMap<number, GroupingStop>} />
      <Box
        component="ol"
        aria-label={say('groupings.order')}
        sx={{ listStyle: 'none', m: 0, p: 0, userSelect: carried ? 'none' : undefined }}
      >
        {order.map((id, at) => {
          const stop = stops.get(id)
          return (
            stop && (
              <ResortRow
                key={id}
                stop={stop}
                visit={visits.get(id)}
                zero_ms={zero_ms}
                place={at + 1}
                words={words}
                offset_px={offset(at)}
                violations={now.violations.filter((one) => one.stop === id)}
                isCarried={carried?.stop === id}
                isLocked={locked.has(id)}
                handle={at < driven ? null : handle(id, at)}
                onBest={() => resort.best(id)}
                onLock={() => resort.toggleLock(id)}
              />
            )
          )
        })}
      </Box>
      <Box role="status" sx={HIDDEN}>
        {announcement}
        {ghost && ` ${words.more(ghost.drive_s, words.minutes)}, ${words.more(ghost.metres, words.length)}`}
      </Box>
    </Paper>
  )
}
