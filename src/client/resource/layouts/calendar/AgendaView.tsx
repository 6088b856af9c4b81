import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useListContext, useTranslate } from 'react-admin'
import { useMemo, type RefObject } from 'react'
import { useConsole } from '../../../console/console'
import { Notice } from '../../../../ui/show/Notice'
import { dateText } from '../../../../ui/show/date-text'
import { useDisplayStyle } from '../../../../ui/show/style'
import { shownColumns } from '../../columns'
import { RecordCard } from '../../list/RecordCard'
import type { ColumnChoice } from '../../list/preferences'
import { useScope } from '../../scope'
import type { CalendarEntry } from './entries'
import { dayTitle } from './period'
import { spanText } from './span-text'
import type { CalendarStyle } from './use-calendar'

interface AgendaViewProps {
  readonly days: readonly string[]
  readonly entries: readonly CalendarEntry[]
  readonly counts: { readonly [day: string]: number }
  /** Records that the server gives of each day. */
  readonly perDay: number
  readonly style: CalendarStyle
  readonly choice: ColumnChoice
  readonly frame: RefObject<HTMLDivElement | null>
  readonly onDay: (day: string) => void
  /** Absent: nobody may create here. */
  readonly onCreate?: (day: string) => void
  readonly onMenu: (id: CalendarEntry['id'], anchor: HTMLElement) => void
}

/** Days one below the other, each with the records that begin on it; the first also with those that had begun. */
export function AgendaView({
  days,
  entries,
  counts,
  perDay,
  style,
  choice,
  frame,
  onDay,
  onCreate,
  onMenu,
}: AgendaViewProps) {
  const translate = useTranslate()
  const { language } = useDisplayStyle()
  const { model, features } = useConsole()
  const { resource, label } = useScope()
  const { selectedIds, onToggleItem } = useListContext()
  const { layout } = style
  const named = useMemo(
    () => shownColumns(layout.card, resource, model, label, features),
    [layout, resource, model, label, features],
  )
  const shown = useMemo(
    () => ({ ...choice, shown: choice.shown.filter(({ f }) => f !== layout.from && f !== layout.to) }),
    [choice, layout],
  )
  const [first = ''] = days
  const byDay = days.flatMap((day) => {
    const here = entries.filter(({ span: { from, to } }) => from === day || (day === first && from < day && to >= day))
    return here.length > 0
      ? [
          {
            day,
            here: here.toSorted((one, other) =>
              one.span.from < other.span.from
                ? -1
                : one.span.from > other.span.from
                  ? 1
                  : (one.clock?.from_min ?? 0) - (other.clock?.from_min ?? 0),
            ),
          },
        ]
      : []
  })
  if (byDay.length === 0) {
    return (
      <Box ref={frame}>
        <Notice
          icon="empty"
          title={translate('calendar.empty')}
          text={translate('calendar.empty_text')}
          action={
            onCreate && (
              <Button variant="contained" onClick={() => onCreate(first)}>
                {translate('list.empty_create')}
              </Button>
            )
          }
        />
      </Box>
    )
  }
  return (
    <Box ref={frame} sx={{ overflow: 'auto', minHeight: 0, p: { xs: 1.25, sm: 2 } }}>
      {byDay.map(({ day, here }) => {
        const left = days.length === 1 ? (counts[day] ?? 0) - here.length : here.length >= perDay ? 1 : 0
        return (
          <Box key={day} component="section" aria-label={dateText(day)} sx={{ '& + &': { mt: 2 } }}>
            <Typography
              variant="h3"
              component="h2"
              sx={{
                mb: 1,
                color: day === style.today ? 'primary.main' : undefined,
                '&::first-letter': { textTransform: 'uppercase' },
              }}
            >
              {days.length === 1 ? (
                dayTitle(day, language)
              ) : (
                <Box
                  component="button"
                  type="button"
                  onClick={() => onDay(day)}
                  sx={{
                    all: 'unset',
                    cursor: 'pointer',
                    '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main', borderRadius: 0.5 },
                    '&::first-letter': { textTransform: 'uppercase' },
                  }}
                >
                  {dayTitle(day, language)}
                </Box>
              )}
            </Typography>
            <Box
              component="ul"
              sx={{
                m: 0,
                p: 0,
                listStyle: 'none',
                display: 'grid',
                gap: 1,
                gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 300px), 1fr))',
                '& > li > *': { height: '100%' },
              }}
            >
              {here.map(({ id, record }) => (
                <li key={id} data-row={id}>
                  <RecordCard
                    record={record}
                    choice={shown}
                    named={named}
                    onMenu={(anchor) => onMenu(id, anchor)}
                    picture={
                      <Typography
                        component="p"
                        sx={{
                          px: 1.5,
                          pt: 1,
                          fontSize: 12.5,
                          color: 'text.secondary',
                          fontVariantNumeric: 'tabular-nums',
                        }}
                      >
                        {spanText(record, style)}
                      </Typography>
                    }
                    selected={selectedIds.length > 0 ? selectedIds.includes(id) : null}
                    onSelect={() => onToggleItem(id)}
                  />
                </li>
              ))}
            </Box>
            {left > 0 &&
              (days.length === 1 ? (
                <Typography variant="body2" sx={{ mt: 1, color: 'text.secondary' }}>
                  {translate('calendar.cut', { shown: here.length, total: counts[day] ?? 0 })}
                </Typography>
              ) : (
                <Button size="small" sx={{ mt: 1 }} onClick={() => onDay(day)}>
                  {translate('calendar.whole_day')}
                </Button>
              ))}
          </Box>
        )
      })}
    </Box>
  )
}
