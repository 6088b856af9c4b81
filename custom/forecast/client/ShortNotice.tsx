import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { lazy, Suspense, useState } from 'react'
import { hourText } from '#engine/model'
import { Icon, useSay, type Say } from '#engine/ui'
import type { Forecast } from '../model/forecast-call'
import { shortHours, type ShortHours } from './short-hours'

const TellDrivers = lazy(() => import('./TellDrivers'))

interface Props {
  readonly day: Forecast
  readonly id_branch: number | null
  readonly mayTell: boolean
}

/** When drivers will lack, and the way to ask them to come. */
export function ShortNotice({ day, id_branch, mayTell }: Props) {
  const say = useSay()
  const [isTelling, setTelling] = useState(false)
  const [isTold, setTold] = useState(false)
  const short = shortHours(day.hours)
  if (day.days.length === 0) return <Alert severity="info">{say('forecast.no_past')}</Alert>
  if (short.length === 0) return <Alert severity="success">{say('forecast.enough')}</Alert>
  return (
    <Alert severity="warning" sx={{ '& .MuiAlert-message': { flex: 1, minWidth: 0 } }}>
      <Box
        sx={{
          display: 'flex',
          flexDirection: { xs: 'column', sm: 'row' },
          gap: 1,
          justifyContent: 'space-between',
          alignItems: 'flex-start',
        }}
      >
        <div>
          {say('forecast.short')}
          <Box component="ul" sx={{ m: 0, mt: 0.5, paddingInlineStart: 2.5 }}>
            {short.map((part) => (
              <li key={part.from}>{partText(part, say)}</li>
            ))}
          </Box>
        </div>
        {isTold && <Box role="status">{say('forecast.told')}</Box>}
        {mayTell && !isTold && (
          <Button
            color="inherit"
            variant="outlined"
            size="small"
            startIcon={<Icon name="notifications" size={18} />}
            onClick={() => setTelling(true)}
          >
            {say('forecast.tell')}
          </Button>
        )}
      </Box>
      {isTelling && (
        <Suspense fallback={null}>
          <TellDrivers
            date={day.date}
            short={short}
            id_branch={id_branch}
            onClose={(told) => {
              setTelling(false)
              setTold(told)
            }}
          />
        </Suspense>
      )}
    </Alert>
  )
}

const partText = ({ from, until, lacking }: ShortHours, say: Say): string =>
  say('forecast.part', { from: hourText(from), until: hourText(until), smart_count: lacking })
