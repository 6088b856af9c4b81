import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { sentenceOf } from '#engine/client'
import { dateTimeText, moneyText, useDisplayStyle, useSay } from '#engine/ui'
import type { Priced } from './use-priced'

/** What each date of a booking costs, or why it cannot be had then. */
export function DatePrices({ dated: { asked, answer, busy, failure, retry } }: { dated: NonNullable<Priced['dated']> }) {
  const say = useSay()
  const style = useDisplayStyle()
  if (failure) {
    return (
      <Box role="alert" sx={{ display: 'flex', alignItems: 'center', gap: 1, fontSize: 13, color: 'error.main' }}>
        <span>{sentenceOf(failure) ?? say('errors.default')}</span>
        <Button size="small" color="inherit" onClick={retry}>{say('dispatcher.retry')}</Button>
      </Box>
    )
  }
  if (!answer || !asked) return <Box sx={{ fontSize: 13, color: 'text.secondary' }}>{say('services.form.dates.loading')}</Box>
  return (
    <Box component="ul" aria-label={say('services.form.dates.title')} aria-busy={busy} tabIndex={0} sx={LIST}>
      {answer.items.map(({ date, price, error }) => (
        <li key={date}>
          <span>{dateTimeText(date, style.zone)}</span>
          {error ? <Box component="em" sx={{ color: 'error.main' }}>{error}</Box> : <span>{price === null ? '' : moneyText(price, style)}</span>}
        </li>
      ))}
    </Box>
  )
}

const LIST = {
  m: 0, p: 0, listStyle: 'none', maxHeight: { xs: 66, sm: 112 }, overflowY: 'auto', fontSize: 13, fontVariantNumeric: 'tabular-nums', '&[aria-busy=true]': { opacity: 0.6 },
  '& li': { display: 'flex', justifyContent: 'space-between', gap: 1.5, lineHeight: '22px' }, '& li > :first-of-type': { flex: 'none' },
  '& em': { fontStyle: 'normal', textAlign: 'end' },
} as const
