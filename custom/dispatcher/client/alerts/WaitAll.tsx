import HourglassTop from '@mui/icons-material/HourglassTop'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { useNotify } from 'react-admin'
import { useProvider } from '#engine/client'
import { useFailure, useSay } from '#engine/ui'
import { waitAllCall } from '../../../services/model'

/**
 * Every service that stands still without a driver waits for one: each is asked for again when a car comes free or
 * near.
 * @param open how many stand still
 */
export function WaitAll({ open, onDone }: { open: number; onDone: () => void }) {
  const say = useSay()
  const provider = useProvider()
  const notify = useNotify()
  const fail = useFailure()
  const [busy, setBusy] = useState(false)
  const wait = async (): Promise<void> => {
    setBusy(true)
    try {
      const { msg } = await provider.call(waitAllCall, {})
      if (msg) notify(msg, { type: 'success' })
    } catch (cause) {
      fail(cause)
    }
    setBusy(false)
    onDone()
  }
  return (
    <Button fullWidth variant="contained" startIcon={<HourglassTop />} disabled={busy} onClick={() => void wait()}>
      {say('dispatcher.alerts.wait_all', { n: open })}
    </Button>
  )
}
