import { useEffect, useRef, useState } from 'react'
import { codeOf, errorsIn, sentenceOf, useProvider } from '#engine/client'
import { useSay } from '#engine/ui'
import { createCall, formCall } from '../../model/form-calls'
import type { ServiceInput } from '../../model/service-input'
import type { AfterSaving, SavedService } from '../service-form'
import type { ServiceFormData } from './use-form-data'

export interface Refusal {
  /** Sentences by source, as the call has them. */
  readonly errors: { readonly [source: string]: string }
  readonly message: string
}

/** What somebody else made of the service meanwhile. */
export interface ServiceConflict { readonly theirs: ServiceFormData; readonly message: string; readonly by: string | null; readonly at: string | null }

export interface Saver {
  readonly busy: boolean
  readonly refusal: Refusal | null
  readonly conflict: ServiceConflict | null
  readonly save: (input: ServiceInput, after: AfterSaving) => void
  readonly settle: () => void
}

/** Saves a service. @param onSaved told in an effect, once the guard of the form has let go */
export function useSaving(onSaved: (saved: SavedService) => void): Saver & { readonly saved: SavedService | null } {
  const say = useSay()
  const provider = useProvider()
  const [state, setState] = useState<Pick<Saver, 'busy' | 'refusal' | 'conflict'> & { readonly saved: SavedService | null }>(IDLE)
  const latest = useRef(onSaved)
  useEffect(() => {
    latest.current = onSaved
  })
  const { saved } = state
  useEffect(() => {
    if (saved) latest.current(saved)
  }, [saved])
  const refuse = (failure: unknown): void =>
    setState({ ...IDLE, refusal: { errors: fieldsOf(failure), message: sentenceOf(failure) ?? say('errors.default') } })
  const meet = async (id: number, failure: unknown): Promise<void> => {
    const { item, ...rest } = await provider.call(formCall, { id })
    if (!item) return refuse(failure)
    setState({ ...IDLE, conflict: { theirs: { ...rest, item }, message: sentenceOf(failure) ?? say('errors.default'), ...told(failure) } })
  }
  return {
    ...state,
    settle: () => setState((now) => ({ ...now, refusal: null, conflict: null })),
    save(input, after) {
      setState({ ...IDLE, busy: true })
      const { id } = input
      provider.call(createCall, input).then(
        (answer) => setState({ ...IDLE, saved: { id: answer.id, ids: answer.ids, item: answer.item, after, isEdit: Boolean(id) } }),
        (failure: unknown) => (id && codeOf(failure) === 'CONFLICT' ? meet(id, failure).catch(refuse) : refuse(failure)),
      )
    },
  }
}

const IDLE = { busy: false, refusal: null, conflict: null, saved: null }

function fieldsOf(failure: unknown): Refusal['errors'] {
  const { root: _root, ...errors } = errorsIn(failure)
  return errors
}

function told(failure: unknown): { readonly by: string | null; readonly at: string | null } {
  const body: unknown = typeof failure === 'object' && failure !== null && 'body' in failure ? failure.body : null
  const conflict: unknown = typeof body === 'object' && body !== null && 'conflict' in body ? body.conflict : null
  const text = (name: 'by' | 'at'): string | null => {
    const value: unknown = typeof conflict === 'object' && conflict !== null ? Reflect.get(conflict, name) : null
    return typeof value === 'string' ? value : null
  }
  return { by: text('by'), at: text('at') }
}
