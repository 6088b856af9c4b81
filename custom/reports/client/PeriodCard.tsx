import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { AppLink, moneyText, numberText, useDisplayStyle, useSay } from '#engine/ui'
import { OUTCOMES, type SummaryPeriod } from '../model/summary-call'
import { servicesPath } from './services-path'

// The colours of the choice itself (schemas/services.json): red, yellow and green.
const COLOURS = { finalized: '#2e7d32', on_air: '#f9a825', canceled: '#c62828' } as const

/** A time's services: how many and what they come to, by how they ended; each number leads to its services. */
export function PeriodCard({
  period,
  whose,
}: {
  readonly period: SummaryPeriod
  readonly whose: { readonly [field: string]: number }
}) {
  const say = useSay()
  const style = useDisplayStyle()
  const id = useId()
  const amount = (value: number | null): string => (value === null ? '–' : moneyText(value, style))
  const path = (outcome?: string): string =>
    servicesPath({ ...whose, ...(outcome !== undefined && { outcome }) }, period)
  return (
    <Paper component="section" variant="outlined" aria-labelledby={id} sx={{ p: 2, minWidth: 0 }}>
      <Typography variant="subtitle2" component="h2" id={id}>
        {say(`summary.periods.${period.id}`)}
      </Typography>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', alignItems: 'baseline', gap: 1, mt: 0.5, mb: 1 }}>
        <AppLink
          to={path()}
          aria-label={say('summary.services', { smart_count: period.total.count })}
          sx={{ fontSize: 28, lineHeight: 1.2, fontWeight: 600, ...FIGURES }}
        >
          {numberText(period.total.count, style)}
        </AppLink>
        <Typography variant="subtitle1" component="p" sx={FIGURES}>
          {amount(period.total.amount)}
        </Typography>
      </Box>
      <Box
        component="dl"
        sx={{
          m: 0,
          display: 'grid',
          gap: 0.5,
          gridTemplateColumns: 'minmax(0, 1fr) auto minmax(72px, auto)',
          fontSize: 13,
        }}
      >
        {OUTCOMES.map((outcome) => (
          <Box key={outcome} sx={{ display: 'contents' }}>
            <Box component="dt" sx={{ display: 'flex', alignItems: 'center', gap: 0.75, minWidth: 0 }}>
              <Box
                aria-hidden
                sx={{ width: 9, height: 9, borderRadius: 0.5, flexShrink: 0, bgcolor: COLOURS[outcome] }}
              />
              {say(`summary.outcomes.${outcome}`)}
            </Box>
            <Box component="dd" sx={{ m: 0, textAlign: 'end', ...FIGURES }}>
              <AppLink to={path(outcome)}>{numberText(period[outcome].count, style)}</AppLink>
            </Box>
            <Box component="dd" sx={{ m: 0, textAlign: 'end', color: 'text.secondary', ...FIGURES }}>
              {amount(period[outcome].amount)}
            </Box>
          </Box>
        ))}
      </Box>
      {period.total.lacking !== undefined && (
        <Typography variant="caption" component="p" sx={{ color: 'text.secondary', mt: 1 }}>
          {say('stats.lacking', { smart_count: period.total.lacking })}
        </Typography>
      )}
    </Paper>
  )
}

const FIGURES = { fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' } as const
