import type { Theme } from '@mui/material/styles'
import Checkbox from '@mui/material/Checkbox'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableContainer from '@mui/material/TableContainer'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import useMediaQuery from '@mui/material/useMediaQuery'
import { Fragment, useState } from 'react'
import { AppLink, Badge, moneyText, useDisplayStyle, useSay } from '#engine/ui'
import type { PreviewRow } from '../model/closing-calls'
import { OddServices } from './OddServices'

interface DriversTableProps {
  readonly rows: readonly PreviewRow[]
  readonly asked: { readonly date_from: string; readonly date_to: string }
  /** Drivers who get no draft. */
  readonly out: ReadonlySet<number>
  readonly disabled: boolean
  readonly onOut: (out: ReadonlySet<number>) => void
  readonly onChanged: () => void
}

const SUMS = ['earned', 'cash', 'earlier', 'net'] as const
/** On a telephone what it all comes to stands beside the name; how it does is a swipe away. */
const SUMS_NARROW = ['net', 'earned', 'cash', 'earlier'] as const

/** A row for each driver; what is odd about their services opens below it. */
export function DriversTable({ rows, asked, out, disabled, onOut, onChanged }: DriversTableProps) {
  const say = useSay()
  const style = useDisplayStyle()
  const isNarrow = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'))
  const sums = isNarrow ? SUMS_NARROW : SUMS
  const [open, setOpen] = useState<number | null>(null)
  const turn = (id: number): void => onOut(new Set(out.has(id) ? [...out].filter((one) => one !== id) : [...out, id]))
  return (
    <TableContainer component={Paper} variant="outlined" role="region" aria-label={say('billing.title')} tabIndex={0}>
      <Table size="small" sx={{ '& th, & td': { fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap', px: { xs: 1, sm: 1.5 } } }}>
        <TableHead>
          <TableRow>
            <TableCell>{say('billing.driver')}</TableCell>
            {!isNarrow && <TableCell align="right">{say('billing.services')}</TableCell>}
            {sums.map((name) => <TableCell key={name} align="right">{say(`billing.sums.${name}`)}</TableCell>)}
            {isNarrow && <TableCell align="right">{say('billing.services')}</TableCell>}
            <TableCell>{say('billing.odd')}</TableCell>
            <TableCell>{say('billing.document')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map((row) => {
            const { id_driver, name, services, issued, draft, to_look_at } = row
            return (
              <Fragment key={id_driver}>
                <TableRow hover>
                  <TableCell component="th" scope="row" sx={isNarrow ? { minWidth: 190, '&&': { whiteSpace: 'normal' } } : undefined}>
                    <Checkbox size="small" checked={issued === null && services > 0 && !out.has(id_driver)} disabled={disabled || issued !== null || services === 0} onChange={() => turn(id_driver)} slotProps={{ input: { 'aria-label': name } }} />
                    <AppLink to={`/drivers/${id_driver}`}>{name}</AppLink>
                  </TableCell>
                  {!isNarrow && <TableCell align="right">{services}</TableCell>}
                  {sums.map((sum) => <TableCell key={sum} align="right" sx={sum === 'net' ? { fontWeight: 600 } : undefined}>{moneyText(row[sum], style)}</TableCell>)}
                  {isNarrow && <TableCell align="right">{services}</TableCell>}
                  <TableCell>{to_look_at > 0 && <Button size="small" aria-expanded={open === id_driver} onClick={() => setOpen(open === id_driver ? null : id_driver)}>{say('billing.to_look_at', { smart_count: to_look_at })}</Button>}</TableCell>
                  <TableCell>
                    {issued !== null && <Badge color="success">{say('billing.issued', { number: issued })}</Badge>}
                    {issued === null && draft !== null && <AppLink to={`/liquidations/${draft}`}>{say('billing.draft')}</AppLink>}
                  </TableCell>
                </TableRow>
                {open === id_driver && <TableRow><TableCell colSpan={8} sx={{ bgcolor: 'action.hover' }}><OddServices id_driver={id_driver} asked={asked} onChanged={onChanged} /></TableCell></TableRow>}
              </Fragment>
            )
          })}
        </TableBody>
      </Table>
    </TableContainer>
  )
}
