import Alert from '@mui/material/Alert'
import { todayIn } from '#engine/model'
import { moneyText, useDisplayStyle, useSay } from '#engine/ui'
import { dateMs } from './dates'
import { overLimit } from './over-limit'
import { useService } from './service-context'

/** Before it is saved: that what it costs is more than a company lets its people spend. */
export function OverLimit() {
  const say = useSay()
  const style = useDisplayStyle()
  const { subject, draft, client: { answer: data }, priced: { price, toll, dated } } = useService()
  // What a saved ride costs is counted in what was spent already.
  if (subject.kind === 'edit' || !data || price === null) return null
  const monthOf = (at_ms: number): string => todayIn(style.zone, new Date(at_ms)).slice(0, 7)
  const isOfMonth = (at_ms: number | null): boolean => at_ms === null || monthOf(at_ms) === monthOf(Date.now())
  const one = price + (toll ?? 0)
  const rides = dated?.answer?.items.flatMap(({ date, price: cost }) => (cost === null ? [] : [{ at_ms: Date.parse(date), cost }]))
    ?? [{ at_ms: draft.when === 'now' ? null : dateMs(draft.dates[0] ?? null), cost: one }]
  const people = 1 + (draft.group?.length ?? 0)
  const month = rides.reduce((sum, { at_ms, cost }) => (isOfMonth(at_ms) ? sum + cost * people : sum), 0)
  const over = overLimit(data, { ride: Math.max(0, ...rides.map(({ cost }) => cost)), month })
  return over && <Alert severity="warning" sx={{ py: 0 }}>{say(`services.form.over.${over.what}`, { amount: moneyText(over.amount, style) })}</Alert>
}
