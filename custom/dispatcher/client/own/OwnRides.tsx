import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import { Suspense } from 'react'
import { LinkBase } from 'react-admin'
import { useLiveCall, useProvider } from '#engine/client'
import { Badge, dateTimeText, Message, useConfirm, useDisplayStyle, useFailure, useSay } from '#engine/ui'
import { cancelCostCall, cancelServiceCall, type DispatcherService, ownRidesCall } from '../../../services/model'
import { SearchAgain, ValidationNote } from '../../../services/client'
import { priceText } from '../info/price-text'
import { Failed } from '../live/Failed'
import DirectionsCar from '@mui/icons-material/DirectionsCar'

const BEFORE_THE_RIDE: ReadonlySet<string> = new Set([
  'created',
  'scheduled',
  'requested',
  'unassigned',
  'accepted',
  'onway',
  'waiting',
])

/** The rides of somebody who books for themselves: the car that comes, bookings, and what may be ordered again. */
export function OwnRides({ onWatch }: { onWatch: (id: number) => void }) {
  const say = useSay()
  const { answer, failure, again } = useLiveCall(ownRidesCall, {})
  if (!answer) {
    return failure !== null ? (
      <Failed title={say('dispatcher.own.failed')} failure={failure} onRetry={again} />
    ) : (
      <Box aria-hidden sx={{ p: 2 }}>
        {[1, 2, 3].map((one) => (
          <Skeleton key={one} variant="rounded" height={96} sx={{ mb: 1 }} />
        ))}
      </Box>
    )
  }
  const { active, past } = answer
  if (active.length + past.length === 0) {
    return (
      <Box sx={{ p: 4 }}>
        <Message icon={<DirectionsCar />} title={say('dispatcher.own.none')} text={say('dispatcher.own.none_text')} />
      </Box>
    )
  }
  return (
    <Box
      role="region"
      tabIndex={0}
      aria-label={say('dispatcher.own.title')}
      sx={{ overflowY: 'auto', flex: 1, minHeight: 0, p: 1.5, outlineOffset: '-2px !important' }}
    >
      {[
        { title: say('dispatcher.own.now'), rides: active },
        { title: say('dispatcher.own.past'), rides: past },
      ].map(
        ({ title, rides }) =>
          rides.length > 0 && (
            <Box component="section" key={title} aria-label={title} sx={{ mb: 2 }}>
              <Box component="h2" sx={{ m: 0, mb: 1, fontSize: 13, fontWeight: 600, color: 'text.secondary' }}>
                {title}
              </Box>
              <Box
                component="ul"
                sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1 }}
              >
                {rides.map((ride) => (
                  <Ride key={ride.id} ride={ride} onWatch={() => onWatch(ride.id)} onChanged={again} />
                ))}
              </Box>
            </Box>
          ),
      )}
    </Box>
  )
}

function Ride({ ride, onWatch, onChanged }: { ride: DispatcherService; onWatch: () => void; onChanged: () => void }) {
  const say = useSay()
  const style = useDisplayStyle()
  const provider = useProvider()
  const fail = useFailure()
  const [confirm, question] = useConfirm()
  const { id, state, state_obj, org_address, dst_address, price_total } = ride
  const driver = [[ride.dr_name, ride.dr_surname].filter(Boolean).join(' '), ride.ve_plate].filter(Boolean).join(' · ')
  const at = ride.date_scheduled ?? ride.date_created
  const isOver = ride.is_past_service === 1
  const cancel = async (): Promise<void> => {
    const cost = await provider.call(cancelCostCall, { id_service: id }).catch(() => null)
    const sure = await confirm({
      title: say('dispatcher.own.cancel_title'),
      text: cost?.msg || say('dispatcher.own.cancel_text'),
      accept: say('dispatcher.own.cancel'),
      cancel: say('dispatcher.alerts.keep'),
      danger: true,
    })
    if (!sure) return
    await provider.call(cancelServiceCall, { id_service: id }).catch(fail)
    onChanged()
  }
  return (
    <Box component="li" sx={RIDE}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <Badge color={state_obj.color} icon={state_obj.icon}>
          {state_obj.name}
        </Badge>
        <Box sx={{ flex: 1, fontSize: 12.5, color: 'text.secondary', textAlign: 'end' }}>
          {at && dateTimeText(at, style.zone)}
        </Box>
      </Box>
      <Box sx={PLACE}>{org_address}</Box>
      {dst_address && <Box sx={PLACE}>→ {dst_address}</Box>}
      <Suspense fallback={null}>
        <ValidationNote service={ride} />
        <SearchAgain service={ride} onDone={onChanged} />
      </Suspense>
      {ride.invited === 1 && ride.invited_name && (
        <Box sx={{ color: 'text.secondary' }}>{say('services.for_guest', { name: ride.invited_name })}</Box>
      )}
      {!isOver && driver && <Box sx={{ fontWeight: 600 }}>{driver}</Box>}
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, flexWrap: 'wrap', mt: 0.5 }}>
        {price_total !== null && (
          <Box sx={{ flex: 1, fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>{priceText(ride, say, style)}</Box>
        )}
        {!isOver && BEFORE_THE_RIDE.has(state) && (
          <Button color="error" onClick={() => void cancel()}>
            {say('dispatcher.own.cancel')}
          </Button>
        )}
        <Button variant={isOver ? 'text' : 'contained'} onClick={onWatch}>
          {say(isOver ? 'dispatcher.info.open' : 'dispatcher.own.watch')}
        </Button>
        {isOver && (
          <Button variant="outlined" component={LinkBase} to={`/dispatcher/${id}/clone`}>
            {say('dispatcher.own.repeat')}
          </Button>
        )}
      </Box>
      {question}
    </Box>
  )
}

const RIDE = {
  p: 1.5,
  border: 1,
  borderColor: 'divider',
  borderRadius: 1.5,
  fontSize: 13.5,
  lineHeight: '20px',
} as const
const PLACE = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const
