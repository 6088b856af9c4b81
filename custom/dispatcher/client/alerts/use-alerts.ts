import { useEffect, useRef } from 'react'
import type { CallResponse } from '#engine/model'
import { soundAlarm, useLiveCall } from '#engine/client'
import { alertsCall } from '../../../services/model'

export type Alerts = CallResponse<typeof alertsCall>

/**
 * The open alerts, kept current. A panic sounds above every page; the rest sounds once, when it was not so as the page
 * was opened.
 */
export function useAlerts(): { readonly alerts: Alerts | null; readonly again: () => void } {
  const { answer, again } = useLiveCall(alertsCall, {})
  const known = useRef<ReadonlySet<string> | null>(null)
  useEffect(() => {
    if (!answer) return
    const ids = [
      ...[...answer.unassigned.filter(({ keep_searching }) => keep_searching === 0), ...answer.lost].map(
        ({ id }) => `service ${id}`,
      ),
      ...answer.warnings.map(({ id }) => `warning ${id}`),
    ]
    if (known.current && ids.some((id) => !known.current?.has(id))) soundAlarm()
    known.current = new Set(ids)
  }, [answer])
  return { alerts: answer, again }
}
