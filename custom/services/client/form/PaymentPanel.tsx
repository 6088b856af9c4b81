import Box from '@mui/material/Box'
import { ChoiceSelect, TextBox, useSay } from '#engine/ui'
import { useService } from './service-context'

/** How it is paid, and the promotion. */
export function PaymentPanel() {
  const say = useSay()
  const { data, draft, change, errors, isOpen, priced: { filled } } = useService()
  return (
    <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: 'minmax(0, 3fr) minmax(0, 2fr)' }}>
      <ChoiceSelect
        source="id_payment"
        label={say('services.form.payment.method')}
        required
        disabled={!isOpen}
        error={errors['id_payment']}
        value={filled.id_payment === null ? '' : String(filled.id_payment)}
        options={data.payments.map(({ id, name }) => ({ value: String(id), label: name }))}
        onChange={(value) => change({ id_payment: value ? Number(value) : null })}
      />
      <TextBox
        source="promotion"
        label={say('services.form.payment.promotion')}
        required={false}
        disabled={!isOpen}
        maxLength={30}
        error={errors['promotion']}
        text={draft.promotion}
        onText={(text) => change({ promotion: text.toUpperCase() })}
      />
    </Box>
  )
}
