import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { useTranslate, type Identifier } from 'react-admin'
import { useFormContext } from 'react-hook-form'
import { useEffect, useState, type RefObject } from 'react'
import type { JsonObject } from '../../../model/json'
import { useConsole } from '../../app/console'
import { useScope } from '../scope'
import { forgetDraft, keepDraft, readDraft } from './draft'

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
