import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useNotify } from 'react-admin'
import { useState, type ReactNode } from 'react'
import { sentenceOf, useConsole, useProvider } from '#engine/client'
import { useDisplayStyle, useHeldKeys, useSay } from '#engine/ui'
import { deedsOf } from '../../../services/client/public'
import { assignVehicleCall, type Job } from '../../../services/model'
import type { LiveVehicle } from '../../model/live-vehicle'
import { PreviewWords } from '../drop/PreviewWords'
import { driverName } from '../fleet/vehicle-words'
import { DialogFrame } from '../live/DialogFrame'
import { useNow } from '../live/use-now'
import { pickUpText } from './job-words'

interface Assignment {
  readonly jobs: readonly Job[]
  readonly vehicle: LiveVehicle
  readonly driver: string
}

/**
 * Gives rides to a vehicle's driver, after what that means was said and meant.
 * @returns the question, and the dialog to put into the page
 */
export function useAssignJobs(
  onDone: () => void,
): readonly [ask: (jobs: readonly Job[], vehicle: LiveVehicle) => void, dialog: ReactNode] {
  const say = useSay()
  const notify = useNotify()
  const held = useHeldKeys()
  const [asked, setAsked] = useState<Assignment | null>(null)
  const ask = (jobs: readonly Job[], vehicle: LiveVehicle): void => {
    const driver = driverName(vehicle)
    if (driver === null) return notify(say('dispatcher.drop.nobody', { plate: vehicle.plate }), { type: 'warning' })
    const others = jobs.filter(({ id_vehicle }) => id_vehicle !== vehicle.id)
    if (others.length === 0) return notify(say('dispatcher.drop.theirs', { driver }), { type: 'info' })
    held.hold('opening')
    setAsked({ jobs: others, vehicle, driver })
  }
  const dialog = asked && <AssignDialog {...asked} onDone={onDone} onClose={() => setAsked(null)} />
  return [ask, dialog]
}

function AssignDialog({
  jobs,
  vehicle,
  driver,
  onDone,
  onClose,
}: Assignment & { readonly onDone: () => void; readonly onClose: () => void }) {
  const say = useSay()
  const { zone } = useDisplayStyle()
  const now_ms = useNow()
  const provider = useProvider()
  const notify = useNotify()
  const { actor } = useConsole()
  const [left, setLeft] = useState(jobs)
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<ReadonlyMap<number, string>>(new Map())
  const assign = async (): Promise<void> => {
    setBusy(true)
    const why = new Map<number, string>()
    // One after the other: the second may only be free once the first is given.
    for (const { id, id_driver } of left) {
      try {
        const { item } = await provider.call(assignVehicleCall, {
          id_service: id,
          id_vehicle: vehicle.id,
          ...(id_driver === null ? {} : { replaces: id_driver }),
        })
        deedsOf(actor.id).note('assign', item)
      } catch (cause) {
        why.set(id, sentenceOf(cause) ?? say('dispatcher.jobs.refused'))
      }
    }
    setBusy(false)
    onDone()
    const given = left.length - why.size
    if (given > 0) notify(say('dispatcher.jobs.given', { smart_count: given, driver }), { type: 'success' })
    if (why.size === 0) return onClose()
    setRefused(why)
    setLeft(left.filter(({ id }) => why.has(id)))
  }
  return (
    <DialogFrame
      title={say('dispatcher.find.assign_title', { driver })}
      caption={vehicle.plate}
      width="sm"
      onClose={onClose}
      actions={
        <>
          <Button color="inherit" onClick={onClose}>
            {say('confirm.cancel')}
          </Button>
          <Button variant="contained" autoFocus loading={busy} onClick={() => void assign()}>
            {say('dispatcher.find.assign')}
          </Button>
        </>
      }
    >
      <Box sx={{ px: 2, py: 1.5, display: 'grid', gap: 1.5, fontSize: 13.5, lineHeight: '20px' }}>
        <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {left.map(({ id, cl_name, date_pickup, dr_name }) => (
            <li key={id}>
              {[`#${id}`, cl_name, pickUpText(date_pickup, now_ms, zone, say)].filter(Boolean).join(' · ')}
              {dr_name !== null && (
                <Box sx={{ color: 'text.secondary' }}>{say('dispatcher.jobs.taken_from', { driver: dr_name })}</Box>
              )}
              {refused.has(id) && (
                <Box role="alert" sx={{ color: 'error.main' }}>
                  {refused.get(id)}
                </Box>
              )}
            </li>
          ))}
        </Box>
        <PreviewWords id_vehicle={vehicle.id} ids={left.map(({ id }) => id)} />
      </Box>
    </DialogFrame>
  )
}
