import { useFormState } from 'react-hook-form'
import { useEffect, type RefObject } from 'react'
import { RouteGuard, useLossQuestion, useWindowGuard } from '../../form/leave-guard'

/** Whether a form in a dialog without an address may be closed; true: no changes, or the user discards them. */
export type AskToClose = () => Promise<boolean>

/**
 * Asks before a form with changes is left (spec 1 §4); `left` says that they were saved.
 * @param onAsk present: the form lies over another page and is closed, not left; called with the question to ask, null
 * when it unmounts
 */
export function UnsavedGuard({ left, onAsk }: { left: RefObject<boolean>; onAsk?: (ask: AskToClose | null) => void }) {
  const { dirtyFields } = useFormState()
  const isDirty = Object.keys(dirtyFields).length > 0
  useWindowGuard(isDirty, left)
  return onAsk ? <CloseGuard isDirty={isDirty} onAsk={onAsk} /> : <RouteGuard isDirty={isDirty} left={left} />
}

function CloseGuard({ isDirty, onAsk }: { isDirty: boolean; onAsk: (ask: AskToClose | null) => void }) {
  const [ask, dialog] = useLossQuestion()
  useEffect(() => {
    onAsk(() => (isDirty ? ask() : Promise.resolve(true)))
    return () => onAsk(null)
  })
  return dialog
}
