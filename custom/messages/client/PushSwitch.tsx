import Alert from '@mui/material/Alert'
import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import { useNotify } from 'react-admin'
import { useEffect, useState } from 'react'
import { useProvider } from '#engine/client'
import { useFailure, useSay } from '#engine/ui'
import { pushKeyCall, subscribeCall, unsubscribeCall } from '../model/message-calls'
import { canBePushed, ownSubscription, subscribed } from './this-browser'

/** In one's profile: whether this browser shows what is pushed to the person. */
export default function PushSwitch() {
  const say = useSay()
  const notify = useNotify()
  const fail = useFailure()
  const provider = useProvider()
  const [endpoint, setEndpoint] = useState<string | null>(null)
  const [busy, setBusy] = useState(true)
  const [problem, setProblem] = useState<string | null>(null)
  const can = canBePushed()
  useEffect(() => {
    if (!can) return
    ownSubscription()
      .then(
        (found) => setEndpoint(found?.endpoint ?? null),
        () => undefined,
      )
      .finally(() => setBusy(false))
  }, [can])

  const begin = async (): Promise<void> => {
    const { key } = await provider.call(pushKeyCall, {})
    const subscription = await subscribed(key).catch(() => undefined)
    if (!subscription)
      return setProblem(say(subscription === null ? 'notifications.push_denied' : 'notifications.push_failed'))
    const { p256dh = '', auth = '' } = subscription.toJSON().keys ?? {}
    const { msg } = await provider.call(subscribeCall, {
      endpoint: subscription.endpoint,
      keys: { p256dh, auth },
      name: navigator.userAgent.slice(0, 120),
    })
    setEndpoint(subscription.endpoint)
    notify(msg, { type: 'success' })
  }
  const end = async (known: string): Promise<void> => {
    const { msg } = await provider.call(unsubscribeCall, { endpoint: known })
    await (await ownSubscription())?.unsubscribe()
    setEndpoint(null)
    notify(msg, { type: 'success' })
  }
  const change = async (wanted: boolean): Promise<void> => {
    setBusy(true)
    setProblem(null)
    try {
      await (wanted ? begin() : endpoint === null ? Promise.resolve() : end(endpoint))
    } catch (error) {
      fail(error)
    } finally {
      setBusy(false)
    }
  }
  if (!can) return <Alert severity="info">{say('notifications.push_unsupported')}</Alert>
  return (
    <>
      <FormControlLabel
        control={
          <Switch checked={endpoint !== null} disabled={busy} onChange={(event) => void change(event.target.checked)} />
        }
        label={say('notifications.push_here')}
      />
      {problem !== null && <Alert severity="warning">{problem}</Alert>}
    </>
  )
}
