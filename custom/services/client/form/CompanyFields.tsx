import Box from '@mui/material/Box'
import { ChoiceSelect, TextBox, useSay } from '#engine/ui'
import { useService } from './service-context'

/** What a company wants to know of a ride that it pays: its cost centre, and the number of its order. */
export function CompanyFields() {
  const say = useSay()
  const {
    data: { item },
    draft,
    change,
    errors,
    isOpen,
    client: { answer },
  } = useService()
  if (!draft.client || draft.client.id_company === null) return null
  const isKnown = answer?.client.id === draft.client.id
  const cecos = isKnown ? answer.cecos : []
  const isSaved = item !== null && item.id_client === draft.client.id
  const ceco =
    draft.id_company_ceco === undefined
      ? isSaved
        ? item.id_company_ceco
        : isKnown
          ? answer.id_company_ceco
          : null
      : draft.id_company_ceco
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 1,
        gridTemplateColumns: cecos.length > 0 ? 'minmax(0, 1fr) minmax(0, 1fr)' : 'minmax(0, 1fr)',
        alignItems: 'start',
      }}
    >
      {cecos.length > 0 && (
        <ChoiceSelect
          source="id_company_ceco"
          label={say('services.form.client.ceco')}
          required={false}
          disabled={!isOpen}
          error={errors['id_company_ceco']}
          value={ceco === null ? '' : String(ceco)}
          options={cecos.map(({ id, name }) => ({ value: String(id), label: name }))}
          onChange={(value) => change({ id_company_ceco: value ? Number(value) : null })}
        />
      )}
      <TextBox
        source="order_number"
        label={say('services.form.client.order')}
        required={false}
        disabled={!isOpen}
        maxLength={40}
        error={errors['order_number']}
        text={draft.order_number ?? (isSaved ? (item.order_number ?? '') : '')}
        onText={(order_number) => change({ order_number })}
      />
    </Box>
  )
}
