import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useSay } from '#engine/ui'
import { DialogFrame } from '../live/DialogFrame'
import type { RequestVerbs } from './use-request-verbs'

interface Props {
  readonly id: number
  readonly verbs: Pick<RequestVerbs, 'wait' | 'cancel' | 'busy'>
  readonly onClose: (isCanceled: boolean) => void
}

/** Nobody takes the ride: wait for a driver, or cancel it. Whoever closes it decides nothing, and the card goes on. */
export function NoDriverLeft({ id, verbs, onClose }: Props) {
  const say = useSay()
  const wait = async (): Promise<void> => {
    if (await verbs.wait()) onClose(false)
  }
  const cancel = async (): Promise<void> => {
    if (await verbs.cancel({ code: 'nobody' })) onClose(true)
  }
  return (
    <DialogFrame
      title={say('dispatcher.no_driver_left.of', { id })}
      width="sm"
      onClose={() => onClose(false)}
      actions={
        <>
          <Button color="error" disabled={verbs.busy} onClick={() => void cancel()}>
            {say('dispatcher.request.cancel_service')}
          </Button>
          <Button variant="contained" disabled={verbs.busy} onClick={() => void wait()}>
            {say('dispatcher.request.wait')}
          </Button>
        </>
      }
    >
      <Box sx={{ px: 2, py: 1.5, fontSize: 13.5, lineHeight: '20px' }}>{say('dispatcher.no_driver_left.text')}</Box>
    </DialogFrame>
  )
}
