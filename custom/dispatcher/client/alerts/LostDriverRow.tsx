import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import { useSay } from '#engine/ui'
import { ageOf, ageWords } from '../live/age-words'
import { useNow } from '../live/use-now'
import type { Alerts } from './use-alerts'

/** A ride whose driver is lost: why, since when, how to call them, and where they were last. */
export function LostDriverRow({
  ride,
  onPlace,
  onInfo,
}: {
  ride: Alerts['lost'][number]
  onPlace?: (lat: number, lng: number) => void
  onInfo: () => void
}) {
  const say = useSay()
  const now_ms = useNow()
  const { id, reason, date_driver_lost, dr_phone, plate, lat, lng } = ride
  const [client, driver] = [
    [ride.cl_name, ride.cl_surname],
    [ride.dr_name, ride.dr_surname, plate && `(${plate})`],
  ].map((words) => words.filter(Boolean).join(' '))
  return (
    <Box component="li" sx={ROW}>
      <Box sx={{ display: 'flex', gap: 1 }}>
        <Box sx={{ flex: 1, minWidth: 0, fontWeight: 600, fontSize: 13.5 }}>
          {[`#${id}`, client].filter(Boolean).join(' · ')}
        </Box>
        <Box sx={{ fontSize: 12, color: 'text.secondary', whiteSpace: 'nowrap' }}>
          {date_driver_lost ? ageWords(ageOf(date_driver_lost, now_ms), say) : ''}
        </Box>
      </Box>
      <Box sx={{ fontSize: 13 }}>{driver}</Box>
      <Box sx={{ fontSize: 12.5, color: 'text.secondary' }}>{say(`dispatcher.alerts.lost_${reason}`)}</Box>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, flexWrap: 'wrap', mt: 0.5 }}>
        {dr_phone && (
          <Link href={`tel:${dr_phone.replace(/[^+\d]/g, '')}`} sx={{ fontSize: 13, marginInlineEnd: 1 }}>
            {dr_phone}
          </Link>
        )}
        {onPlace && lat !== null && lng !== null && (
          <Button onClick={() => onPlace(lat, lng)}>{say('dispatcher.card.center')}</Button>
        )}
        <Button color="inherit" onClick={onInfo}>
          {say('dispatcher.info.open')}
        </Button>
      </Box>
    </Box>
  )
}

const ROW = { px: 2, py: 1.25, borderBottom: 1, borderColor: 'divider', lineHeight: '20px' } as const
