import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { lazy, Suspense } from 'react'
import { dateText } from '#engine/model'
import { useDisplayStyle, useSay } from '#engine/ui'
import type { ShadowResult, ShadowRun } from '../../model/shadow-call'
import { MeasuresTable, servesFewer } from './MeasuresTable'
import { RULE_FIELDS, shadowRuleText } from './rule-fields'
import { WaitsTable } from './WaitsTable'

const WaitsChart = lazy(() => import('./WaitsChart'))

/** What the day was, what the method makes of it, and what the other rule would have. */
export function ShadowResultView({ run, result }: { readonly run: ShadowRun; readonly result: ShadowResult }) {
  const say = useSay()
  const style = useDisplayStyle()
  const changed = RULE_FIELDS.filter(({ name }) => run.own[name] !== run.other[name])
  const off = result.measures.filter(({ by_chance, name }) => !by_chance && name !== 'empty_of')
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Typography variant="h2" sx={{ fontSize: 17 }}>
        {say('past.result_of', { date: dateText(run.date) })}
      </Typography>
      <Box component="ul" sx={{ m: 0, paddingInlineStart: 2.5, fontSize: 14 }}>
        {changed.length === 0 ? (
          <li>{say('past.nothing_changed')}</li>
        ) : (
          changed.map((field) => (
            <li key={field.name}>
              {say('past.changes_to', {
                what: say(`past.rule.${field.name}`),
                from: shadowRuleText(field, run.own, style, say),
                to: shadowRuleText(field, run.other, style, say),
              })}
            </li>
          ))
        )}
      </Box>
      <Alert severity={off.length === 0 ? 'success' : 'info'}>
        {off.length === 0
          ? say('past.method_good')
          : say('past.method_off', { what: off.map(({ name }) => say(`past.measure.${name}`)).join(', ') })}
      </Alert>
      {servesFewer(result) && <Alert severity="warning">{say('past.fewer')}</Alert>}
      <MeasuresTable result={result} />
      <Suspense fallback={<Skeleton variant="rounded" height={260} />}>
        <WaitsChart hours={result.hours} />
      </Suspense>
      <WaitsTable hours={result.hours} />
      <Typography variant="caption" component="p" sx={{ color: 'text.secondary' }}>
        {[
          say('past.made_of', { drives: result.drives, smart_count: result.drivers }),
          ...(result.given > 0 ? [say('past.given', { smart_count: result.given })] : []),
          ...(result.fixed > 0 ? [say('past.fixed', { smart_count: result.fixed })] : []),
          ...(result.cut > 0 ? [say('past.cut_day', { smart_count: result.cut })] : []),
        ].join(' ')}
      </Typography>
    </Box>
  )
}
