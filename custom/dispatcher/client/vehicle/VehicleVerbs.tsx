import Chat from '@mui/icons-material/Chat'
import Edit from '@mui/icons-material/Edit'
import OpenInNew from '@mui/icons-material/OpenInNew'
import Button from '@mui/material/Button'
import { Suspense, useState } from 'react'
import { LinkBase } from 'react-admin'
import { FeatureDialog, FormDialog, mayOpen, ResourceScope, useConsole } from '#engine/client'
import { useSay } from '#engine/ui'
import type { LiveVehicle } from '../../model/live-vehicle'


// Supplied by the drivers' feature.
const MESSAGE = 'driver-messages'

/** What can be done with a vehicle from its card: its page, the engine's own form of it, a message to its driver. */
export function VehicleVerbs({ vehicle }: { vehicle: LiveVehicle }) {
  const say = useSay()
  const { model, actor, features } = useConsole()
  const [open, setOpen] = useState<'form' | 'message' | null>(null)
  const close = (): void => setOpen(null)
  const resource = model.resources['vehicles']
  const canWrite = vehicle.id_user !== null && features.some(({ dialogs }) => dialogs?.[MESSAGE])
  return (
    <>
      {resource && mayOpen(actor, model, 'vehicles', 'show') && (
        <Button component={LinkBase} to={`/vehicles/${vehicle.id}`} startIcon={<OpenInNew />}>{say('dispatcher.card.open')}</Button>
      )}
      {resource && mayOpen(actor, model, 'vehicles', 'edit') && (
        <Button startIcon={<Edit />} onClick={() => setOpen('form')}>{say('dispatcher.card.edit')}</Button>
      )}
      {canWrite && <Button startIcon={<Chat />} onClick={() => setOpen('message')}>{say('dispatcher.card.message')}</Button>}
      {open === 'form' && resource && (
        <Suspense>
          <ResourceScope resource={resource}><FormDialog id={vehicle.id} inPlace onClose={close} /></ResourceScope>
        </Suspense>
      )}
      {open === 'message' && (
        <Suspense><FeatureDialog name={MESSAGE} resource="drivers" record={{ id: vehicle.id_user }} onClose={close} /></Suspense>
      )}
    </>
  )
}
