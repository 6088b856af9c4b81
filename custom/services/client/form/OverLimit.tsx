import Alert from '@mui/material/Alert'
import { moneyText, useDisplayStyle, useSay } from '#engine/ui'
import { costOf, overLimit } from './over-limit'
import { useService } from './service-context'

/** Before it is saved: that what it costs is more than a company lets its people spend. */
export function OverLimit() {
  const say = useSay()
  const style = useDisplayStyle()
  const {
    subject,
    draft,
    client: { answer: data },
    priced,
  } = useService()
  // What a saved ride costs is counted in what was spent already.
  const cost = subject.kind === 'edit' ? null : costOf(draft, priced, style.zone)
  const over = data && cost && overLimit(data, cost)
  return (
    over && (
      <Alert severity="warning" sx={{ py: 0 }}>
        {say(`services.form.over.${over.what}`, { amount: moneyText(over.amount, style) })}
      </Alert>
    )
  )
}
