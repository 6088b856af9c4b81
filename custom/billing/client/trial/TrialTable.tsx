import type { Theme } from '@mui/material/styles'
import Paper from '@mui/material/Paper'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableContainer from '@mui/material/TableContainer'
import TableFooter from '@mui/material/TableFooter'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import useMediaQuery from '@mui/material/useMediaQuery'
import { AppLink, moneyText, useDisplayStyle, useSay } from '#engine/ui'
import type { TrialRow } from '../../model/trial-call'

const SUMS = ['earned', 'was', 'would', 'difference'] as const

/**
 * Driver by driver: their rides, what they earned, the commission as it was and as it would have been; at the end all
 * of them.
 */
export function TrialTable({ rows, title }: { readonly rows: readonly TrialRow[]; readonly title: string }) {
  const say = useSay()
  const isNarrow = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'))
  // On a telephone what it changes stands beside the name; how it comes to it is a swipe away.
  const shown = isNarrow ? SUMS.toReversed() : SUMS
  const whole = Object.fromEntries(
    SUMS.map((name) => [name, rows.reduce((sum, row) => sum + Math.round(row[name] * 100), 0) / 100]),
  )
  const rides = rows.reduce((sum, row) => sum + row.rides, 0)
  return (
    <TableContainer component={Paper} variant="outlined" role="region" aria-label={title} tabIndex={0}>
      <Table size="small" sx={TABLE}>
        <TableHead>
          <TableRow>
            <TableCell>{say('billing.driver')}</TableCell>
            {!isNarrow && <TableCell align="right">{say('billing.services')}</TableCell>}
            {shown.map((name) => (
              <TableCell key={name} align="right">
                {say(`billing.trial.${name}`)}
              </TableCell>
            ))}
            {isNarrow && <TableCell align="right">{say('billing.services')}</TableCell>}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map((row) => (
            <TableRow key={row.id_driver} hover>
              <TableCell component="th" scope="row">
                <AppLink to={`/drivers/${row.id_driver}`}>{row.name}</AppLink>
              </TableCell>
              {!isNarrow && <TableCell align="right">{row.rides}</TableCell>}
              <Sums names={shown} of={row} />
              {isNarrow && <TableCell align="right">{row.rides}</TableCell>}
            </TableRow>
          ))}
        </TableBody>
        <TableFooter>
          <TableRow>
            <TableCell component="th" scope="row">
              {say('billing.trial.all', { smart_count: rows.length })}
            </TableCell>
            {!isNarrow && <TableCell align="right">{rides}</TableCell>}
            <Sums names={shown} of={whole} />
            {isNarrow && <TableCell align="right">{rides}</TableCell>}
          </TableRow>
        </TableFooter>
      </Table>
    </TableContainer>
  )
}

type Sum = (typeof SUMS)[number]

function Sums({ names, of }: { readonly names: readonly Sum[]; readonly of: { readonly [name in Sum]?: number } }) {
  const style = useDisplayStyle()
  return names.map((name) => {
    const amount = of[name] ?? 0
    const text = moneyText(amount, style)
    if (name !== 'difference')
      return (
        <TableCell key={name} align="right">
          {text}
        </TableCell>
      )
    return (
      <TableCell
        key={name}
        align="right"
        sx={{ fontWeight: 600, color: amount === 0 ? 'text.secondary' : 'text.primary' }}
      >
        {amount === 0 ? '—' : amount > 0 ? `+${text}` : text}
      </TableCell>
    )
  })
}

const TABLE = {
  '& th, & td': { fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap', px: { xs: 1, sm: 1.5 } },
  '& tbody th': { whiteSpace: 'normal', minWidth: 150 },
  '& tfoot td, & tfoot th': {
    fontSize: 14,
    fontWeight: 600,
    color: 'text.primary',
    position: 'sticky',
    bottom: 0,
    bgcolor: 'background.paper',
  },
} as const
