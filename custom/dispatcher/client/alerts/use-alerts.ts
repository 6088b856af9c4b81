import { useEffect, useRef, useState } from 'react'
import type { CallResponse } from '#engine/model'
import { useLiveCall } from '#engine/client'
import { alertsCall } from '../../../services/model/request-calls'
import { soundAlarm } from './alarm'

export type Alerts = CallResponse<typeof alertsCall>

// The alarm sounds again while somebody is in danger and nobody has answered.
const AGAIN_MS = 8000

/** The open alerts, kept current. The alarm of a panic sounds until it is attended or silenced here. */
export function useAlerts(): { readonly alerts: Alerts | null; readonly again: () => void; readonly isSilenced: boolean; readonly silence: () => void } {
  const { answer, again } = useLiveCall(alertsCall, {})
  const [silenced, setSilenced] = useState<readonly number[]>([])
  const loud = (answer?.panics ?? []).filter(({ id }) => !silenced.includes(id)).map(({ id }) => id)
  const key = loud.join()
  useEffect(() => {
    if (!key) return undefined
    soundAlarm()
    const timer = setInterval(soundAlarm, AGAIN_MS)
    return () => clearInterval(timer)
  }, [key])
  // A service without a driver, or whose driver is lost, sounds once when it was not so as the page was opened.
  const known = useRef<ReadonlySet<number> | null>(null)
  useEffect(() => {
    if (!answer) return
    const ids = [...answer.unassigned.filter(({ keep_searching }) => keep_searching === 0), ...answer.lost].map(({ id }) => id)
    if (known.current && ids.some((id) => !known.current?.has(id))) soundAlarm()
    known.current = new Set(ids)
  }, [answer])
  return {
    alerts: answer, again, isSilenced: (answer?.panics.length ?? 0) > 0 && loud.length === 0,
    silence: () => setSilenced(answer?.panics.map(({ id }) => id) ?? []),
  }
}
