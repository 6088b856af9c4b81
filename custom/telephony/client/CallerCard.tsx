import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { LinkBase } from 'react-admin'
import { mayOpen, useCall, useConsole, failureText } from '#engine/client'
import { AppLink, Badge, dateTimeText, useDisplayStyle, useSay } from '#engine/ui'
import { phoneCallerCall, type CallerRide, type LivePhoneCall } from '../model/phone-call-contracts'

/** What an operator is asked while they talk: where is my car, the same as last time, and back again. */
export default function CallerCard({ call: { id } }: { call: LivePhoneCall }) {
  const say = useSay()
  const { actor, model } = useConsole()
  const { answer, failure, retry } = useCall(phoneCallerCall, { id })
  if (failure) {
    return (
      <Box role="alert" sx={CARD}>
        {failureText(failure, say)}{' '}
        <Button size="small" onClick={retry}>
          {say('actions.retry')}
        </Button>
      </Box>
    )
  }
  if (!answer)
    return (
      <Box role="status" aria-busy aria-label={say('telephony.loading')} sx={CARD}>
        <Skeleton variant="rounded" height={64} />
      </Box>
    )
  const { client, clients, rides } = answer
  if (!client) return <Box sx={CARD}>{say(clients > 1 ? 'telephony.several' : 'telephony.nobody')}</Box>
  const open = rides.filter(({ is_open }) => is_open === 1)
  const last = rides.filter(({ is_open }) => is_open === 0)
  const name = [client.name, client.surname].filter(Boolean).join(' ')
  return (
    <Box sx={CARD}>
      <Typography sx={{ fontWeight: 600 }}>
        {mayOpen(actor, model, 'clients', 'show') ? <AppLink to={`/clients/${client.id}`}>{name}</AppLink> : name}
        {client.co_name && ` · ${client.co_name}`} · {say('telephony.rides', { smart_count: client.rides })}
      </Typography>
      {client.state !== '1' && <Typography color="error">{say('telephony.blocked')}</Typography>}
      {client.notes && (
        <Typography variant="body2" sx={{ whiteSpace: 'pre-line' }}>
          {client.notes}
        </Typography>
      )}
      <Box sx={BESIDE}>
        {open.length > 0 && <Rides label={say('telephony.open_rides')} rides={open} />}
        {last.length > 0 && <Rides label={say('telephony.last_rides')} rides={last} />}
      </Box>
      {rides.length === 0 && <Typography variant="body2">{say('telephony.no_rides')}</Typography>}
    </Box>
  )
}

function Rides({ label, rides }: { label: string; rides: readonly CallerRide[] }) {
  const say = useSay()
  const { zone } = useDisplayStyle()
  const { actor, model } = useConsole()
  const mayComplain = mayOpen(actor, model, 'service_claims', 'create')
  return (
    <Box>
      <Typography variant="body2" sx={{ color: 'text.secondary', mt: 0.5 }}>
        {label}
      </Typography>
      <Box component="ul" aria-label={label} sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {rides.map(
          ({ id, state_obj, date, org_address, dst_address, is_open, dr_name, dr_phone, ve_plate, arrives_min }) => (
            <Box key={id} component="li" sx={RIDE}>
              <AppLink to={is_open === 1 ? `/dispatcher/${id}` : `/services/${id}/info`}>{id}</AppLink>
              <Badge color={state_obj.color}>{state_obj.name}</Badge>
              <bdi dir="ltr" style={{ fontVariantNumeric: 'tabular-nums' }}>
                {dateTimeText(date, zone)}
              </bdi>
              <Box component="span" sx={is_open === 1 ? WHOLE : WAY}>
                {[org_address, dst_address].filter(Boolean).join(' → ')}
                {is_open === 1 && dr_name && <strong>{` · ${[dr_name, ve_plate].filter(Boolean).join(' · ')}`}</strong>}
                {is_open === 1 && dr_phone && (
                  <>
                    {' · '}
                    <Link href={`tel:${dr_phone.replace(/[^+\d]/g, '')}`}>
                      <bdi dir="ltr">{dr_phone}</bdi>
                    </Link>
                  </>
                )}
                {arrives_min !== null && <strong>{` · ${say('telephony.arrives', { n: arrives_min })}`}</strong>}
              </Box>
              {is_open === 0 && (
                <Box component="span" sx={{ display: 'flex' }}>
                  {mayComplain && (
                    <Button
                      size="small"
                      component={LinkBase}
                      to={`/services/${id}/claims`}
                      aria-label={say('telephony.claim_of', { id })}
                    >
                      {say('telephony.claim')}
                    </Button>
                  )}
                  <Button
                    size="small"
                    component={LinkBase}
                    to={`/dispatcher/${id}/clone`}
                    aria-label={say('telephony.repeat_of', { id })}
                  >
                    {say('telephony.repeat')}
                  </Button>
                  <Button
                    size="small"
                    component={LinkBase}
                    to={`/dispatcher/${id}/back`}
                    aria-label={say('telephony.back_of', { id })}
                  >
                    {say('telephony.back')}
                  </Button>
                </Box>
              )}
            </Box>
          ),
        )}
      </Box>
    </Box>
  )
}

// Beside each other where there is room: the board below keeps its own.
const BESIDE = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', xl: 'repeat(auto-fit, minmax(680px, 1fr))' },
  columnGap: 3,
} as const
const CARD = {
  px: 2,
  py: 1,
  bgcolor: 'background.paper',
  color: 'text.primary',
  borderBottom: 1,
  borderColor: 'divider',
} as const
const RIDE = {
  display: 'flex',
  flexWrap: { xs: 'wrap', md: 'nowrap' },
  alignItems: 'center',
  columnGap: 1,
  py: { xs: 0.25, md: 0 },
  minHeight: 26,
  fontSize: 14,
  '& bdi': { whiteSpace: 'nowrap' },
  '& .MuiButton-root': { py: { md: 0 } },
} as const
const WHOLE = { flex: '1 1 220px', minWidth: 0 } as const
// Of a ride that is over the way says enough on one line.
const WAY = { ...WHOLE, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: { md: 'nowrap' } } as const
