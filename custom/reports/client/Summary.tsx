import { isStaff } from '#app/asker'
import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Typography from '@mui/material/Typography'
import { FailedNotice, useCall, useConsole } from '#engine/client'
import { useSay } from '#engine/ui'
import { SUMMARY_PERIODS, summaryCall } from '../model/summary-call'
import { PeriodCard } from './PeriodCard'

interface SummaryProps {
  readonly whose: { readonly id_client?: number; readonly id_driver?: number }
  readonly earning: boolean
  readonly onEarning: (earning: boolean) => void
}

/** A card for each time, from today to ever; what services cost, or what the house keeps of them. */
export function Summary({ whose, earning, onEarning }: SummaryProps) {
  const say = useSay()
  const { actor } = useConsole()
  // Fees are for staff.
  const staff = isStaff(actor)
  const { answer, failure, retry } = useCall(summaryCall, { ...whose, ...(earning && staff && { earning: 1 }) })
  if (failure !== null) {
    return <FailedNotice failure={failure} onRetry={retry} />
  }
  const names = [answer?.dash.client, answer?.dash.driver].filter(Boolean).join(', ')
  return (
    <>
      <Box
        sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center', justifyContent: 'space-between', mb: 2 }}
      >
        {staff && (
          <ToggleButtonGroup
            exclusive
            size="small"
            color="primary"
            value={earning ? 'fee' : 'total'}
            aria-label={say('summary.amounts')}
            onChange={(_event, next: 'total' | 'fee' | null) => next && onEarning(next === 'fee')}
          >
            <ToggleButton value="total">{say('summary.total')}</ToggleButton>
            <ToggleButton value="fee">{say('summary.fee')}</ToggleButton>
          </ToggleButtonGroup>
        )}
        {names !== '' && (
          <Typography component="p" variant="subtitle1">
            {names}
          </Typography>
        )}
      </Box>
      <Box
        aria-busy={answer === null}
        sx={{
          display: 'grid',
          gap: 2,
          gridTemplateColumns: {
            xs: 'minmax(0, 1fr)',
            sm: 'repeat(2, minmax(0, 1fr))',
            lg: 'repeat(4, minmax(0, 1fr))',
          },
        }}
      >
        {answer
          ? answer.dash.periods.map((period) => <PeriodCard key={period.id} period={period} whose={whose} />)
          : SUMMARY_PERIODS.map((id) => <Skeleton key={id} variant="rounded" height={168} />)}
      </Box>
    </>
  )
}
