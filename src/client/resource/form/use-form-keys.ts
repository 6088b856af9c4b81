import { useLocation } from 'react-admin'
import { useFormContext, useFormState } from 'react-hook-form'
import { useEffect, useRef, type FormEvent, type RefObject } from 'react'
import type { JsonObject } from '../../../model/json'
import type { Hold } from '../../../ui/ahead/hold'
import { nextStop } from '../../../ui/ahead/tab-order'
import { whenFocused } from '../../../ui/ahead/when-focused'
import { useHeldKeys } from '../../../ui/keys'
import { useSavedLines } from '../../form/saved-lines'
import { recordPath } from '../../provider/paths'
import { useScope } from '../scope'
import { innerErrors } from './inner-errors'

/** Name of the button that saves and begins the next record. */
export const AGAIN = 'again'

// How soon after a refusal a letter was typed without having seen it.
const BLIND_MS = 400
const FOCUS_MS = 1_000

/** A form's part in what people type without waiting for it. */
interface FormKeys {
  /** The current save: whether the next record is begun after it, and the keys that wait for its end. */
  readonly attempt: RefObject<{ readonly again: boolean; readonly hold: Hold } | null>
  readonly onSubmit: (event: FormEvent) => void
  /** Nothing is saved: the next step of the form is shown, and what was typed is for it. */
  readonly onStep: () => void
  /** Adds the line of a saved record; true: there is one, and no other message is needed. */
  readonly tellSaved: (record: JsonObject) => boolean
}

/** @param formId its element; forms inside it have saves of their own */
export function useFormKeys(formId: string, isNew: boolean): FormKeys {
  const held = useHeldKeys()
  const { resource, headingOf } = useScope()
  const { add, drop } = useSavedLines()
  const { state } = useLocation() as { state: { line?: string } | null }
  const attempt = useRef<{ again: boolean; hold: Hold } | null>(null)
  // Its keys go on to what comes after it. A step later, as the dialog around it gives back the focus first.
  useEffect(
    () => () => {
      const hold = attempt.current?.hold
      setTimeout(() => hold?.release())
    },
    [],
  )
  return {
    attempt,
    onSubmit({ target, nativeEvent }) {
      if (!(target instanceof HTMLFormElement) || target.id !== formId) return
      const submitter = nativeEvent instanceof SubmitEvent ? nativeEvent.submitter : null
      attempt.current = { again: submitter?.getAttribute('name') === AGAIN, hold: held.hold('saving') }
    },
    onStep() {
      const hold = attempt.current?.hold
      attempt.current = null
      setTimeout(() => hold?.release())
    },
    tellSaved(record) {
      if (state?.line !== undefined) drop(state.line)
      const tells = isNew && attempt.current !== null && (attempt.current.again || attempt.current.hold.isTyped())
      const { id } = record
      const href =
        (typeof id === 'number' || typeof id === 'string') && resource.detail ? recordPath(resource, id) : null
      if (tells) add({ name: headingOf(record), href, refused: null })
      return tells
    },
  }
}

interface FormKeysProps {
  readonly formId: string
  readonly keys: FormKeys
  /** The form is gone once it is saved. */
  readonly closes: boolean
  /** Leaves a new record that was refused, to be opened again from its line; absent: it stays. */
  readonly onAside?: (again: boolean) => void
}

/**
 * Gives the keys that waited to the form once its first field has the focus, and keeps those that follow a save for
 * what comes next. Draws nothing.
 */
export function FormKeysPlace({ formId, keys: { attempt }, closes, onAside }: FormKeysProps): null {
  const held = useHeldKeys()
  const location = useLocation()
  const { headingOf } = useScope()
  const { add } = useSavedLines()
  const { getValues } = useFormContext()
  const { submitCount, isSubmitting, isSubmitSuccessful, errors } = useFormState()
  useEffect(() => {
    if (held.why() !== 'opening') return undefined
    return whenFocused(
      () => document.getElementById(formId),
      (focused) => {
        if (!focused) nextStop(document.getElementById(formId), false)?.focus()
        held.arrive()
      },
      FOCUS_MS,
    )
  }, [held, formId])
  // What waits goes on to the next one.
  const aside = (): void => {
    const messages = [
      errors.root?.['serverError']?.message,
      ...innerErrors({ ...errors, root: undefined }).map(({ message }) => message),
    ]
    const { pathname, search, state } = location as { pathname: string; search: string; state: object | null }
    const values = getValues() as JsonObject
    add({
      name: headingOf(values),
      href: null,
      refused: { message: messages.filter(Boolean).slice(0, 2).join(' '), place: { pathname, search, state }, values },
    })
    onAside?.(attempt.current?.again === true)
  }
  const latest = useRef({ aside, onAside, closes, isSubmitSuccessful })
  useEffect(() => {
    latest.current = { aside, onAside, closes, isSubmitSuccessful }
  })
  useEffect(() => {
    const hold = attempt.current?.hold
    if (submitCount === 0 || isSubmitting || !hold) return undefined
    const { isSubmitSuccessful: isSaved, onAside: mayLeave, closes: ends } = latest.current
    if (isSaved) return void (ends || hold.release())
    if (!mayLeave) return void (hold.isTyped() ? hold.drop() : hold.calm())
    if (hold.isTyped()) return void latest.current.aside()
    if (!held.isByKeys()) return void hold.release()
    const done = (): void => {
      clearTimeout(timer)
      stop()
    }
    const timer = setTimeout(() => {
      done()
      hold.calm()
    }, BLIND_MS)
    const stop = hold.onTyped(() => {
      done()
      latest.current.aside()
    })
    return done
  }, [submitCount, isSubmitting, attempt, held])
  return null
}
