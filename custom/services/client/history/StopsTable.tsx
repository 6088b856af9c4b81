import Box from '@mui/material/Box'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import { dateTimeText, Faint, moneyText, useDisplayStyle, useSay } from '#engine/ui'
import { type HistoryStop, STOP_PRICES } from '../../model/history-calls'

/** The stops in their order: where, who, when, how long was waited; what each cost, where that was said. */
export function StopsTable({ stops }: { readonly stops: readonly HistoryStop[] }) {
  const say = useSay()
  const style = useDisplayStyle()
  const prices = STOP_PRICES.filter((name) => stops.some((stop) => stop[name] !== null))
  const when = (at: string | null) => (at === null ? <Faint /> : dateTimeText(at, style.zone))
  return (
    <Box
      sx={{ overflowX: 'auto', border: 1, borderColor: 'divider', borderRadius: 1, bgcolor: 'background.paper' }}
      tabIndex={0}
      role="region"
      aria-label={say('services.stops.title')}
    >
      <Table
        size="small"
        aria-label={say('services.stops.title')}
        sx={{ '& td, & th': { fontSize: 13, verticalAlign: 'top' } }}
      >
        <TableHead>
          <TableRow>
            {['n', 'address', 'contact', 'reached', 'left', 'wait', 'notes'].map((name) => (
              <TableCell key={name}>{say(`services.stops.${name}`)}</TableCell>
            ))}
            {prices.map((name) => (
              <TableCell key={name} align="right">
                {say(`services.stops.${name}`)}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {stops.map((stop, i) => (
            <TableRow key={stop.id}>
              <TableCell>{i + 1}</TableCell>
              <TableCell sx={{ minWidth: 180 }}>
                {stop.name ? (
                  <>
                    <Box sx={{ fontWeight: 500 }}>{stop.name}</Box>
                    {stop.address}
                  </>
                ) : (
                  stop.address
                )}
              </TableCell>
              <TableCell>
                {[stop.contact_name, stop.contact_phone, stop.contact_email].filter(Boolean).join(' · ') || <Faint />}
              </TableCell>
              <TableCell sx={{ whiteSpace: 'nowrap' }}>{when(stop.date_reached)}</TableCell>
              <TableCell sx={{ whiteSpace: 'nowrap' }}>{when(stop.date_left)}</TableCell>
              <TableCell sx={{ whiteSpace: 'nowrap' }}>
                {stop.time_wait ? `${Math.round(stop.time_wait / 6) / 10} min` : <Faint />}
              </TableCell>
              <TableCell>{stop.notes ?? <Faint />}</TableCell>
              {prices.map((name) => (
                <TableCell key={name} align="right">
                  {stop[name] === null ? <Faint /> : moneyText(stop[name], style)}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Box>
  )
}
