import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form'
import type { FormEvent, ReactNode } from 'react'
import { TypedTextsProvider, type TypedTexts } from '../../../ui/inputs/typed-texts'
import { nestedErrors } from './inner-errors'

/**
 * Around a form: what was typed into its searches is waited for before it is sent.
 * @param onSubmit hears of each sending first, each try of the same one
 */
export function TypedRoom({
  texts,
  onSubmit,
  children,
}: {
  texts: TypedTexts
  onSubmit?: (event: FormEvent) => void
  children: ReactNode
}) {
  const submit = (event: FormEvent): void => {
    onSubmit?.(event)
    const { target, nativeEvent } = event
    const waiting = texts.settle()
    if (waiting === null || !(target instanceof HTMLFormElement)) return
    event.preventDefault()
    event.stopPropagation()
    const by = nativeEvent instanceof SubmitEvent ? nativeEvent.submitter : null
    void waiting.then(() => {
      if (target.isConnected) target.requestSubmit(by)
    })
  }
  return (
    <div style={{ display: 'contents' }} onSubmitCapture={submit}>
      <TypedTextsProvider value={texts}>{children}</TypedTextsProvider>
    </div>
  )
}

/** The form's own check, and that each typed text has become a choice. */
export const withTyped =
  (check: Resolver<FieldValues>, texts: TypedTexts): Resolver<FieldValues> =>
  async (values, context, options) => {
    const own = await check(values, context, options)
    const wrong = texts.errors()
    if (wrong.length === 0) return own
    const errors = nestedErrors(wrong.map(([path, message]) => ({ path, type: 'typed', message }))) as FieldErrors
    return { values: {}, errors: { ...own.errors, ...errors } }
  }
