import NextIcon from '@mui/icons-material/ChevronRight'
import BeforeIcon from '@mui/icons-material/ChevronLeft'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router-dom'
import { FailedNotice, mayOpen, useCall, useConsole } from '#engine/client'
import { addDays, scopeIds, todayIn } from '#engine/model'
import { ChoiceSelect, DateBox, Notice, useDisplayStyle, useSay } from '#engine/ui'
import { forecastCall, type Forecast } from '../model/forecast-call'
import { HoursTable } from './HoursTable'
import { ShortNotice } from './ShortNotice'

const HoursChart = lazy(() => import('./HoursChart'))

/**
 * Screen `/forecast?date=&id_branch=`: the bookings of a day against the drivers of the last days like it; without a
 * day tomorrow.
 */
export default function ForecastScreen() {
  const say = useSay()
  const { zone } = useDisplayStyle()
  const [params, setParams] = useSearchParams()
  const date = params.get('date')
  const branch = Number(params.get('id_branch')) || null
  const { answer, failure, retry } = useCall(forecastCall, {
    ...(date && { date }),
    ...(branch !== null && { id_branch: branch }),
  })
  const set = (name: string, value: string | null): void =>
    setParams(
      (was) => {
        const next = new URLSearchParams(was)
        if (value) next.set(name, value)
        else next.delete(name)
        return next
      },
      { replace: true },
    )
  // Also before the first answer: who presses at once loses no press.
  const day = date ?? answer?.date ?? addDays(todayIn(zone), 1)
  const step = (days: number): void => set('date', addDays(day, days))
  return (
    <Box sx={{ p: { xs: 2, sm: 3 }, display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Typography variant="h1">{say('modules.forecast')}</Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'flex-end' }}>
        <Button variant="outlined" aria-label={say('forecast.before')} onClick={() => step(-1)} sx={ARROW}>
          <BeforeIcon fontSize="small" />
        </Button>
        <Box sx={{ width: 170 }}>
          <DateBox
            kind="date"
            source="date"
            label={say('forecast.day')}
            value={day}
            whenLeft
            required
            disabled={false}
            onChange={(value) => {
              if (value && /^\d{4}-\d{2}-\d{2}$/.test(value)) set('date', value)
            }}
          />
        </Box>
        <Button variant="outlined" aria-label={say('forecast.after')} onClick={() => step(1)} sx={ARROW}>
          <NextIcon fontSize="small" />
        </Button>
        {answer && answer.branches.length > 1 && (
          <Box sx={{ width: 220 }}>
            <ChoiceSelect
              source="id_branch"
              required={false}
              disabled={false}
              label={say('forecast.branch')}
              value={branch === null ? '' : String(branch)}
              empty={say('forecast.all_branches')}
              options={answer.branches.map(({ id, name }) => ({ value: String(id), label: name }))}
              onChange={(value) => set('id_branch', value)}
            />
          </Box>
        )}
      </Box>
      {failure !== null && <FailedNotice failure={failure} onRetry={retry} />}
      {failure === null && !answer && (
        <Box aria-busy sx={{ display: 'grid', gap: 2 }}>
          <Skeleton variant="rounded" height={72} />
          <Skeleton variant="rounded" height={260} />
          <Skeleton variant="rounded" height={400} />
        </Box>
      )}
      {answer && <Day day={answer} id_branch={branch} />}
    </Box>
  )
}

const ARROW = { minWidth: 40, height: 40, px: 0, '[dir=rtl] & svg': { transform: 'scaleX(-1)' } } as const

function Day({ day, id_branch }: { readonly day: Forecast; readonly id_branch: number | null }) {
  const say = useSay()
  const { actor, model } = useConsole()
  // Who is bound to branches tells the drivers of one of them.
  const own = scopeIds(actor, 'branch')
  const told = id_branch ?? (own?.length === 1 ? (own[0] ?? null) : null)
  const isQuiet = day.days.length === 0 && day.hours.every(({ booked }) => booked === 0)
  if (isQuiet) return <Notice icon="empty" title={say('forecast.nothing')} caption={say('forecast.nothing_why')} />
  return (
    <>
      <ShortNotice
        key={`${day.date} ${id_branch}`}
        day={day}
        id_branch={told}
        mayTell={mayOpen(actor, model, 'notifications', 'edit') && (own === null || told !== null)}
      />
      <Suspense fallback={<Skeleton variant="rounded" height={260} />}>
        <HoursChart hours={day.hours} />
      </Suspense>
      <HoursTable day={day} />
    </>
  )
}
