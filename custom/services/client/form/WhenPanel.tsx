import Add from '@mui/icons-material/Add'
import Close from '@mui/icons-material/Close'
import Today from '@mui/icons-material/TodayOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormHelperText from '@mui/material/FormHelperText'
import IconButton from '@mui/material/IconButton'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { useState } from 'react'
import { DateBox, useDisplayStyle, useSay } from '#engine/ui'
import { MAX_DATES } from '../../../fares/model'
import { dateErrors, dateMs, withDate, withNextDay, withoutDate } from './dates'
import type { ServiceDraft } from './draft'
import { isProductClosed, serves } from './products'
import { RepeatDays } from './RepeatDays'
import { useService } from './service-context'
import { WayBack } from './WayBack'
import { withWhen } from './when'

/** Now, or a booking of one date or several. */
export function WhenPanel() {
  const say = useSay()
  const { zone } = useDisplayStyle()
  const {
    subject,
    draft,
    change,
    errors,
    isOpen,
    priced: { product },
    focus,
  } = useService()
  const { when, dates } = draft
  const [changed_ms, setChanged] = useState(Date.now)
  const minutes = product?.min_time_to_schedule ?? 0
  const offers = (one: ServiceDraft['when']): boolean => !product || isProductClosed(product) || serves(product, one)
  const several = subject.kind !== 'edit'
  // Said at once: no product is offered for what is over, and nothing could be saved.
  const over = several ? dateErrors(dates, changed_ms, 0).filter(({ key }) => key === 'soon') : []
  const isFull = !isOpen || dates.length >= MAX_DATES
  const add = (more: (now: ServiceDraft['dates']) => ServiceDraft['dates']): void => {
    change((now) => ({ dates: more(now.dates) }))
    focus(`scheduled_dates.${dates.length}`)
  }
  return (
    <>
      <ToggleButtonGroup
        exclusive
        size="small"
        fullWidth
        value={when}
        disabled={!isOpen}
        aria-label={say('services.form.when.title')}
        onChange={(_event, next: ServiceDraft['when'] | null) => next && change((now) => withWhen(now, next, minutes))}
      >
        {(['now', 'booking'] as const).map((one) => (
          <ToggleButton key={one} value={one} name="scheduled" disabled={when !== one && !offers(one)}>
            {say(`services.form.when.${one}`)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      {errors['scheduled'] && (
        <FormHelperText error role="alert" sx={{ m: 0 }}>
          {errors['scheduled']}
        </FormHelperText>
      )}
      {when === 'booking' &&
        dates.map((date, index) => (
          <Box
            key={index}
            sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) auto', gap: 0.5, alignItems: 'start' }}
          >
            <DateBox
              kind="datetime"
              whenLeft
              isAhead
              source={`scheduled_dates.${index}`}
              label={
                dates.length > 1
                  ? say('services.form.when.date_n', { number: index + 1 })
                  : say('services.form.when.date')
              }
              error={
                errors[`scheduled_dates.${index}`] ??
                (over.some((one) => one.index === index) ? say('services.form.errors.date_soon') : undefined)
              }
              help={index === 0 && minutes > 0 ? say('services.form.when.least', { minutes }) : undefined}
              required
              disabled={!isOpen}
              value={date}
              onChange={(next) => {
                setChanged(Date.now())
                change((now) => ({
                  dates_by_hand: true,
                  dates: now.dates.map((one, at) => (at === index ? next : one)),
                }))
              }}
            />
            {dates.length > 1 && (
              <IconButton
                size="small"
                sx={{ mt: '24px' }}
                disabled={!isOpen}
                aria-label={say('services.form.when.remove', { number: index + 1 })}
                onClick={() => change((now) => ({ dates: withoutDate(now.dates, index) }))}
              >
                <Close fontSize="small" />
              </IconButton>
            )}
          </Box>
        ))}
      {when === 'booking' && several && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1, mx: -0.75 }}>
          <Button
            size="small"
            startIcon={<Add />}
            disabled={isFull}
            onClick={() => add((now) => withDate(now, Date.now(), minutes, MAX_DATES))}
          >
            {say('services.form.when.add')}
          </Button>
          <Button
            size="small"
            startIcon={<Today />}
            disabled={isFull || dates.every((date) => dateMs(date) === null)}
            onClick={() => add((now) => withNextDay(now, zone, MAX_DATES))}
          >
            {say('services.form.when.next_day')}
          </Button>
        </Box>
      )}
      {when === 'booking' && several && <RepeatDays />}
      {several && <WayBack />}
    </>
  )
}
