import type { Theme } from '@mui/material/styles'
import Box from '@mui/material/Box'
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
import { Fragment, useState, type ReactNode } from 'react'
import { AppLink, Badge, moneyText, useDisplayStyle, useSay } from '#engine/ui'

/** A party of a closing, and what it would come to. */
export interface ClosingRow {
  readonly key: string
  readonly name: string
  /** Of the party's page. */
  readonly path: string
  /** Beside its name, such as one of its areas. */
  readonly more?: string | undefined
  readonly services: number
  readonly sums: { readonly [name: string]: number }
  readonly to_look_at: number
  /** Whether a draft can be made. */
  readonly isAble: boolean
  readonly issued: string | null
  /** Path of the draft that there is. */
  readonly draft: string | null
}

interface ClosingTableProps {
  readonly rows: readonly ClosingRow[]
  readonly title: string
  readonly party: string
  readonly counted: string | undefined
  /** In their order; the last is the whole. */
  readonly sums: readonly string[]
  /** Parties that get no draft. */
  readonly out: ReadonlySet<string>
  readonly disabled: boolean
  readonly onOut: (out: ReadonlySet<string>) => void
  readonly renderOdd: ((row: ClosingRow) => ReactNode) | undefined
}

/** A row for each party; what is odd about its services opens below it. */
export function ClosingTable({
  rows,
  title,
  party,
  counted,
  sums,
  out,
  disabled,
  onOut,
  renderOdd,
}: ClosingTableProps) {
  const say = useSay()
  const services = counted ?? say('billing.services')
  const style = useDisplayStyle()
  const isNarrow = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'))
  const whole = sums.at(-1)
  // On a telephone what it all comes to stands beside the name; how it does is a swipe away.
  const shown = isNarrow ? [...sums.slice(-1), ...sums.slice(0, -1)] : sums
  const [open, setOpen] = useState<string | null>(null)
  const turn = (key: string): void =>
    onOut(new Set(out.has(key) ? [...out].filter((one) => one !== key) : [...out, key]))
  return (
    <TableContainer component={Paper} variant="outlined" role="region" aria-label={title} tabIndex={0}>
      <Table
        size="small"
        sx={{ '& th, & td': { fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap', px: { xs: 1, sm: 1.5 } } }}
      >
        <TableHead>
          <TableRow>
            <TableCell>{party}</TableCell>
            {!isNarrow && <TableCell align="right">{services}</TableCell>}
            {shown.map((name) => (
              <TableCell key={name} align="right">
                {say(`billing.sums.${name}`)}
              </TableCell>
            ))}
            {isNarrow && <TableCell align="right">{services}</TableCell>}
            {renderOdd && <TableCell>{say('billing.odd')}</TableCell>}
            <TableCell>{say('billing.document')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map((row) => {
            const { key, name, path, more, services: many, isAble, issued, draft, to_look_at } = row
            const label = more === undefined ? name : `${name} · ${more}`
            return (
              <Fragment key={key}>
                <TableRow hover>
                  <TableCell
                    component="th"
                    scope="row"
                    sx={isNarrow ? { minWidth: 190, '&&': { whiteSpace: 'normal' } } : undefined}
                  >
                    <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5 }}>
                      <Checkbox
                        size="small"
                        checked={isAble && !out.has(key)}
                        disabled={disabled || !isAble}
                        onChange={() => turn(key)}
                        slotProps={{ input: { 'aria-label': label } }}
                      />
                      <Box sx={{ minWidth: 0 }}>
                        <AppLink to={path}>{name}</AppLink>
                        {more !== undefined && <span>{` · ${more}`}</span>}
                      </Box>
                    </Box>
                  </TableCell>
                  {!isNarrow && <TableCell align="right">{many}</TableCell>}
                  {shown.map((sum) => (
                    <TableCell key={sum} align="right" sx={sum === whole ? { fontWeight: 600 } : undefined}>
                      {moneyText(row.sums[sum] ?? 0, style)}
                    </TableCell>
                  ))}
                  {isNarrow && <TableCell align="right">{many}</TableCell>}
                  {renderOdd && (
                    <TableCell>
                      {to_look_at > 0 && (
                        <Button
                          size="small"
                          aria-expanded={open === key}
                          onClick={() => setOpen(open === key ? null : key)}
                        >
                          {say('billing.to_look_at', { smart_count: to_look_at })}
                        </Button>
                      )}
                    </TableCell>
                  )}
                  <TableCell>
                    {issued !== null && <Badge color="success">{say('billing.issued', { number: issued })}</Badge>}
                    {draft !== null && <AppLink to={draft}>{say('billing.draft')}</AppLink>}
                  </TableCell>
                </TableRow>
                {renderOdd && open === key && (
                  <TableRow>
                    <TableCell colSpan={4 + sums.length} sx={{ bgcolor: 'action.hover' }}>
                      {renderOdd(row)}
                    </TableCell>
                  </TableRow>
                )}
              </Fragment>
            )
          })}
        </TableBody>
      </Table>
    </TableContainer>
  )
}
