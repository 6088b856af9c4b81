import Box from '@mui/material/Box'
import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import { lazy, Suspense, useState } from 'react'
import { TextBox, useSay, AppLink, moneyText, useDisplayStyle } from '#engine/ui'
import { ClientScopeBoxes } from './ClientScope'
import { CompanyFields } from './CompanyFields'
import { ClientSearch } from './ClientSearch'
import type { FormClient } from './draft'
import type { TypedCaller } from '../desk/enquiry'
import { isFilled } from '../desk/is-filled'
import { OtherClient } from './OtherClient'
import { OwnLimits } from './OwnLimits'
import { TripReason } from './TripReason'
import { useService } from './service-context'
import { clientName, type Finding } from './use-client-search'
import Close from '@mui/icons-material/Close'
import Alert from '@mui/material/Alert'
import IconButton from '@mui/material/IconButton'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'

const GroupRows = lazy(() => import('./GroupRows'))

/** Who is calling, once known: their number, company and services under way. */
function ClientCard({ onChange }: { onChange?: () => void }) {
  const say = useSay()
  const style = useDisplayStyle()
  const {
    draft,
    client: { answer: data },
  } = useService()
  // What is known of the client now replaces what was known when they were chosen.
  const client = data?.client.id === draft.client?.id ? (data?.client ?? null) : draft.client
  if (!client) return null
  const { phone, co_name, ca_name } = client
  const left = data?.company_left ?? null
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1 }}>
      <Box sx={{ display: 'flex', alignItems: 'start', gap: 1 }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography sx={{ fontWeight: 600, lineHeight: 1.3 }} noWrap>
            {clientName(client)}
          </Typography>
          <Typography variant="body2" sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }} noWrap>
            {[phone, co_name, ca_name].filter(Boolean).join(' · ')}
          </Typography>
        </Box>
        {onChange && (
          <IconButton
            size="small"
            sx={{ marginInlineEnd: -1 }}
            aria-label={say('services.form.client.other')}
            onClick={onChange}
          >
            <Close fontSize="small" />
          </IconButton>
        )}
      </Box>
      {left !== null && (
        <Typography variant="body2" sx={{ color: left > 0 ? 'text.secondary' : 'error.main' }}>
          {say('services.form.client.left', { amount: moneyText(left, style) })}
        </Typography>
      )}
      {data?.company_near === 1 && data.company_reached === 0 && (
        <Alert severity="warning" sx={{ py: 0 }}>
          {say('services.form.client.near_limit')}
        </Alert>
      )}
      {left === null && data?.company_reached === 1 && (
        <Typography variant="body2" sx={{ color: 'error.main' }}>
          {say('services.form.client.limit_reached')}
        </Typography>
      )}
      {data && <OwnLimits limits={data.own_limits} />}
      {data && data.active.length > 0 && (
        <Alert severity="info" sx={{ py: 0, '& .MuiAlert-message': { minWidth: 0 } }}>
          {say('services.form.client.active', { smart_count: data.active.length })}
          {data.active.slice(0, 3).map(({ id, state_obj, org_address }) => (
            <Box key={id} sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
              <AppLink to={`/dispatcher/${id}`} underline="always">
                {id}
              </AppLink>{' '}
              {state_obj.name} · {org_address}
            </Box>
          ))}
        </Alert>
      )}
    </Box>
  )
}

interface ClientPanelProps {
  /** Called once a client is chosen: the next field is the destination. */
  readonly onChosen: () => void
  /** Grows with every wish to search: the search takes the focus. */
  readonly searches: number
  readonly onType: (caller: TypedCaller | null) => void
  /** Enter was pressed before they were found: the keys after it are the form's. */
  readonly onHurried: () => void
  readonly onSplit?: (client: FormClient) => void
  readonly onFinding: (finding: Finding) => void
  readonly onDigit: (digit: number) => void
}

