import { DateBox, useSay } from '#engine/ui'
import { ClientFlag } from './ClientPanel'
import { dateMs, nextDate } from './dates'
import { useService } from './service-context'

/** The same people back, from the last stop to the first, at another hour. */
export function WayBack() {
  const say = useSay()
  const {
    draft: { date_return, dates, when },
    change,
    errors,
    isOpen,
    focus,
  } = useService()
  const start = when === 'booking' ? (dates[0] ?? null) : null
  const propose = (): string =>
    nextDate(
      [
        start !== null && dateMs(start) !== null
          ? start
          : new Date(Math.ceil(Date.now() / 60_000) * 60_000).toISOString(),
      ],
      Date.now(),
      0,
    )
  return (
    <>
      <ClientFlag
        label={say('services.form.when.back')}
        checked={date_return !== undefined}
        disabled={!isOpen}
        onChange={(on) => {
          change({ date_return: on ? propose() : undefined })
          if (on) focus('date_return')
        }}
      />
      {date_return !== undefined && (
        <DateBox
          kind="datetime"
          whenLeft
          source="date_return"
          label={say('services.form.when.date_back')}
          required
          disabled={!isOpen}
          help={dates.length > 1 && when === 'booking' ? say('services.form.when.back_each') : undefined}
          error={errors['date_return']}
          value={date_return}
          onChange={(next) => change({ date_return: next })}
        />
      )}
    </>
  )
}
