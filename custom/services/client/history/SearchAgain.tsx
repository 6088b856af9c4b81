import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { mayEdit } from '#engine/model'
import { useConsole, useProvider } from '#engine/client'
import { useFailure, useSay } from '#engine/ui'
import type { DispatcherService } from '../../model/dispatcher-service'
import { waitDriverCall } from '../../model/request-calls'

/** Of a service that found no driver: that nobody is near, and the search anew; or that the search goes on. */
export default function SearchAgain({
  service: { id, state, keep_searching },
  onDone,
}: {
  readonly service: DispatcherService
  readonly onDone: () => void
}) {
  const say = useSay()
  const provider = useProvider()
  const fail = useFailure()
  const { actor } = useConsole()
  const [busy, setBusy] = useState(false)
  if (state !== 'unassigned') return null
  const again = async (): Promise<void> => {
    setBusy(true)
    await provider.call(waitDriverCall, { id_service: id }).then(onDone, fail)
    setBusy(false)
  }
  const isOn = keep_searching === 1
  const action = !isOn && mayEdit(actor, { module: 'dispatcher' }) && (
    <Button color="inherit" size="small" disabled={busy} onClick={() => void again()}>
      {say('services.search.again')}
    </Button>
  )
  return (
    <Alert severity={isOn ? 'info' : 'warning'} action={action || undefined} sx={{ py: 0, fontSize: 13 }}>
      {say(isOn ? 'services.search.goes_on' : 'services.search.none_near')}
    </Alert>
  )
}
