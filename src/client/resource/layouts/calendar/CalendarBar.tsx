import ChevronLeft from '@mui/icons-material/ChevronLeft'
import ChevronRight from '@mui/icons-material/ChevronRight'
import ArrowDown from '@mui/icons-material/ArrowDropDown'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Popover from '@mui/material/Popover'
import Stack from '@mui/material/Stack'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import { useTranslate } from 'react-admin'
import { useState } from 'react'
import { DateEntry } from '../../../../ui/inputs/DateEntry'
import { useKeys } from '../../../../ui/keys'
import type { CalendarPage } from '../../../console/provider'
import { besidePeriod, MODES, periodTitle, periodDays, type CalendarMode, type CalendarPeriod } from './period'
import type { CalendarStyle } from './use-calendar'

interface CalendarBarProps {
  readonly period: CalendarPeriod
  readonly go: (period: CalendarPeriod) => void
  readonly style: CalendarStyle
  readonly page: CalendarPage | null
  readonly phone: boolean
}

/** Which days are shown, and the ways to others. */
export function CalendarBar({ period, go, style, page, phone }: CalendarBarProps) {
  const translate = useTranslate()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const { language, first, today } = style
  // A narrow screen steps from month to month above its list.
  const stepped: CalendarPeriod = phone && period.mode === 'agenda' ? { mode: 'month', day: period.day } : period
  const beside = (by: 1 | -1) => go({ ...besidePeriod(stepped, by), mode: period.mode })
  const now = () => go({ mode: period.mode, day: today })
  const title = periodTitle(stepped, periodDays(stepped, first), language)
  useKeys([{ keys: 't', label: translate('calendar.today'), run: now, active: true }])
  const undated =
    page && page.undated > 0
      ? translate(page.undated_is_exact ? 'calendar.undated' : 'calendar.undated_least', { smart_count: page.undated })
      : ''
  const word = (by: 'previous' | 'next') => translate(`calendar.${by}`)
  return (
    <Stack
      direction="row"
      sx={{
        alignItems: 'center',
        flexWrap: 'wrap',
        gap: 0.5,
        px: 1,
        py: 0.75,
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      <Button variant="outlined" color="inherit" onClick={now} aria-keyshortcuts="t" sx={{ borderColor: 'divider' }}>
        {translate('calendar.today')}
      </Button>
      <IconButton aria-label={word('previous')} onClick={() => beside(-1)}>
        <ChevronLeft fontSize="small" />
      </IconButton>
      <IconButton aria-label={word('next')} onClick={() => beside(1)}>
        <ChevronRight fontSize="small" />
      </IconButton>
      <Tooltip title={translate('calendar.jump')}>
        <Button
          color="inherit"
          aria-haspopup="dialog"
          aria-expanded={Boolean(anchor)}
          aria-label={`${title}: ${translate('calendar.jump')}`}
          endIcon={<ArrowDown />}
          onClick={(event) => setAnchor(event.currentTarget)}
          sx={{ fontSize: 15, fontWeight: 600, px: 1, '&::first-letter': { textTransform: 'uppercase' } }}
        >
          {title}
        </Button>
      </Tooltip>
      <Popover
        open={Boolean(anchor)}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{ paper: { role: 'dialog', 'aria-label': translate('calendar.jump'), sx: { p: 2, width: 240 } } }}
      >
        <DateEntry
          name="jump"
          autoFocus
          label={translate('calendar.jump')}
          value={period.day}
          onChange={(day) => {
            if (day === null) return
            go({ mode: period.mode, day })
            setAnchor(null)
          }}
        />
      </Popover>
      <Box sx={{ flex: 1 }} />
      {undated !== '' && (
        <Typography variant="body2" sx={{ color: 'text.secondary', px: 0.5 }}>
          {undated}
        </Typography>
      )}
      {!phone && (
        <ToggleButtonGroup exclusive size="small" value={period.mode} aria-label={translate('calendar.show')}>
          {MODES.map((mode: CalendarMode) => (
            <ToggleButton
              key={mode}
              value={mode}
              onClick={() => go({ mode, day: dayFor(period, style) })}
              sx={{ px: 1.25, py: 0.375, textTransform: 'none' }}
            >
              {translate(`calendar.${mode}`)}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      )}
    </Stack>
  )
}

/** From a month one goes to today in it, else to its first day. */
function dayFor({ mode, day }: CalendarPeriod, { today }: CalendarStyle): string {
  return mode === 'month' && day.slice(0, 7) === today.slice(0, 7) ? today : day
}
