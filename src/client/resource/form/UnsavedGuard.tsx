import { useBlocker, useTranslate } from 'react-admin'
import { useFormState } from 'react-hook-form'
import { useEffect, useRef, type RefObject } from 'react'
import { useConfirm } from '../../../ui/Confirm'

/** Whether a form may be closed, in a dialog that has no address to leave; true: nothing is lost, or knowingly. */
export type AskToClose = () => Promise<boolean>

/**
 * Asks before a form with changes is left (spec 1 §4); `left` says that they were saved.
 * @param onAsk present: the form stands over another page and is closed, not left; whoever closes it is given what to ask, null when it goes
 */
export function UnsavedGuard({ left, onAsk }: { left: RefObject<boolean>; onAsk?: (ask: AskToClose | null) => void }) {
  const { dirtyFields } = useFormState()
  const isDirty = Object.keys(dirtyFields).length > 0
  useWarning(isDirty, left)
  return onAsk ? <CloseGuard isDirty={isDirty} onAsk={onAsk} /> : <RouteGuard isDirty={isDirty} left={left} />
}

/** The same for what is typed outside of a form. */
export function LeaveGuard({ isDirty }: { isDirty: boolean }) {
  const left = useRef(false)
  useWarning(isDirty, left)
  return <RouteGuard isDirty={isDirty} left={left} />
}

/** The browser itself asks before its window goes. */
function useWarning(isDirty: boolean, left: RefObject<boolean>): void {
  useEffect(() => {
    if (!isDirty) return undefined
    const warn = (event: BeforeUnloadEvent) => {
      if (!left.current) event.preventDefault()
    }
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isDirty, left])
}

function RouteGuard({ isDirty, left }: { isDirty: boolean; left: RefObject<boolean> }) {
  const [ask, dialog] = useLossQuestion()
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isDirty && !left.current && currentLocation.pathname !== nextLocation.pathname,
  )
  const asking = useRef(false)
  useEffect(() => {
    if (blocker.state !== 'blocked' || asking.current) return
    asking.current = true
    void ask().then((leave) => {
      asking.current = false
      if (leave) blocker.proceed()
      else blocker.reset()
    })
  }, [blocker, ask])
  return dialog
}

function CloseGuard({ isDirty, onAsk }: { isDirty: boolean; onAsk: (ask: AskToClose | null) => void }) {
  const [ask, dialog] = useLossQuestion()
  useEffect(() => {
    onAsk(() => (isDirty ? ask() : Promise.resolve(true)))
    return () => onAsk(null)
  })
  return dialog
}

function useLossQuestion() {
  const translate = useTranslate()
  const [ask, dialog] = useConfirm()
  const askLoss = () =>
    ask({
      title: translate('form.unsaved_title'),
      text: translate('form.unsaved'),
      accept: translate('form.unsaved_leave'),
      cancel: translate('form.unsaved_stay'),
      danger: true,
    })
  return [askLoss, dialog] as const
}
