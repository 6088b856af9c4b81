import { useStore } from 'react-admin'
import { useEffect } from 'react'
import { soundEmergency, useLiveCall, usePulse } from '#engine/client'
import { livePanicsCall, type LivePanic } from '../../model/panic-call'

/** Somebody in danger is not to wait for the interval of the settings. */
const EVERY_MS = 1500
const SOUNDS_EVERY_MS = 2500

interface Panics {
  readonly open: readonly LivePanic[]
  /** Somebody took these a moment ago. */
  readonly taken: readonly LivePanic[]
  readonly isMuted: boolean
  /** Silences those that are open now, in every tab of this browser; the next one sounds again. */
  readonly mute: () => void
  readonly again: () => void
}

/**
 * The calls for help, heard of within two seconds also behind other windows, and their alarm: it sounds until they are
 * attended to or muted.
 */
export function usePanics(): Panics {
  const { answer, again } = useLiveCall(livePanicsCall, {}, { every_ms: EVERY_MS })
  usePulse(EVERY_MS, () => {
    if (document.hidden) again()
  })
  const [muted, setMuted] = useStore<readonly number[]>('panics.muted', [])
  const open = (answer?.items ?? NO_PANICS).filter(({ state }) => state === 'open')
  // One that was attended to and is open again has not been muted.
  const gone = answer !== null && muted.some((id) => !open.some((one) => one.id === id))
  useEffect(() => {
    if (gone) setMuted(muted.filter((id) => open.some((one) => one.id === id)))
  })
  const isLoud = open.some(({ id }) => !muted.includes(id))
  useEffect(() => {
    if (!isLoud) return undefined
    soundEmergency()
    const timer = setInterval(soundEmergency, SOUNDS_EVERY_MS)
    return () => clearInterval(timer)
  }, [isLoud])
  return {
    open,
    again,
    taken: (answer?.items ?? NO_PANICS).filter(({ state }) => state === 'attended'),
    isMuted: open.length > 0 && !isLoud,
    mute: () => setMuted(open.map(({ id }) => id)),
  }
}

const NO_PANICS: readonly LivePanic[] = []
