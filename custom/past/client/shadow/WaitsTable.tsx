import Paper from '@mui/material/Paper'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableContainer from '@mui/material/TableContainer'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import { hourText } from '#engine/model'
import { useDisplayStyle, useSay } from '#engine/ui'
import type { ShadowResult } from '../../model/shadow-call'
import { measureText } from './measure-text'

/** The same as the picture above it, hour by hour; hours in which nobody was picked up are left out. */
export function WaitsTable({ hours }: { readonly hours: ShadowResult['hours'] }) {
  const say = useSay()
  const style = useDisplayStyle()
  const shown = hours.filter(({ real, replay, other }) => real !== null || replay !== null || other !== null)
  return (
    <TableContainer
      component={Paper}
      variant="outlined"
      role="region"
      aria-label={say('past.waits_by_hour')}
      tabIndex={0}
    >
      <Table size="small" sx={{ '& th, & td': { fontVariantNumeric: 'tabular-nums', px: { xs: 1, sm: 2 } } }}>
        <TableHead>
          <TableRow>
            <TableCell>{say('past.hour')}</TableCell>
            {(['real', 'replay', 'other'] as const).map((name) => (
              <TableCell key={name} align="right">
                {say(`past.${name}`)}
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
              {(['real', 'replay', 'other'] as const).map((name) => (
                <TableCell key={name} align="right">
                  {measureText('wait_mean_s', row[name], style)}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  )
}
