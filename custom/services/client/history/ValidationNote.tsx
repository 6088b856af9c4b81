import Alert from '@mui/material/Alert'
import { useSay } from '#engine/ui'
import type { DispatcherService } from '../../model/dispatcher-service'

/** That a service waits for its company's answer, or that its company said no, and why. */
export default function ValidationNote({
  service: { state, va_state, va_reason },
}: {
  readonly service: Pick<DispatcherService, 'state' | 'va_state' | 'va_reason'>
}) {
  const say = useSay()
  if (va_state === 'pending' && state === 'created')
    return (
      <Alert severity="info" sx={NOTE}>
        {say('services.validation.waits')}
      </Alert>
    )
  if (va_state !== 'rejected') return null
  return (
    <Alert severity="warning" sx={NOTE}>
      {va_reason
        ? say('services.validation.rejected', { reason: va_reason })
        : say('services.validation.rejected_only')}
    </Alert>
  )
}

const NOTE = { py: 0, fontSize: 13, overflowWrap: 'anywhere' } as const
