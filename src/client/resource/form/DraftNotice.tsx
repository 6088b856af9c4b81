import type { Identifier } from 'react-admin'
import { useFormContext } from 'react-hook-form'
import { useEffect, useMemo, useState, type RefObject } from 'react'
import { fieldTypes } from '../../../fields/data'
import { typeOf } from '../../../model/canonical'
import type { Entity } from '../../../model/entity'
import type { JsonObject } from '../../../model/json'
import { useConsole } from '../../console/console'
import { useShell } from '../../console/shell-context'
import type { SaveAttempt, AttemptStore } from '../../form/attempt'
import { createDraftKeeper } from '../../form/draft-keeper'
import { RestoredNotice } from '../../form/notices'
import { changesOf } from '../../form/rebase'
import { useScope } from '../scope'

/** Unsaved values, and the key under which they may have been sent already. */
interface Kept {
  readonly values: Partial<JsonObject>
  readonly attempt: SaveAttempt
}

/**
 * The changed values of a form that may be kept, null when there are none; write-only values (a password) are never
 * kept.
 */
function keepable(entity: Entity, values: JsonObject, base: JsonObject): Partial<JsonObject> | null {
  const kept = Object.entries(changesOf(values, base)).filter(([name]) => {
    const field = entity.fields[name]
    return field && typeOf(field, fieldTypes).writeOnly !== true
  })
  return kept.length === 0 ? null : Object.fromEntries(kept)
}

/**
 * Keeps unsaved values in this tab, and restores them after a reload, or when the same person is back after their
 * session ended.
 */
export function DraftNotice({
  resource,
  id,
  beginning = '',
  base,
  left,
  attempt,
}: {
  resource: string
  id: Identifier | null
  beginning?: string
  base: JsonObject
  left: RefObject<boolean>
  attempt: AttemptStore
}) {
  const { actor } = useConsole()
  const { session } = useShell()
  const { entity } = useScope()
  const { subscribe, setValue, reset } = useFormContext()
  const key = `${actor.id}.record.${resource}.${id ?? `new${beginning}`}`
  const version = base['version'] ?? null
  const keeper = useMemo(() => createDraftKeeper<Kept>({ key, version }), [key, version])
  const [draft, setDraft] = useState(keeper.read)
  useEffect(() => {
    if (draft) attempt.take(draft.attempt)
    // The form resets itself to its record in an effect that runs after this one.
    const timer = setTimeout(() => {
      for (const [name, value] of Object.entries(draft?.values ?? {})) setValue(name, value, { shouldDirty: true })
    })
    return () => clearTimeout(timer)
  }, [draft, setValue, attempt])
  useEffect(() => {
    const token = session.token()
    const stop = subscribe({
      formState: { values: true },
      callback: ({ values: typed }) =>
        keeper.keep(() => {
          const values = left.current ? null : keepable(entity, typed as JsonObject, base)
          return values && { values, attempt: attempt.get() }
        }),
    })
    return () => {
      stop()
      // The session ended under the form: it is gone on with after the login.
      if (session.token() !== token && session.ended() !== 'left') keeper.flush()
      // Left within the console: saved, or discarded knowingly.
      else keeper.forget()
    }
  }, [keeper, base, entity, subscribe, left, attempt, session])
  if (!draft) return null
  const discard = () => {
    keeper.forget()
    setDraft(null)
    attempt.renew()
    reset(base)
  }
  return <RestoredNotice onDiscard={discard} />
}
