import { useBlocker } from 'react-admin'
import { useEffect, useRef, type RefObject } from 'react'
import { useConfirm } from '../../ui/Confirm'
import { useSay } from '../../ui/show/style'

/**
 * Asks before a page with changes is left.
 * @param isKept the draft is restored on return, so only closing the window asks
 */
export function LeaveGuard({ isDirty, isKept = false }: { isDirty: boolean; isKept?: boolean }) {
  const left = useRef(false)
  useWindowGuard(isDirty, left)
  // A router asks one guard alone, the last: this one must not stand in for a form's.
  return isKept ? null : <RouteGuard isDirty={isDirty} left={left} />
}

/** Has the browser ask before its window closes. @param left says that what was typed is saved */
export function useWindowGuard(isDirty: boolean, left: RefObject<boolean>): void {
  useEffect(() => {
    if (!isDirty) return undefined
    const warn = (event: BeforeUnloadEvent) => {
      if (!left.current) event.preventDefault()
    }
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isDirty, left])
}

/** Where one is about to go. */
interface Leaving {
  readonly pathname: string
  readonly state?: unknown
}

/**
 * Asks before another page of the console is opened.
 * @param stays pages that lie over this one and leave it as it is
 * @param onLeave what was typed may be lost
 */
export function RouteGuard({
  isDirty,
  left,
  stays,
  onLeave,
}: {
  isDirty: boolean
  left: RefObject<boolean>
  stays?: (to: Leaving) => boolean
  onLeave?: () => void
}) {
  const [ask, dialog] = useLossQuestion()
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty && !left.current && currentLocation.pathname !== nextLocation.pathname && !stays?.(nextLocation),
  )
  const asking = useRef(false)
  useEffect(() => {
    if (blocker.state !== 'blocked' || asking.current) return
    asking.current = true
    void ask().then((leave) => {
      asking.current = false
      if (!leave) return blocker.reset()
      onLeave?.()
      blocker.proceed()
    })
  }, [blocker, ask, onLeave])
  return dialog
}

/** Asks before changes are lost: the function that asks (true: they may be lost), and its dialog. */
export function useLossQuestion() {
  const say = useSay()
  const [ask, dialog] = useConfirm()
  const askLoss = () =>
    ask({
      title: say('form.unsaved_title'),
      text: say('form.unsaved'),
      accept: say('form.unsaved_leave'),
      cancel: say('form.unsaved_stay'),
      danger: true,
    })
  return [askLoss, dialog] as const
}
