import Paper from '@mui/material/Paper'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableContainer from '@mui/material/TableContainer'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import { dateText } from '#engine/model'
import { Badge, useSay } from '#engine/ui'
import type { ClosedDay } from '../model/proof-call'

/** The closed days of the books, the newest first: how many entries, their hash, and whether it is still so. */
export function DaysTable({ days }: { readonly days: readonly ClosedDay[] }) {
  const say = useSay()
  return (
    <>
      <Typography variant="h2">{say('ledger.proof.days')}</Typography>
      {days.length === 0 ? (
        <Typography sx={{ color: 'text.secondary', fontSize: 14 }}>{say('ledger.proof.no_days')}</Typography>
      ) : (
        <TableContainer
          component={Paper}
          variant="outlined"
          role="region"
          aria-label={say('ledger.proof.days')}
          tabIndex={0}
        >
          <Table size="small" sx={{ '& th, & td': { fontVariantNumeric: 'tabular-nums' } }}>
            <TableHead>
              <TableRow>
                <TableCell>{say('ledger.proof.day')}</TableCell>
                <TableCell align="right">{say('ledger.proof.entries')}</TableCell>
                <TableCell>{say('ledger.proof.hash')}</TableCell>
                <TableCell>{say('ledger.proof.state')}</TableCell>
              </TableRow>
            </TableHead>
            <TableBody>
              {days.map(({ day, entries, hash, holds }) => (
                <TableRow key={day} hover>
                  <TableCell component="th" scope="row" sx={{ whiteSpace: 'nowrap' }}>
                    {dateText(day)}
                  </TableCell>
                  <TableCell align="right">{entries}</TableCell>
                  <TableCell
                    sx={{ fontFamily: 'monospace', fontSize: 12, overflowWrap: 'anywhere', minWidth: 140 }}
                    title={hash}
                  >
                    {hash.slice(0, 24)}
                  </TableCell>
                  <TableCell>
                    <Badge color={holds ? 'success' : 'error'}>
                      {say(holds ? 'ledger.proof.same' : 'ledger.proof.changed')}
                    </Badge>
                  </TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </TableContainer>
      )}
    </>
  )
}
