import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableContainer from '@mui/material/TableContainer'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import { hourText } from '#engine/model'
import { AppLink, numberText, useDisplayStyle, useSay } from '#engine/ui'
import type { Forecast, ForecastHour } from '../model/forecast-call'

/** What is left out where the screen is narrow. */
const WIDE = { display: { xs: 'none', sm: 'table-cell' } } as const
const COLUMNS: readonly { readonly name: Exclude<keyof ForecastHour, 'hour'>; readonly wide?: boolean }[] = [
  { name: 'booked' },
  { name: 'unassigned', wide: true },
  { name: 'usual', wide: true },
  { name: 'expected' },
  { name: 'drivers' },
  { name: 'needed', wide: true },
  { name: 'lacking' },
]

/** The day hour by hour; hours in which nothing is booked, expected or driven are left out. */
export function HoursTable({ day: { date, days, ride_s, hours } }: { readonly day: Forecast }) {
  const say = useSay()
  const style = useDisplayStyle()
  const shown = hours.filter(({ booked, expected, drivers }) => booked > 0 || expected > 0 || drivers > 0)
  const cell = (row: ForecastHour, name: keyof ForecastHour) => {
    const value = row[name]
    const text = numberText(value, style)
    if (value === 0)
      return (
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {text}
        </Box>
      )
    if (name === 'booked')
      return (
        <AppLink
          to={`/services?${new URLSearchParams({ layout: 'calendar', at: date })}`}
          aria-label={say('forecast.bookings', { smart_count: value })}
        >
          {text}
        </AppLink>
      )
    return name === 'lacking' ? (
      <Box component="strong" sx={{ color: 'error.main' }}>
        {text}
      </Box>
    ) : (
      text
    )
  }
  return (
    <Box component="section" aria-label={say('forecast.by_hour')}>
      <TableContainer component={Paper} variant="outlined">
        <Table
          size="small"
          sx={{
            '& th, & td': { whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums', px: { xs: 1, sm: 2 } },
            '& th': { whiteSpace: { xs: 'normal', sm: 'nowrap' } },
          }}
        >
          <TableHead>
            <TableRow>
              <TableCell>{say('forecast.hour')}</TableCell>
              {COLUMNS.map(({ name, wide }) => (
                <TableCell key={name} align="right" sx={wide ? WIDE : undefined}>
                  {say(`forecast.${name}`)}
                </TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {shown.map((row) => (
              <TableRow key={row.hour} hover>
                <TableCell component="th" scope="row">
                  {hourText(row.hour)}
                </TableCell>
                {COLUMNS.map(({ name, wide }) => (
                  <TableCell key={name} align="right" sx={wide ? WIDE : undefined}>
                    {cell(row, name)}
                  </TableCell>
                ))}
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </TableContainer>
      <Typography variant="caption" component="p" sx={{ color: 'text.secondary', mt: 1 }}>
        {days.length === 0
          ? say('forecast.no_past')
          : say('forecast.made_of', { smart_count: days.length, minutes: numberText(Math.round(ride_s / 60), style) })}
      </Typography>
    </Box>
  )
}
