import Close from '@mui/icons-material/Close'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import { AppLink, moneyText, useDisplayStyle, useSay } from '#engine/ui'
import { clientName } from './use-client-search'
import { useService } from './service-context'

/** Who is calling, once he is known: his number, his company, and what of his is under way. */
export function ClientCard({ onChange }: { onChange?: () => void }) {
  const say = useSay()
  const style = useDisplayStyle()
  const { draft, client: { data } } = useService()
  // What is known of him now comes before what was known when he was chosen.
  const client = data?.client.id === draft.client?.id ? (data?.client ?? null) : draft.client
  if (!client) return null
  const { phone, co_name, ca_name } = client
  const left = data?.company_left ?? null
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1 }}>
      <Box sx={{ display: 'flex', alignItems: 'start', gap: 1 }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography sx={{ fontWeight: 600, lineHeight: 1.3 }} noWrap>{clientName(client)}</Typography>
          <Typography variant="body2" sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }} noWrap>
            {[phone, co_name, ca_name].filter(Boolean).join(' · ')}
          </Typography>
        </Box>
        {onChange && (
          <IconButton size="small" sx={{ marginInlineEnd: -1 }} aria-label={say('services.form.client.other')} onClick={onChange}><Close fontSize="small" /></IconButton>
        )}
      </Box>
      {left !== null && (
        <Typography variant="body2" sx={{ color: left > 0 ? 'text.secondary' : 'error.main' }}>
          {say('services.form.client.left', { amount: moneyText(left, style) })}
        </Typography>
      )}
      {left === null && data?.company_reached === 1 && (
        <Typography variant="body2" sx={{ color: 'error.main' }}>{say('services.form.client.limit_reached')}</Typography>
      )}
      {data && data.active.length > 0 && (
        <Alert severity="info" sx={{ py: 0, '& .MuiAlert-message': { minWidth: 0 } }}>
          {say('services.form.client.active', { smart_count: data.active.length })}
          {data.active.slice(0, 3).map(({ id, state_obj, org_address }) => (
            <Box key={id} sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
              <AppLink to={`/dispatcher/${id}`}>{id}</AppLink> {state_obj.name} · {org_address}
            </Box>
          ))}
        </Alert>
      )}
    </Box>
  )
}
