import { isStaff } from '#app/asker'
import type { Theme } from '@mui/material/styles'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableContainer from '@mui/material/TableContainer'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { Fragment, useState } from 'react'
import { FailedNotice, failureText, mayOpen, saveFile, useCall, useConsole, useProvider } from '#engine/client'
import { AppLink, dateText, moneyText, Notice, useDisplayStyle, useSay } from '#engine/ui'
import { type Ageing, ageingCall, remindCall } from '../model/invoice-calls'

const BUCKETS = ['not_due', 'd30', 'd60', 'd90', 'more', 'in_favour'] as const
const SUMS = [...BUCKETS, 'total'] as const

/** Screen `/invoices/ageing`: who owes what, by the days since it was due, down to each invoice. */
export default function AgeingScreen() {
  const say = useSay()
  const style = useDisplayStyle()
  const provider = useProvider()
  const { answer, failure, retry } = useCall(ageingCall, {})
  const [open, setOpen] = useState<number | null>(null)
  const [told, setTold] = useState<{ readonly isDone: boolean; readonly text: string } | null>(null)
  const rows = answer?.companies ?? []
  // What nobody has is no column.
  const own = SUMS.filter((name) => name !== 'in_favour' || rows.some((row) => row.in_favour !== 0))
  // On a telephone what it all comes to stands beside the name; how it does is a swipe away.
  const shown = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'))
    ? [...own.slice(-1), ...own.slice(0, -1)]
    : own
  const whole = Object.fromEntries(shown.map((name) => [name, rows.reduce((sum, row) => sum + row[name], 0)]))
  const refuse = (refused: unknown): void => setTold({ isDone: false, text: failureText(refused, say) })
  const save = (): void =>
    void provider.reportFile('invoices/ageingExport', {}, 'xlsx').then(({ blob, name }) => saveFile(blob, name), refuse)
  const remind = (id: number): void => {
    void provider.call(remindCall, { id }).then(({ msg }) => {
      setTold({ isDone: true, text: msg })
      retry()
    }, refuse)
  }
  return (
    <Box sx={{ p: { xs: 2, sm: 3 }, display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center', justifyContent: 'space-between' }}>
        <Typography variant="h1">{say('billing.ageing.title')}</Typography>
        {rows.length > 0 && (
          <Button variant="outlined" onClick={save}>
            {say('billing.ageing.export')}
          </Button>
        )}
      </Box>
      <Typography sx={{ color: 'text.secondary', fontSize: 14, maxWidth: 900 }}>
        {say('billing.ageing.about')}
      </Typography>
      <div aria-live="polite">
        {told && (
          <Alert severity={told.isDone ? 'success' : 'error'} onClose={() => setTold(null)}>
            {told.text}
          </Alert>
        )}
      </div>
      {failure !== null && <FailedNotice failure={failure} onRetry={retry} />}
      {failure === null && !answer && <Skeleton aria-busy variant="rounded" height={220} />}
      {answer && rows.length === 0 && <Notice icon="empty" title={say('billing.ageing.nothing')} />}
      {rows.length > 0 && (
        <TableContainer
          component={Paper}
          variant="outlined"
          role="region"
          aria-label={say('billing.ageing.title')}
          tabIndex={0}
        >
          <Table
            size="small"
            sx={{ '& th, & td': { fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap', px: { xs: 1, sm: 1.5 } } }}
          >
            <TableHead>
              <TableRow>
                <TableCell>{say('billing.company')}</TableCell>
                {shown.map((name) => (
                  <TableCell key={name} align="right">
                    {say(`billing.ageing.${name}`)}
                  </TableCell>
                ))}
                <TableCell>{say('billing.ageing.documents')}</TableCell>
              </TableRow>
            </TableHead>
            <TableBody>
              {rows.map((row) => {
                const { id_company, name, invoices } = row
                const isOpen = open === id_company
                return (
                  <Fragment key={id_company}>
                    <TableRow hover>
                      <TableCell component="th" scope="row" sx={{ '&&': { whiteSpace: 'normal' }, minWidth: 160 }}>
                        {name}
                      </TableCell>
                      {shown.map((sum) => (
                        <TableCell key={sum} align="right" sx={sum === 'total' ? { fontWeight: 600 } : undefined}>
                          {row[sum] === 0 ? '—' : moneyText(row[sum], style)}
                        </TableCell>
                      ))}
                      <TableCell>
                        <Button size="small" aria-expanded={isOpen} onClick={() => setOpen(isOpen ? null : id_company)}>
                          {say('billing.ageing.invoices', { smart_count: invoices.length })}
                        </Button>
                      </TableCell>
                    </TableRow>
                    {isOpen && (
                      <TableRow>
                        <TableCell colSpan={shown.length + 2} sx={{ bgcolor: 'action.hover' }}>
                          <Owed row={row} onRemind={remind} />
                        </TableCell>
                      </TableRow>
                    )}
                  </Fragment>
                )
              })}
              <TableRow>
                <TableCell component="th" scope="row" sx={{ fontWeight: 600 }}>
                  {say('billing.ageing.total')}
                </TableCell>
                {shown.map((sum) => (
                  <TableCell key={sum} align="right" sx={{ fontWeight: 600 }}>
                    {moneyText(whole[sum] ?? 0, style)}
                  </TableCell>
                ))}
                <TableCell />
              </TableRow>
            </TableBody>
          </Table>
        </TableContainer>
      )}
    </Box>
  )
}

/** The invoices of one company, and the reminder of those that are late. */
function Owed({
  row: { invoices, reminded_at },
  onRemind,
}: {
  readonly row: Ageing
  readonly onRemind: (id: number) => void
}) {
  const say = useSay()
  const style = useDisplayStyle()
  const { actor, model } = useConsole()
  const mayRemind = isStaff(actor) && mayOpen(actor, model, 'invoices', 'edit')
  const late = invoices.find(({ days, balance }) => days >= 0 && balance > 0)
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 0.75,
        position: 'sticky',
        left: 12,
        maxWidth: { xs: 'calc(100vw - 58px)', sm: 560 },
        fontSize: 13,
      }}
    >
      {invoices.map(({ id, number, date_due, balance }) => (
        <Box key={id} sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) auto auto', gap: 2 }}>
          <AppLink to={`/invoices/${id}/info`}>{number ?? String(id)}</AppLink>
          <span>{date_due === null ? '' : `${say('billing.ageing.due')} ${dateText(date_due)}`}</span>
          <b>{moneyText(balance, style)}</b>
        </Box>
      ))}
      {late && mayRemind && (
        <Box>
          <Button size="small" variant="outlined" onClick={() => onRemind(late.id)}>
            {say('billing.ageing.remind')}
          </Button>
        </Box>
      )}
      {reminded_at !== null && (
        <Typography sx={{ fontSize: 12, color: 'text.secondary' }}>
          {say('billing.ageing.reminded', { when: dateText(reminded_at.slice(0, 10)) })}
        </Typography>
      )}
    </Box>
  )
}
