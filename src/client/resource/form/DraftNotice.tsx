import type { Identifier } from 'react-admin'
import { useFormContext } from 'react-hook-form'
import { useEffect, useMemo, useState, type RefObject } from 'react'
import { fieldTypes } from '../../../fields/data'
import { typeOf } from '../../../model/canonical'
import type { Entity } from '../../../model/entity'
import type { JsonObject } from '../../../model/json'
import { useConsole } from '../../app/console'
import { createDraftKeeper } from '../../form/draft-keeper'
import { RestoredNotice } from '../../form/notices'
import { changesOf } from '../../form/rebase'
import { useScope } from '../scope'

/** The changed values of a form that may be kept, null when there are none; write-only values (a password) are never kept. */
function keepable(entity: Entity, values: JsonObject, base: JsonObject): Partial<JsonObject> | null {
  const kept = Object.entries(changesOf(values, base)).filter(([name]) => {
    const field = entity.fields[name]
    return field && typeOf(field, fieldTypes).writeOnly !== true
  })
  return kept.length === 0 ? null : Object.fromEntries(kept)
}

/** Keeps unsaved values in this tab, and restores them after a reload. */
export function DraftNotice({ resource, id, base, left }: {
  resource: string
  id: Identifier | null
  base: JsonObject
  left: RefObject<boolean>
}) {
  const { actor } = useConsole()
  const { entity } = useScope()
  const { subscribe, setValue, reset } = useFormContext()
  const key = `${actor.id}.${resource}.${id ?? 'new'}`
  const version = base['version'] ?? null
  const keeper = useMemo(() => createDraftKeeper<Partial<JsonObject>>({ key, version }), [key, version])
  const [draft, setDraft] = useState(keeper.read)
  useEffect(() => {
    // The form resets itself to its record in an effect that runs after this one.
    const timer = setTimeout(() => {
      for (const [name, value] of Object.entries(draft ?? {})) setValue(name, value, { shouldDirty: true })
    })
    return () => clearTimeout(timer)
  }, [draft, setValue])
  useEffect(() => {
    const stop = subscribe({
      formState: { values: true },
      callback: ({ values }) => keeper.keep(() => (left.current ? null : keepable(entity, values as JsonObject, base))),
    })
    return () => {
      stop()
      // Left within the console: saved, or discarded knowingly.
      keeper.forget()
    }
  }, [keeper, base, entity, subscribe, left])
  if (!draft) return null
  const discard = () => {
    keeper.forget()
    setDraft(null)
    reset(base)
  }
  return <RestoredNotice onDiscard={discard} />
}
