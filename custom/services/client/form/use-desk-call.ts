import { useEffect, useRef, useState } from 'react'
import { useConsole } from '#engine/client'
import { callerOf, type Enquiry, type EnquiryContent, type TypedCaller } from '../desk/enquiry'
import { enquiriesOf } from '../desk/enquiries'
import { outboxOf } from '../desk/outbox'
import type { ServiceInput } from '../../model/service-input'
import type { AfterSaving, ServiceFormProps } from '../service-form'
import type { FormClient } from './draft'
import type { FormData } from './use-form-data'

type Typed = Omit<EnquiryContent, 'caller'>
interface Saving {
  readonly input: ServiceInput | null
  readonly after: AfterSaving
  readonly key: string
  readonly content: Typed
}

/** The call in a form, for whoever takes one after the other; null: the form waits for its own save. */
export function useDeskCall({ subject, desk, ahead }: ServiceFormProps, data: FormData) {
  const { actor } = useConsole()
  const caller = useRef<TypedCaller | null>(null)
  const [isOver, setOver] = useState(false)
  // Runs after the guard, a child of the form, has been released.
  const latest = useRef(desk)
  useEffect(() => {
    latest.current = desk
  })
  useEffect(() => {
    if (isOver) latest.current?.onNext()
  }, [isOver])
  if (!desk || subject.kind === 'edit') return null
  const { enquiry } = desk
  const isNew = subject.kind === 'new'
  const enquiries = enquiriesOf(actor.id)
  const whole = (typed: Typed): EnquiryContent => ({ ...typed, caller: caller.current })
  const note = (isDirty: boolean, typed: Typed): void => {
    if (isNew && !isOver) enquiries.note(enquiry.key, isDirty || caller.current?.text.trim() ? whole(typed) : null)
  }
  /**
   * The next form is shown; keys that are pressed until then wait for it.
   * @param isEnded nothing of this call is left to be kept
   */
  const leave = (isEnded: boolean): void => {
    ahead?.start()
    if (isNew && isEnded) enquiries.end()
    else enquiries.begin()
    if (!isNew) setOver(true)
  }
  const begun = isNew ? enquiry : null
  const cloned = subject.kind === 'clone' ? subject.id : enquiry.cloned
  const copyOf = (content: EnquiryContent, key: string): Enquiry => ({
    key: isNew ? enquiry.key : key,
    begun_ms: isNew ? enquiry.begun_ms : Date.now(),
    content,
    cloned,
    refused: null,
    sent: { key, of: JSON.stringify(content) },
    isRestored: false,
  })
  return {
    isOver,
    /** What is typed is kept with the calls of the tab. */
    isKept: isNew,
    begun: begun?.content?.draft ?? null,
    cloned,
    isRestored: begun?.isRestored ?? false,
    refused: begun?.refused ?? null,
    note,
    /** The search of the client changed. */
    type(typed: TypedCaller | null, isDirty: boolean, content: Typed): void {
      caller.current = typed
      note(isDirty, content)
    },
    keyOf: (typed: Typed): string | null => (begun?.sent?.of === JSON.stringify(whole(typed)) ? begun.sent.key : null),
    send({ input, after, key, content: typed }: Saving): void {
      const content = whole(typed)
      const { optional_destination, payments, max_stops } = data
      outboxOf(actor.id).post({
        key,
        who: callerOf(content),
        after,
        copy: copyOf(content, key),
        input,
        call: input
          ? null
          : {
              content,
              rules: { optional_destination },
              payments: payments.map(({ id }) => ({ id })),
              max_stops,
              cloned,
            },
      })
      leave(true)
    },
    /** Ends it without a ride. */
    askedOnly(isDirty: boolean, typed: Typed): void {
      if (!isDirty && !caller.current?.text.trim()) return
      const content = whole(typed)
      outboxOf(actor.id).ended({ key: enquiry.key, who: callerOf(content), copy: copyOf(content, enquiry.key) })
      leave(true)
    },
    /** Begins the next one; what was typed here waits at its side. */
    next(isDirty: boolean, typed: Typed): void {
      note(isDirty, typed)
      leave(false)
    },
    /** It was saved from here. */
    saved(): void {
      if (isNew) enquiries.end()
    },
    /** What was typed is given up. */
    forget: () => enquiries.note(enquiry.key, null),
    /** Another client comes into what was typed for one: the call of the first is put aside as it was. */
    split(typed: Typed, client: FormClient | null): void {
      enquiries.putAside({
        ...copyOf({ ...typed, draft: { ...typed.draft, client }, caller: null }, enquiry.key),
        key: `${enquiry.key}.${client?.id ?? 0}`,
      })
    },
  }
}
