import Box from '@mui/material/Box'
import { styled } from '@mui/material/styles'
import { useState, type KeyboardEvent } from 'react'
import { useSay, useDisplayStyle } from '../../../ui/show/style'
import { weekdayText, weekHourText } from '../../../ui/show/date-text'
import type { ChartProps } from './chart-props'

const DAYS = [0, 1, 2, 3, 4, 5, 6]
const HOURS = Array.from({ length: 24 }, (_hour, hour) => hour)
const LAST = 7 * 24 - 1
// The faintest cell that is not empty.
const MIN_PERCENT = 8
const STEPS: { readonly [key: string]: number } = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -24, ArrowDown: 24 }

/** The hours of a week, darker where there is more; arrows go from one to the next, a press on one shows its rows. */
export function HeatChart({ stat, answer, words, onDrill }: ChartProps) {
  const say = useSay()
  const { language } = useDisplayStyle()
  const parts = new Map((answer.parts ?? []).map((part) => [part.key, part]))
  const most = Math.max(0, ...(answer.parts ?? []).map(({ value }) => Number(value ?? 0))) || 1
  const first = [...parts.keys()].find((key) => key !== null)
  const [active, setActive] = useState<number | null>(null)
  const at = active ?? Number(first ?? 0)
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const next = at + (STEPS[event.key] ?? 0)
    if (next === at || next < 0 || next > LAST) return
    event.preventDefault()
    event.currentTarget.querySelector<HTMLElement>(`[data-hour="${next}"]`)?.focus()
  }
  return (
    <Box sx={{ overflowX: 'auto' }}>
      <Grid role="grid" aria-label={say('stats.hours')} onKeyDown={onKeyDown}>
        {/* Every cell says its day and hour. */}
        <div aria-hidden>
          <span />
          {HOURS.map((hour) => (
            <span key={hour}>{hour % 3 === 0 ? hour : ''}</span>
          ))}
        </div>
        {DAYS.map((day) => (
          <div key={day} role="row">
            <span aria-hidden>{weekdayText(day, language)}</span>
            {HOURS.map((hour) => {
              const number = day * 24 + hour
              const part = parts.get(String(number))
              const value = words.value(part?.value ?? 0)
              const told = stat.mean ? say('stats.hour_mean', { value, count: words.count(part?.count ?? 0) }) : value
              const text = `${weekHourText(number, language)}, ${told}`
              const share = part ? Math.max(MIN_PERCENT, Math.round((100 * Number(part.value ?? 0)) / most)) : 0
              return (
                <span key={hour} role="gridcell">
                  <button
                    type="button"
                    data-hour={number}
                    title={text}
                    aria-label={text}
                    aria-disabled={!part || undefined}
                    tabIndex={number === at ? 0 : -1}
                    onFocus={() => setActive(number)}
                    onClick={() => onDrill(part?.filters)}
                    style={{ '--share': `${share}%` } as object}
                  />
                </span>
              )
            })}
          </div>
        ))}
      </Grid>
    </Box>
  )
}

const Grid = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: 2,
  minWidth: 420,
  fontSize: 11,
  color: theme.palette.text.secondary,
  '& > div': { display: 'grid', gridTemplateColumns: '34px repeat(24, 1fr)', gap: 2, alignItems: 'center' },
  '& button': {
    display: 'block',
    width: '100%',
    height: 20,
    padding: 0,
    border: 0,
    borderRadius: 3,
    cursor: 'pointer',
    background: `color-mix(in srgb, ${theme.palette.primary.main} var(--share), ${theme.palette.action.hover})`,
  },
  '& button[aria-disabled]': { cursor: 'default' },
  '& button:focus-visible': { outline: `2px solid ${theme.palette.text.primary}`, outlineOffset: 1 },
}))
