import { useCallback, useEffect, useRef } from 'react'
import { useEvent, useNotify, useStore } from 'react-admin'
import { useLocation, useNavigate } from 'react-router-dom'
import { mayEdit } from '#engine/model'
import { soundAlarm, useConsole, useLiveCall, usePulse, useProvider } from '#engine/client'
import { leaveModals, openModal, useFailure } from '#engine/ui'
import { deskTypeAhead, enquiriesOf } from '../../services/client/enquiries'
import {
  hangUpPhoneCallCall,
  livePhoneCallsCall,
  takePhoneCallCall,
  type LivePhoneCall,
} from '../model/phone-call-contracts'

/** A telephone rings every five seconds: whoever calls is on the screen before the second ring. */
const EVERY_MS = 1_500

interface PhoneCalls {
  readonly ringing: readonly LivePhoneCall[]
  /** The asker's own, the latest first. */
  readonly own: readonly LivePhoneCall[]
  /** Taken by others a moment ago. */
  readonly taken: readonly LivePhoneCall[]
  readonly mayTake: boolean
  readonly take: (call: LivePhoneCall) => void
  readonly hangUp: (call: LivePhoneCall) => void
}

/** Calls as they ring; one at the asker's own extension fills a form that nothing was typed in, by itself. */
export function usePhoneCalls(): PhoneCalls {
  const { actor } = useConsole()
  const provider = useProvider()
  const navigate = useNavigate()
  const notify = useNotify()
  const fail = useFailure()
  const { pathname } = useLocation()
  const { answer, again } = useLiveCall(livePhoneCallsCall, {}, { every_ms: EVERY_MS })
  const items = answer?.items ?? NO_CALLS
  const ringing = items.filter(({ state }) => state === 'ringing')
  const own = items.filter(({ state, is_own }) => state === 'answered' && is_own === 1)
  const mayTake = mayEdit(actor, { module: 'dispatcher' })
  // Calls whose number stands in a form of this tab already.
  const [filled, setFilled] = useStore<readonly number[]>('phone_calls.filled', NONE_FILLED)
  const fill = useCallback(
    ({ id, phone }: LivePhoneCall): void => {
      setFilled((before) => [...before.slice(-MAX_REMEMBERED), id])
      void navigate(
        { pathname: '/dispatcher', search: window.location.search },
        { state: { focus: true, caller: phone } },
      )
    },
    [navigate, setFilled],
  )
  useRingSound(ringing, answer !== null)
  const mine = ringing.find(({ id, is_mine }) => is_mine === 1 && !filled.includes(id))
  const isUnderDialog = useRef(false)
  const fillMine = useEvent(() => {
    // Under a dialog no form fills itself: it would take the keys of what is typed there.
    isUnderDialog.current = openModal() !== null
    if (!mine || pathname !== '/dispatcher' || !mayTake || isUnderDialog.current) return
    // What stands there, and what waits to be typed there, is of another call.
    deskTypeAhead().after(() => {
      if (!enquiriesOf(actor.id).isTyped()) fill(mine)
    })
  })
  const ring = mine?.id ?? null
  useEffect(() => {
    if (ring !== null) fillMine()
  }, [ring, fillMine])
  usePulse(EVERY_MS, () => {
    if (document.hidden) again()
    if (isUnderDialog.current) fillMine()
  })
  return {
    ringing,
    own,
    mayTake,
    taken: items.filter(({ state, is_own }) => state === 'answered' && is_own === 0),
    take: (call) => {
      // The form is there while the call is taken, and what is typed until then is typed into it. Elsewhere a page may
      // have to be asked first.
      const ahead = deskTypeAhead()
      const begin = (): void => {
        ahead.start()
        fill(call)
      }
      const isNew = !filled.includes(call.id)
      const mayCatch = isNew && KEEPS.has(pathname)
      const go = (show: () => void): void => {
        if (mayCatch) show()
        else if (isNew) fill(call)
        else if (pathname !== '/dispatcher') void navigate('/dispatcher')
        provider.call(takePhoneCallCall, { id: call.id }).then(({ taken, msg }) => {
          if (taken === 0 && msg) notify(msg, { type: 'warning' })
          again()
        }, fail)
      }
      if (openModal() === null) return go(() => ahead.after(begin))
      // A dialog is left first, unless it asks about what was typed in it; what is typed meanwhile is of this call.
      const isFirst = mayCatch && ahead.isIdle()
      if (isFirst) ahead.start()
      void leaveModals().then((isLeft) => {
        if (isLeft) go(isFirst ? begin : () => ahead.after(begin))
        else if (isFirst) ahead.stop()
      })
    },
    hangUp: ({ id }) => {
      provider.call(hangUpPhoneCallCall, { id }).then(again, fail)
    },
  }
}

/** Sounds once for each call that begins to ring, not for those that rang when the page was opened. */
function useRingSound(ringing: readonly LivePhoneCall[], isKnown: boolean): void {
  const heard = useRef<ReadonlySet<number> | null>(null)
  useEffect(() => {
    if (!isKnown) return
    if (heard.current && ringing.some(({ id }) => !heard.current?.has(id))) soundAlarm()
    heard.current = new Set(ringing.map(({ id }) => id))
  }, [ringing, isKnown])
}

const MAX_REMEMBERED = 50
/** Pages that are left without a question. */
const KEEPS: ReadonlySet<string> = new Set(['/dispatcher', '/actives'])
const NO_CALLS: readonly LivePhoneCall[] = []
const NONE_FILLED: readonly number[] = []
