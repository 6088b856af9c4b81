import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { useTranslate, type Identifier } from 'react-admin'
import { useFormContext } from 'react-hook-form'
import { useEffect, useState, type RefObject } from 'react'
import type { JsonObject, Json } from '../../../model/json'
import { useConsole } from '../../app/console'
import { useScope } from '../scope'
import { fieldTypes } from '../../../fields/data'
import { typeOf } from '../../../model/canonical'
import type { Entity } from '../../../model/entity'
import { isSame } from '../../../model/same'

// The tab's own storage: it survives a reload and goes with the tab.
const PREFIX = 'toolrides_v5.draft.'

/** Keeps the changed values of a form; what is write-only (a password) is never kept. */
function keepDraft(key: string, entity: Entity, values: JsonObject, base: JsonObject): void {
  const kept = Object.entries(values).filter(([name, value]) => {
    const field = entity.fields[name]
    return field && typeOf(field, fieldTypes).writeOnly !== true && !isSame(value ?? null, base[name] ?? null)
  })
  if (kept.length === 0) return forgetDraft(key)
  const draft = { version: base['version'] ?? null, values: Object.fromEntries(kept) }
  try { sessionStorage.setItem(PREFIX + key, JSON.stringify(draft)) } catch { /* A full or refused storage keeps no draft. */ }
}

/** The values kept for a record of this version, null when there are none. */
function readDraft(key: string, version: Json): JsonObject | null {
  try {
    const draft = JSON.parse(sessionStorage.getItem(PREFIX + key) ?? 'null') as { version: Json; values: JsonObject } | null
    return draft && draft.version === version ? draft.values : null
  } catch {
    return null
  }
}

function forgetDraft(key: string): void {
  try { sessionStorage.removeItem(PREFIX + key) } catch { /* As above. */ }
}

const PAUSE_MS = 400

/** Keeps what was typed in this tab while it is not saved, and brings it back after a reload. */
export function DraftNotice({
  resource,
  id,
  base,
  left,
}: {
  resource: string
  id: Identifier | null
  base: JsonObject
  left: RefObject<boolean>
}) {
  const translate = useTranslate()
  const { actor } = useConsole()
  const { entity } = useScope()
  const { subscribe, setValue, reset } = useFormContext()
  const key = `${actor.id}.${resource}.${id ?? 'new'}`
  const [draft, setDraft] = useState(() => readDraft(key, base['version'] ?? null))
  useEffect(() => {
    // The form resets itself to its record in an effect of its own, which comes after this one.
    const timer = setTimeout(() => {
      for (const [name, value] of Object.entries(draft ?? {})) setValue(name, value, { shouldDirty: true })
    })
    return () => clearTimeout(timer)
  }, [draft, setValue])
  useEffect(() => {
    let waiting: ReturnType<typeof setTimeout> | undefined
    const stop = subscribe({
      formState: { values: true },
      callback: ({ values }) => {
        clearTimeout(waiting)
        waiting = setTimeout(() => {
          if (!left.current) keepDraft(key, entity, values as JsonObject, base)
        }, PAUSE_MS)
      },
    })
    return () => {
      stop()
      clearTimeout(waiting)
      // Left by the console's own ways: saved, or given up knowingly.
      forgetDraft(key)
    }
  }, [key, base, entity, subscribe, left])
  if (!draft) return null
  const discard = () => {
    forgetDraft(key)
    setDraft(null)
    reset(base)
  }
  return (
    <Alert
      severity="info"
      action={
        <Button size="small" color="inherit" onClick={discard}>
          {translate('form.draft_discard')}
        </Button>
      }
    >
      {translate('form.draft')}
    </Alert>
  )
}
