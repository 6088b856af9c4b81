import { styled } from '@mui/material/styles'
import { useTranslate } from 'react-admin'
import { dateText } from '../../../../ui/show/date-text'
import { useDisplayStyle } from '../../../../ui/show/style'
import { weekdayName } from './period'

interface MonthStripProps {
  readonly days: readonly string[]
  readonly counts: { readonly [day: string]: number }
  readonly day: string
  readonly today: string
  readonly onDay: (day: string) => void
}

/** A month on a narrow screen: each day with how much stands on it; a press leads the list below to it. */
export function MonthStrip({ days, counts, day: chosen, today, onDay }: MonthStripProps) {
  const translate = useTranslate()
  const { language } = useDisplayStyle()
  return (
    <Strip role="group" aria-label={translate('calendar.strip')}>
      {days.slice(0, 7).map((day) => (
        <span key={`name-${day}`} aria-hidden>
          {weekdayName(day, language, 'narrow')}
        </span>
      ))}
      {days.map((day) => {
        const count = counts[day] ?? 0
        return (
          <button
            key={day}
            type="button"
            aria-pressed={day === chosen}
            aria-current={day === today ? 'date' : undefined}
            data-beside={day.slice(0, 7) !== chosen.slice(0, 7)}
            aria-label={`${dateText(day)}, ${translate('calendar.count', { smart_count: count })}`}
            onClick={() => onDay(day)}
          >
            {Number(day.slice(8))}
            <small aria-hidden>{count > 0 ? count : ''}</small>
          </button>
        )
      })}
    </Strip>
  )
}

const Strip = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'repeat(7, 1fr)',
  gap: 2,
  padding: 8,
  borderBottom: `1px solid ${theme.palette.divider}`,
  '& span': { textAlign: 'center', fontSize: theme.typography.pxToRem(11.5), color: theme.palette.text.secondary },
  '& button': {
    font: 'inherit',
    fontSize: theme.typography.pxToRem(13),
    color: 'inherit',
    background: 'none',
    border: 0,
    borderRadius: 8,
    minHeight: 42,
    padding: 2,
    cursor: 'pointer',
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    justifyContent: 'center',
    lineHeight: 1.15,
  },
  '& small': {
    fontSize: theme.typography.pxToRem(11),
    minHeight: 13,
    color: theme.palette.primary.main,
    fontWeight: 600,
  },
  '& [data-beside=true]': { color: theme.palette.text.secondary },
  '& [aria-current=date]': { boxShadow: `inset 0 0 0 1px ${theme.palette.primary.main}` },
  '& [aria-pressed=true]': {
    backgroundColor: theme.palette.primary.main,
    color: theme.palette.primary.contrastText,
    '& small': { color: 'inherit' },
  },
}))
