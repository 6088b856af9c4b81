import { useEffect } from 'react'
import { activeCall, lockCall } from '../../model/lock-calls'
import type { Engine } from '../console/engine'
import { MINUTE_MS } from '../../model/values/zone-time'
// With it, so that it is here when it is needed, also without a line to the server.
import './LockScreen'

const LOOK_MS = 2000
/** The server hears of somebody who only types this often: while they still count as being there. */
const TELL_MS = 12_000
const SIGNS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const

/** Locks the console once nobody was at it for the minutes of the user's role, and tells the server of who is. */
export default function IdleWatch({ engine: { lock, dataProvider }, minutes }: { engine: Engine; minutes: number }) {
  useEffect(() => {
    const limit_ms = minutes * MINUTE_MS
    let told_ms = Date.now()
    lock.note()
    const note = (): void => lock.note()
    const look = (): void => {
      if (lock.isLocked()) return
      const [now_ms, used_ms] = [Date.now(), lock.used_ms() ?? Date.now()]
      if (now_ms - used_ms >= limit_ms) {
        lock.lock()
        // The server locks by itself as well, where this does not reach it.
        dataProvider.call(lockCall, {}, { quiet: true }).catch(() => {})
      } else if (used_ms > told_ms && now_ms - told_ms > TELL_MS) {
        told_ms = now_ms
        dataProvider.call(activeCall, {}, { quiet: true }).catch(() => {})
      }
    }
    const timer = setInterval(look, LOOK_MS)
    for (const sign of SIGNS) window.addEventListener(sign, note, { capture: true, passive: true })
    // A machine that slept shows what is on the page until the next beat.
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      for (const sign of SIGNS) window.removeEventListener(sign, note, { capture: true })
      document.removeEventListener('visibilitychange', look)
    }
  }, [lock, dataProvider, minutes])
  return null
}
