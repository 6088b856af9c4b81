import Close from '@mui/icons-material/Close'
import EventRepeat from '@mui/icons-material/EventRepeat'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { useState } from 'react'
import { useDisplayStyle, useSay } from '#engine/ui'
import { MAX_DATES } from '../../../fares/model'
import { withRepeats } from './dates'
import { useService } from './service-context'

const WEEKS = [1, 2, 3, 4, 6, 8] as const
/** Monday first. */
const DAYS = [1, 2, 3, 4, 5, 6, 0] as const

/** The same ride on some days of the week, for some weeks: more dates at the clock of the first. */
export function RepeatDays() {
  const say = useSay()
  const { zone, language } = useDisplayStyle()
  const {
    draft: { dates },
    change,
    isOpen,
    focus,
  } = useService()
  const [isAsked, setAsked] = useState(false)
  const [days, setDays] = useState<readonly number[]>([])
  const [weeks, setWeeks] = useState(4)
  const rule = { days, weeks, zone, max: MAX_DATES }
  const more = withRepeats(dates, rule).length - dates.length
  const name = (day: number, weekday: 'narrow' | 'long'): string =>
    new Intl.DateTimeFormat(language, { weekday, timeZone: 'UTC' }).format(Date.UTC(2023, 0, 1 + day))
  if (!isAsked) {
    const isFull = dates.length >= MAX_DATES
    return (
      <Button
        size="small"
        startIcon={<EventRepeat />}
        sx={FIRST}
        disabled={!isOpen || isFull}
        onClick={() => setAsked(true)}
      >
        {say('services.form.when.repeat')}
      </Button>
    )
  }
  return (
    <Box role="group" aria-label={say('services.form.when.repeat')} sx={{ display: 'grid', gap: 1 }}>
      <ToggleButtonGroup
        size="small"
        fullWidth
        value={[...days]}
        aria-label={say('services.form.when.days')}
        onChange={(_event, chosen: number[]) => setDays(chosen)}
      >
        {DAYS.map((day, at) => (
          <ToggleButton
            key={day}
            value={day}
            autoFocus={at === 0}
            aria-label={name(day, 'long')}
            title={name(day, 'long')}
          >
            {name(day, 'narrow')}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
        <TextField
          select
          size="small"
          value={weeks}
          slotProps={{ htmlInput: { 'aria-label': say('services.form.when.weeks') } }}
          onChange={({ target }) => setWeeks(Number(target.value))}
        >
          {WEEKS.map((one) => (
            <MenuItem key={one} value={one}>
              {say('services.form.when.n_weeks', { smart_count: one })}
            </MenuItem>
          ))}
        </TextField>
        <Button
          variant="outlined"
          size="small"
          disabled={more === 0}
          onClick={() => {
            change((now) => ({ dates_by_hand: true, dates: withRepeats(now.dates, rule) }))
            setAsked(false)
            focus(`scheduled_dates.${dates.length}`)
          }}
        >
          {say('services.form.when.add_n', { smart_count: more })}
        </Button>
        <IconButton size="small" aria-label={say('confirm.cancel')} onClick={() => setAsked(false)}>
          <Close fontSize="small" />
        </IconButton>
      </Box>
    </Box>
  )
}

const FIRST = { justifySelf: 'start', mx: -0.75 } as const