/** Whom the service is for: the caller, a guest of theirs, or somebody else of the company. */
export function ClientPanel({ onChosen, searches, onFinding, onDigit, onType, onHurried, onSplit }: ClientPanelProps) {
  const say = useSay()
  const { subject, data, draft, change, errors, isOpen, board } = useService()
  const { client, for_another, invited } = draft
  const isOther = data.client === null
  const mayChoose = isOther || (data.may.another && for_another)
  const [left, setLeft] = useState(0)
  const isSearching = mayChoose && (client === null || searches > left)
  // Whose the stops and the notes are that stand here, while nobody is chosen.
  const [former, setFormer] = useState<FormClient | null>(null)
  const [asked, setAsked] = useState<FormClient | null>(null)
  const choose = (chosen: FormClient): void => {
    const theirs = client ?? former
    if (onSplit && theirs && theirs.id !== chosen.id && isFilled(draft)) return setAsked(chosen)
    take(chosen)
  }
  const take = (chosen: FormClient): void => {
    setLeft(searches)
    setFormer(null)
    onType(null)
    // The last service and the home of another client are not this one's.
    change({
      client: chosen,
      ...(client && client.id !== chosen.id
        ? { id_product: null, id_payment: null, id_company_ceco: undefined, order_number: undefined }
        : {}),
    })
    onChosen()
  }
  const leave = (): void => {
    setFormer(client)
    change({ client: null })
  }
  const { onAddClient } = board
  const add =
    onAddClient && data.may.add_client
      ? (typed: string) =>
          void onAddClient(typed).then((id) => {
            if (id !== null)
              choose({
                id,
                name: typed,
                surname: null,
                phone: null,
                id_company: null,
                co_name: null,
                ca_name: null,
                state: '1',
              })
          })
      : undefined
  return (
    <Box sx={{ px: 2, pb: 1.5, display: 'grid', gap: 1, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      {!isOther && data.may.another && (
        <ClientFlag
          label={say('services.form.client.another')}
          checked={for_another}
          disabled={!isOpen}
          onChange={(on) => change({ for_another: on, client: on ? null : data.client })}
        />
      )}
      {isSearching ? (
        <ClientSearch
          key={searches}
          autoFocus={searches > left}
          disabled={!isOpen}
          error={errors['id_client']}
          onChoose={choose}
          onAdd={add}
          onFinding={onFinding}
          onDigit={onDigit}
          onType={onType}
          onHurried={onHurried}
          onGiveUp={client ? () => setLeft(searches) : undefined}
        />
      ) : (
        <ClientCard onChange={mayChoose && isOpen ? leave : undefined} />
      )}
      {asked && (client ?? former) && (
        <OtherClient
          before={client ?? former}
          chosen={asked}
          onKeep={() => {
            setAsked(null)
            take(asked)
          }}
          onEmpty={() => {
            setAsked(null)
            const theirs = client ?? former
            if (theirs) onSplit?.(theirs)
            take(asked)
          }}
        />
      )}
      {isSearching ? <ClientScopeBoxes /> : <CompanyFields />}
      {data.validators.length > 0 && !for_another && (
        <TextField
          select
          size="small"
          label={say('services.form.client.validator')}
          value={draft.id_user_validation ?? ''}
          disabled={!isOpen}
          error={errors['id_user_validation'] !== undefined}
          helperText={errors['id_user_validation']}
          onChange={({ target }) => change({ id_user_validation: target.value === '' ? null : Number(target.value) })}
        >
          <MenuItem value="">{say('services.form.client.any_validator')}</MenuItem>
          {data.validators.map(({ id, name }) => (
            <MenuItem key={id} value={id}>
              {name}
            </MenuItem>
          ))}
        </TextField>
      )}
      <TripReason />
      <ClientFlag
        label={say('services.form.client.invited')}
        checked={invited}
        disabled={!isOpen}
        onChange={(on) => change({ invited: on, ...(on ? {} : { group: undefined }) })}
      />
      {invited && (
        <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: '1fr 1fr' }}>
          <TextBox
            source="invited_name"
            label={say('services.form.client.invited_name')}
            maxLength={100}
            required
            disabled={!isOpen}
            error={errors['invited_name']}
            text={draft.invited_name}
            onText={(invited_name) => change({ invited_name })}
            autoFocus
          />
          <TextBox
            source="invited_phone"
            label={say('services.form.client.invited_phone')}
            maxLength={30}
            required={false}
            disabled={!isOpen}
            inputMode="tel"
            error={errors['invited_phone']}
            text={draft.invited_phone}
            onText={(invited_phone) => change({ invited_phone })}
          />
        </Box>
      )}
      {invited && subject.kind !== 'edit' && (
        <Suspense>
          <GroupRows />
        </Suspense>
      )}
    </Box>
  )
}

export const ClientFlag = ({
  label,
  checked,
  disabled,
  onChange,
}: {
  label: string
  checked: boolean
  disabled: boolean
  onChange: (on: boolean) => void
}) => (
  <FormControlLabel
    label={label}
    slotProps={{ typography: { variant: 'body2' } }}
    sx={{ marginInlineStart: 0, gap: 1, minHeight: 32 }}
    control={<Switch size="small" checked={checked} disabled={disabled} onChange={(_event, on) => onChange(on)} />}
  />
)
