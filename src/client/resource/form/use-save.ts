import { useQueryClient } from '@tanstack/react-query'
import { useCreate, useNotify, useRefresh, useTranslate, useUpdate, type Identifier, type RaRecord } from 'react-admin'
import { useRef } from 'react'
import type { Entity } from '../../../model/entity'
import type { Json, JsonObject } from '../../../model/json'
import { isSame } from '../../../model/values/same'
import { useProvider } from '../../console/provider'
import { randomKey } from '../../session/random-key'
import { madeBefore, type AttemptStore } from '../../form/attempt'
import { isConflict } from '../../form/conflict'
import { submissionErrors, type SubmissionErrors } from '../../provider/failure'
import { useScope } from '../scope'
import type { FarStore } from './far-values'
import { toSend } from './form-fields'

interface SaveOptions {
  readonly id: Identifier | null
  /** The record the form began with. */
  readonly base: JsonObject
  /** Values of the currently chosen records, as rules name them: `id_product.hide_price`. */
  readonly far: FarStore
  /** Kept until a save is answered. */
  readonly attempt: AttemptStore
  readonly onSaved: (record: JsonObject) => void
  /** Says that it is saved, in a line of its own; false: the common message does. */
  readonly tellSaved: (record: JsonObject) => boolean
  /** Somebody else saved the record in between. */
  readonly onConflict: (failure: unknown) => void
}

/** Saves a form through react-admin's mutations, pessimistically and once at a time. */
export function useSave({
  id,
  base,
  far,
  attempt,
  onSaved,
  tellSaved,
  onConflict,
}: SaveOptions): (values: JsonObject) => Promise<SubmissionErrors | undefined> {
  const { resource, entity, contextOf } = useScope()
  const [create] = useCreate<RaRecord, Error>()
  const [update] = useUpdate<RaRecord, Error>()
  const provider = useProvider()
  const notify = useNotify()
  const refresh = useRefresh()
  const translate = useTranslate()
  const queries = useQueryClient()
  const saving = useRef(false)
  return async (values) => {
    if (saving.current) return undefined
    saving.current = true
    const changed =
      id === null ? null : (name: string) => !isSame((values[name] as Json | undefined) ?? null, base[name] ?? null)
    const data = toSend(
      values,
      entity,
      resource.form.rows,
      { ...contextOf({ ...base, ...values, ...far.get() }), ...(id !== null && { before: base }) },
      changed,
    )
    try {
      const quiet = { returnPromise: true as const, onError: () => undefined, mutationMode: 'pessimistic' as const }
      const change = async (
        of: Identifier,
        before: JsonObject,
        changes: JsonObject,
        key: string,
      ): Promise<JsonObject> => {
        const item = (await update(
          resource.name,
          {
            id: of,
            data: { ...changes, version: before['version'] ?? null },
            previousData: before as RaRecord,
            meta: { key },
          },
          quiet,
        )) as JsonObject
        // React-admin keeps the answer under the key that was sent with it, where no page reads: a move from the
        // record's page would be of the version before.
        queries.setQueryData<JsonObject>(
          [resource.name, 'getOne', { id: String(of) }],
          (held) => held && { ...held, ...item },
        )
        return item
      }
      const make = async (): Promise<JsonObject> => {
        const all = { ...beginning(base, entity.fields), ...withoutUnread(data, entity, far.get()) }
        try {
          return (await create(resource.name, { data: all, meta: { key: attempt.get().key } }, quiet)) as JsonObject
        } catch (failure) {
          const made = madeBefore(failure)
          if (made === null) throw failure
          const { item } = await provider.form(resource.name, made)
          // The form keeps its own key: should this be refused, the next save finds the record again.
          return change(made, item, all, randomKey())
        }
      }
      const mend = async (of: Identifier): Promise<JsonObject> => {
        const sent = JSON.stringify([base['version'] ?? null, data])
        const { key } = attempt.get().of === sent ? attempt.get() : attempt.renew(sent)
        return Object.keys(data).length === 0 ? base : change(of, base, data, key)
      }
      const saved = await (id === null ? make() : mend(id))
      attempt.renew()
      if (!tellSaved(saved)) notify('record.saved', { type: 'success' })
      refresh()
      onSaved(saved)
      return undefined
    } catch (failure) {
      if (isConflict(failure)) {
        onConflict(failure)
        return undefined
      }
      return submissionErrors(failure, translate)
    } finally {
      saving.current = false
    }
  }
}

/** A copy of what this user may not read is left to the server, which takes it where nothing is sent. */
function withoutUnread(data: JsonObject, { fields }: Entity, far: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(data).filter(([name, value]) => {
      const copy = fields[name]?.copy
      return (
        !copy || value !== null || (data[copy.ref] ?? null) === null || Object.hasOwn(far, `${copy.ref}.${copy.field}`)
      )
    }),
  )
}

/** Initial values of a new record that no input shows, such as the record it belongs to. */
function beginning(
  base: JsonObject,
  fields: {
    readonly [name: string]: { readonly system: boolean; readonly readOnly: boolean; readonly secret: boolean }
  },
): JsonObject {
  return Object.fromEntries(
    Object.entries(base).filter(([name, value]) => {
      const field = fields[name]
      return field && !field.system && !field.readOnly && !field.secret && value !== null
    }),
  )
}
