import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { useRefresh } from 'react-admin'
import { FailedNotice, type PanelProps, useCall } from '#engine/client'
import { useSay } from '#engine/ui'
import type { DispatcherService } from '../../model/dispatcher-service'
import { serviceHistoryCall } from '../../model/history-calls'
import { AskedDrivers } from './AskedDrivers'
import { Card } from './Card'
import { Custody } from './Custody'
import { FareCard } from './FareCard'
import { HistoryFacts } from './HistoryFacts'
import Legs from './Legs'
import { PageActions } from './PageActions'
import SearchAgain from './SearchAgain'
import { Timeline } from './Timeline'
import ValidationNote from './ValidationNote'

/** Panel `service-history`, the first tab of a service's page: everything that a complaint asks for. */
export default function HistoryPanel({ record }: PanelProps) {
  const say = useSay()
  const refresh = useRefresh()
  // Another version of the record is another answer.
  return (
    <Known
      key={`${String(record['id'])} ${String(record['version'])}`}
      id={Number(record['id'])}
      say={say}
      onDone={refresh}
    />
  )
}

function Known({
  id,
  say,
  onDone,
}: {
  readonly id: number
  readonly say: ReturnType<typeof useSay>
  readonly onDone: () => void
}) {
  const { answer, failure, retry } = useCall(serviceHistoryCall, { id })
  if (failure !== null) {
    return <FailedNotice failure={failure} onRetry={retry} />
  }
  if (!answer) return <Skeleton variant="rounded" height={420} aria-busy />
  return (
    <Box sx={{ display: 'grid', gap: 2, py: 1 }}>
      <PageActions history={answer} onDone={onDone} />
      <ValidationNote service={answer.service} />
      <SearchAgain service={answer.service} onDone={onDone} />
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          alignItems: 'start',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
        }}
      >
        <Box sx={COLUMN}>
          <Card title={say('services.history.facts')}>
            <HistoryFacts history={answer} />
          </Card>
          <Card title={say('services.history.fare')}>
            <FareCard history={answer} />
          </Card>
        </Box>
        <Box sx={COLUMN}>
          <Card title={say('services.history.timeline')}>
            <Timeline service={answer.service} />
          </Card>
          {answer.legs.length > 0 && (
            <Card title={say('services.history.legs')}>
              <Legs legs={answer.legs} next={nextOf(answer.service)} />
            </Card>
          )}
          <Custody custody={answer.custody} />
          <AskedDrivers id={id} />
        </Box>
      </Box>
    </Box>
  )
}

/** Who takes over; undefined: nobody waits for another car. */
const nextOf = ({ date_handed_over, id_driver, dr_name, dr_surname }: DispatcherService): string | null | undefined =>
  date_handed_over === null ? undefined : id_driver === null ? null : [dr_name, dr_surname].filter(Boolean).join(' ')

const COLUMN = { display: 'grid', gap: 2, minWidth: 0 } as const
