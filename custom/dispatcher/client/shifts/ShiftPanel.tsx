import Groups from '@mui/icons-material/Groups'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import Skeleton from '@mui/material/Skeleton'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { mayEdit } from '#engine/model'
import { useConsole, useProvider, useLiveCall } from '#engine/client'
import { Message, useFailure, useSay } from '#engine/ui'
import { driverShiftsCall, resortShiftsCall } from '../../../fleet/model'
import { Failed } from '../live/Failed'
import { WriteNote } from '../notes/WriteNote'
import { reordered } from './shift-order'
import { ShiftList } from './ShiftList'

const STATES = ['online', 'busy', 'paused'] as const
type State = (typeof STATES)[number]

/** The drivers on shift in the order in which they are asked; it can be changed, except under a filter. */
export function ShiftPanel({ now_ms, onSelect }: { now_ms: number; onSelect: (id_vehicle: number) => void }) {
  const say = useSay()
  const provider = useProvider()
  const fail = useFailure()
  const { actor } = useConsole()
  const [state, setState] = useState<State | ''>('')
  const { answer, failure, again, put } = useLiveCall(driverShiftsCall, state ? { state } : {})
  // A new order is shown at once, until the server has answered.
  const [order, setOrder] = useState<readonly number[] | null>(null)
  const shifts = reordered(order, answer?.items ?? [])
  const may = mayEdit(actor, { module: 'dispatcher' }) && state === ''
  const resort = async (ids: readonly number[]): Promise<void> => {
    setOrder(ids)
    const drivers = reordered(ids, answer?.items ?? []).map(({ id_driver }) => id_driver)
    try {
      put(await provider.call(resortShiftsCall, { id_drivers: drivers }))
    } catch (cause) {
      fail(cause)
      again()
    }
    setOrder(null)
  }
  return (
    <>
      <Box sx={{ p: 1.5, pb: 1, display: 'grid', gap: 1, flexShrink: 0 }}>
        {mayEdit(actor, { module: 'dispatcher' }) && <WriteNote />}
        <TextField
          select
          label={say('dispatcher.shifts.state')}
          value={state}
          onChange={({ target }) => setState(STATES.find((one) => one === target.value) ?? '')}
          slotProps={{ inputLabel: { shrink: true }, select: { displayEmpty: true } }}
        >
          <MenuItem value="">{say('dispatcher.availability.all')}</MenuItem>
          {STATES.map((one) => (
            <MenuItem key={one} value={one}>
              {say(`dispatcher.shifts.states.${one}`)}
            </MenuItem>
          ))}
        </TextField>
        <Box sx={{ fontSize: 12, color: 'text.secondary', minHeight: 18 }}>
          {state !== '' ? say('dispatcher.shifts.no_order') : may ? say('dispatcher.shifts.hint') : ''}
        </Box>
      </Box>
      {failure !== null && answer && (
        <Alert severity="warning" sx={{ mx: 1.5, py: 0 }}>
          {say('dispatcher.shifts.failed')}
        </Alert>
      )}
      {answer === null ? (
        failure !== null ? (
          <Failed title={say('dispatcher.shifts.failed')} failure={failure} onRetry={again} />
        ) : (
          <Box aria-hidden sx={{ px: 1.5 }}>
            {Array.from({ length: 8 }, (_, i) => (
              <Skeleton key={i} variant="text" sx={{ height: 48 }} />
            ))}
          </Box>
        )
      ) : shifts.length === 0 ? (
        <Box sx={{ flex: 1, display: 'grid', placeItems: 'center', p: 2 }}>
          <Message
            icon={<Groups />}
            title={say(state ? 'dispatcher.shifts.no_match' : 'dispatcher.shifts.none')}
            text={say('dispatcher.shifts.none_text')}
          />
        </Box>
      ) : (
        <ShiftList
          shifts={shifts}
          now_ms={now_ms}
          onSelect={onSelect}
          onOrder={may ? (ids) => void resort(ids) : null}
        />
      )}
    </>
  )
}
