import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { dateTimeText, moneyText, useDisplayStyle, useSay } from '#engine/ui'
import { minutesText } from '../../../fares/client'
import type { DispatcherStop } from '../../../services/model'

/** The stops in their order: where, whom to ask for, and when the vehicle was there. */
export function StopList({ stops }: { stops: readonly DispatcherStop[] }) {
  const say = useSay()
  const style = useDisplayStyle()
  const { zone } = style
  return (
    <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {stops.map((stop, at) => (
        <Box
          component="li"
          key={stop.id}
          sx={{
            display: 'grid',
            gridTemplateColumns: '24px minmax(0, 1fr)',
            columnGap: 1,
            pb: 1.5,
            fontSize: 13,
            lineHeight: '20px',
          }}
        >
          <Box sx={{ fontWeight: 600, textAlign: 'center', color: stop.date_left ? 'success.main' : 'text.secondary' }}>
            {at + 1}
          </Box>
          <Box sx={{ overflowWrap: 'anywhere' }}>
            {stop.address}
            {(stop.contact_name || stop.contact_phone) && (
              <Box sx={{ color: 'text.secondary' }}>
                {[stop.contact_name].filter(Boolean).join(' ')}
                {stop.contact_phone && (
                  <>
                    {' '}
                    <Link href={`tel:${stop.contact_phone.replace(/[^+\d]/g, '')}`} underline="hover">
                      {stop.contact_phone}
                    </Link>
                  </>
                )}
              </Box>
            )}
            {stop.notes && <Box sx={{ color: 'text.secondary' }}>{stop.notes}</Box>}
            {(stop.time_wait ?? 0) > 0 && (
              <Box sx={{ color: 'text.secondary', fontSize: 12 }}>
                {say('dispatcher.info.fare_of_stop', {
                  min: minutesText(stop.time_wait ?? 0),
                  price: moneyText(stop.price_wait ?? 0, style),
                })}
              </Box>
            )}
            {stop.date_reached && (
              <Box sx={{ color: 'text.secondary', fontSize: 12 }}>
                {say('dispatcher.info.reached', { time: dateTimeText(stop.date_reached, zone) })}
              </Box>
            )}
          </Box>
        </Box>
      ))}
    </Box>
  )
}
