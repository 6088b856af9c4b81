import Box from '@mui/material/Box'
import { useTheme } from '@mui/material/styles'
import { memo, useMemo } from 'react'
import { useSay } from '#engine/ui'
import { Polygon, Tooltip } from '../../../geo/client/marks'
import type { RankQueue } from '../../../ranks/model'

const waiting = ({ drivers }: RankQueue): number => drivers.filter(({ rank }) => rank !== null).length

/**
 * The zones in which drivers wait, each with its name and how many; drawn again when one of them changes, not when
 * vehicles move.
 */
export const RankZones = memo(function RankZones({ queues }: { readonly queues: readonly RankQueue[] }) {
  return queues
    .filter(({ ring }) => ring.length > 2)
    .map((queue) => (
      <RankZone key={queue.id} name={queue.name} color={queue.color} ring={queue.ring} count={waiting(queue)} />
    ))
})

const RankZone = memo(function RankZone({
  name,
  color,
  ring,
  count,
}: Pick<RankQueue, 'name' | 'color' | 'ring'> & { readonly count: number }) {
  const {
    palette: { primary },
  } = useTheme()
  const positions = useMemo(() => ring.map(([lat, lng]): [number, number] => [lat, lng]), [ring])
  const isEmpty = count === 0
  const style = useMemo(
    () => ({
      color: color ?? primary.main,
      weight: 2,
      dashArray: isEmpty ? '4 4' : '',
      fillOpacity: isEmpty ? 0.06 : 0.16,
    }),
    [color, primary.main, isEmpty],
  )
  return (
    <Polygon positions={positions} pathOptions={style} interactive={false}>
      <Tooltip permanent direction="center" opacity={0.9}>{`${name} · ${count}`}</Tooltip>
    </Polygon>
  )
})

/** What the zones on the map mean. */
export const RankLegend = memo(function RankLegend({ queues }: { readonly queues: readonly RankQueue[] }) {
  const say = useSay()
  const { palette } = useTheme()
  return (
    <Box component="section" aria-label={say('ranks.zones_on_map')} sx={LEGEND}>
      <Box sx={{ fontWeight: 600 }}>{say('ranks.zones_on_map')}</Box>
      {queues.length === 0 ? (
        say('ranks.none')
      ) : (
        <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {queues.map((queue) => (
            <Box component="li" key={queue.id} sx={{ display: 'flex', alignItems: 'center', gap: 0.75 }}>
              <Box
                aria-hidden
                sx={{ width: 12, height: 12, borderRadius: 0.5, flexShrink: 0 }}
                style={{ background: queue.color ?? palette.primary.main }}
              />
              <Box sx={{ flex: 1, minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
                {queue.name}
              </Box>
              <Box sx={{ whiteSpace: 'nowrap', color: 'text.secondary' }}>
                {say('ranks.waiting', { smart_count: waiting(queue) })}
              </Box>
            </Box>
          ))}
        </Box>
      )}
    </Box>
  )
})

const LEGEND = {
  px: 1,
  py: 0.75,
  width: 220,
  maxWidth: 1,
  maxHeight: 180,
  overflowY: 'auto',
  pointerEvents: 'auto',
  bgcolor: 'background.paper',
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  fontSize: 12,
  lineHeight: '18px',
  boxSizing: 'border-box',
} as const
