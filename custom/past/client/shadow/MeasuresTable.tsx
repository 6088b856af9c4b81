import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableContainer from '@mui/material/TableContainer'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import { useDisplayStyle, useSay } from '#engine/ui'
import type { ShadowResult } from '../../model/shadow-call'
import { measureText, SHOWN_MEASURES, spreadText } from './measure-text'

/** Where more of it is better; of the rest less is. */
const MORE_IS_BETTER = new Set(['served'])
const NEUTRAL = new Set(['rides'])
/** What is of served rides alone: of fewer of them less is not better. */
const OF_SERVED = new Set(['wait_mean_s', 'wait_median_s', 'wait_p90_s', 'late', 'empty_m'])
/** On a phone it is left out: the two columns before it say it. */
const WIDE = { display: { xs: 'none', sm: 'table-cell' } } as const
/** Within so many spreads of nothing a change may be chance. */
const CHANCE_SD = 2

/**
 * The day as it was, driven again by its own rule, and by the other; what the other changes is told from the two
 * drives, which share their luck.
 */
export function MeasuresTable({ result }: { readonly result: ShadowResult }) {
  const say = useSay()
  const style = useDisplayStyle()
  const rows = SHOWN_MEASURES.flatMap((name) => result.measures.find((one) => one.name === name) ?? [])
  const fewer = servesFewer(result)
  return (
    <TableContainer
      component={Paper}
      variant="outlined"
      role="region"
      aria-label={say('past.side_by_side')}
      tabIndex={0}
    >
      <Table
        size="small"
        sx={{
          '& th, & td': {
            fontVariantNumeric: 'tabular-nums',
            px: { xs: 0.5, sm: 2 },
            fontSize: { xs: 12.5 },
            '&:first-of-type, &:last-of-type': { px: { xs: 1, sm: 2 } },
          },
          '& td': { whiteSpace: 'nowrap' },
        }}
      >
        <TableHead>
          <TableRow>
            <TableCell>{say('past.what')}</TableCell>
            <TableCell align="right">{say('past.real')}</TableCell>
            <TableCell align="right">{say('past.replay')}</TableCell>
            <TableCell align="right" sx={WIDE}>
              {say('past.error')}
            </TableCell>
            <TableCell align="right">{say('past.other')}</TableCell>
            <TableCell align="right">{say('past.change')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map(({ name, real, replay, other, change }) => {
            const error = real === null || replay.mean === null ? null : replay.mean - real
            const isSure = change.mean !== null && Math.abs(change.mean) > CHANCE_SD * change.sd && change.mean !== 0
            const isBetter = isSure && (change.mean ?? 0) > 0 === MORE_IS_BETTER.has(name)
            const color =
              !isSure || NEUTRAL.has(name) || (fewer && isBetter && OF_SERVED.has(name))
                ? 'text.secondary'
                : isBetter
                  ? 'success.main'
                  : 'error.main'
            return (
              <TableRow key={name} hover>
                <TableCell component="th" scope="row">
                  {say(`past.measure.${name}`)}
                </TableCell>
                <TableCell align="right">{measureText(name, real, style)}</TableCell>
                <TableCell align="right">
                  {measureText(name, replay.mean, style)}
                  <Faint text={spreadText(name, replay.sd, style)} />
                </TableCell>
                <TableCell align="right" sx={{ ...WIDE, color: 'text.secondary' }}>
                  {measureText(name, error, style, true)}
                </TableCell>
                <TableCell align="right">
                  {measureText(name, other.mean, style)}
                  <Faint text={spreadText(name, other.sd, style)} />
                </TableCell>
                <TableCell align="right">
                  <Box component={isSure ? 'strong' : 'span'} sx={{ color }}>
                    {measureText(name, change.mean, style, true)}
                  </Box>
                </TableCell>
              </TableRow>
            )
          })}
        </TableBody>
      </Table>
    </TableContainer>
  )
}

/** The other rule leaves more rides unserved, further than chance. */
export function servesFewer({ measures }: ShadowResult): boolean {
  const served = measures.find(({ name }) => name === 'served')?.change
  return served !== undefined && (served.mean ?? 0) < -CHANCE_SD * served.sd
}

const Faint = ({ text }: { readonly text: string }) =>
  text === '' ? null : (
    <Box component="span" sx={{ display: 'block', fontSize: 12, color: 'text.secondary' }}>
      {text}
    </Box>
  )
