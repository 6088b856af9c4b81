import Box from '@mui/material/Box'
import { dateTimeText, useDisplayStyle, useSay } from '#engine/ui'
import type { DispatcherService } from '../../../services/model/dispatcher-service'

const MOMENTS = [
  'date_created', 'date_requested', 'date_unassigned', 'date_accepted', 'date_onway', 'date_waiting', 'date_started', 'date_arrived',
  'date_finalized', 'date_canceled',
] as const

/** When what happened, in the order in which it happened. */
export function Moments({ service }: { service: DispatcherService }) {
  const say = useSay()
  const { zone } = useDisplayStyle()
  const known = MOMENTS.flatMap((name) => {
    const at = service[name]
    return at ? [{ name, at }] : []
  }).toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
  return (
    <Box component="ol" aria-label={say('dispatcher.info.moments')} sx={{ m: 0, p: 0, listStyle: 'none', fontSize: 12.5, lineHeight: '22px' }}>
      {known.map(({ name, at }) => (
        <Box component="li" key={name} sx={{ display: 'flex', gap: 1.5 }}>
          <Box component="time" dateTime={at} sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>{dateTimeText(at, zone)}</Box>
          {say(`dispatcher.info.moment.${name}`)}
        </Box>
      ))}
    </Box>
  )
}
