import { useEvent, useNotify, useRefresh, useTranslate, type Identifier } from 'react-admin'
import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { fieldTypes } from '../../../../fields/data'
import { typeOf } from '../../../../model/canonical'
import type { Json, JsonObject } from '../../../../model/json'
import { withSetValues } from '../../../../model/validation/set-values'
import { isRequired } from '../../../../model/validation/validate'
import { errorKey } from '../../../../model/error-key'
import { useFailure } from '../../../../ui/failure'
import { useLookup } from '../../../../ui/lookup'
import { isId } from '../../../../ui/reference'
import { useConsole } from '../../../console/console'
import { useProvider, type SavedRow } from '../../../console/provider'
import { createDraftKeeper } from '../../../form/draft-keeper'
import { useUndo } from '../../actions/use-undo'
import { copiedRow, copiesOf, countedRow, farRefs, type Copies, type FarRows } from '../../grid/row-formulas'
import { useScope } from '../../scope'
import { changedNames, isTyped, newest, rebasedRows, toSave, type Change, type InlineChanges } from './changes'

/** Messages of a row: by field, and of the row as a whole. */
export interface RowTrouble {
  readonly fields: { readonly [name: string]: string }
  readonly row?: string
  /** Somebody else saved it. */
  readonly conflict?: true
}

/** A value for a cell, by the record that it is in. */
interface CellPatch {
  readonly id: Identifier
  readonly name: string
  readonly value: Json
}

export interface InlineEditing {
  readonly changes: InlineChanges
  readonly troubles: ReadonlyMap<Identifier, RowTrouble>
  /** Records as their save left them, until the list is read again. */
  readonly saved: ReadonlyMap<Identifier, JsonObject>
  readonly isRestored: boolean
  readonly saving: boolean
  readonly type: (patches: readonly CellPatch[]) => number
  readonly tell: (id: Identifier, name: string, message: string | null) => void
  readonly leave: (id: Identifier, name: string) => void
  readonly save: () => Promise<void>
  readonly discard: (id?: Identifier) => void
  /** Reads a row that somebody else has saved. @param mine with what was typed here on top of it */
  readonly take: (id: Identifier, mine: boolean) => Promise<void>
  readonly forget: () => void
  readonly dialog: ReactNode
}

const NO_TROUBLE: RowTrouble = { fields: {} }
const without = (fields: RowTrouble['fields'], name: string): RowTrouble['fields'] =>
  Object.fromEntries(Object.entries(fields).filter(([one]) => one !== name))
type Kept = readonly (readonly [Identifier, Change])[]

/** What is typed into the rows of a list until it is saved, all rows by one call; it survives a reload of the tab. */
export function useInline(rowOf: (id: Identifier) => JsonObject | undefined): InlineEditing {
  const { resource, entity, contextOf } = useScope()
  const { actor, model } = useConsole()
  const provider = useProvider()
  const translate = useTranslate()
  const notify = useNotify()
  const refresh = useRefresh()
  const fail = useFailure()
  const lookup = useLookup()
  const [tellDone, dialog] = useUndo()
  const keeper = useMemo(
    () => createDraftKeeper<Kept>({ key: `${actor.id}.${resource.name}.rows`, version: null }),
    [actor, resource],
  )
  const [kept] = useState(keeper.read)
  const [changes, setChanges] = useState<InlineChanges>(() => new Map(kept))
  const [troubles, setTroubles] = useState<InlineEditing['troubles']>(new Map())
  const [saved, setSaved] = useState<InlineEditing['saved']>(new Map())
  const [isRestored, setRestored] = useState(kept !== null)
  const [saving, setSaving] = useState(false)
  const [far, setFar] = useState<FarRows>({})
  const asked = useRef(new Set<string>())
  // Two changes may come before the next render.
  const latest = useRef(changes)
  const copies = useRef(new Map<Identifier, Copies>())
  const refs = useMemo(() => farRefs(entity, ''), [entity])

  const put = (next: InlineChanges) => {
    latest.current = next
    for (const id of copies.current.keys()) if (!next.has(id)) copies.current.delete(id)
    setChanges(next)
    keeper.keep(() => (latest.current.size === 0 ? null : [...latest.current]))
  }
  const trouble = (id: Identifier, change: (now: RowTrouble) => RowTrouble | null) =>
    setTroubles((all) => {
      const next = change(all.get(id) ?? NO_TROUBLE)
      const rest = new Map(all)
      if (next === null || (Object.keys(next.fields).length === 0 && next.row === undefined)) rest.delete(id)
      else rest.set(id, next)
      return rest
    })

  /** @param opened the row as it was before what is typed now */
  const countedWithCopies = useCallback(
    (id: Identifier, row: JsonObject, opened: JsonObject): JsonObject => {
      const copied = copiedRow(entity, row, copies.current.get(id) ?? copiesOf(entity, opened), far)
      copies.current.set(id, copied.copies)
      return countedRow(entity, copied.row, refs, far, model.entities)
    },
    [entity, far, refs, model],
  )

  const type = useEvent((patches: readonly CellPatch[]): number => {
    const next = new Map(latest.current)
    let refused = 0
    for (const { id, name, value } of patches) {
      const before = next.get(id)?.before ?? newest(rowOf(id), saved)
      const field = entity.fields[name]
      if (!before || (field && !isTyped(field, { ...contextOf(next.get(id)?.row ?? before), before }))) {
        refused += 1
        continue
      }
      const typed = withSetValues(entity, { ...(next.get(id)?.row ?? before), [name]: value }, (row) => ({
        ...contextOf(row),
        before,
      }))
      const row = countedWithCopies(id, typed, next.get(id)?.row ?? before)
      const change: Change = { before, row }
      if (changedNames(entity, change).length > 0 || !field) next.set(id, change)
      else next.delete(id)
      trouble(id, ({ fields }) => (next.has(id) ? { fields: without(fields, name) } : null))
    }
    put(next)
    return refused
  })

  // What formulas and copies read behind the references that were chosen comes a moment later.
  useEffect(() => {
    for (const [, { row }] of changes) {
      for (const ref of refs) {
        const [field, id] = [entity.fields[ref], row[ref] ?? null]
        if (!field || !isId(id) || asked.current.has(`${ref}/${id}`)) continue
        asked.current.add(`${ref}/${id}`)
        lookup
          .find(field, id)
          .catch(() => ({}))
          .then(
            (values) => {
              setFar((now) => ({ ...now, [`${ref}/${id}`]: values }))
            },
            () => undefined,
          )
      }
    }
  }, [changes, refs, entity, lookup])
  useEffect(() => {
    const next = new Map(latest.current)
    let isNew = false
    for (const [id, { before, row }] of next) {
      const counted = countedWithCopies(id, row, row)
      if (counted === row || JSON.stringify(counted) === JSON.stringify(row)) continue
      next.set(id, { before, row: counted })
      isNew = true
    }
    if (!isNew) return
    latest.current = next
    setChanges(next)
    // Only when values have come: what is typed counts at once.
  }, [countedWithCopies])

  const tell = useEvent((id: Identifier, name: string, message: string | null) =>
    trouble(id, ({ fields, ...rest }) => ({
      ...rest,
      fields: message === null ? without(fields, name) : { ...fields, [name]: message },
    })),
  )
  const leave = useEvent((id: Identifier, name: string) => {
    const change = latest.current.get(id)
    const field = entity.fields[name]
    if (!change || !field) return
    const value = change.row[name] ?? null
    const error =
      value !== null
        ? typeOf(field, fieldTypes).check(value, field)
        : isRequired(field, { ...contextOf(change.row), before: change.before })
          ? { key: 'required' }
          : null
    if (error)
      tell(
        id,
        name,
        translate(errorKey(error.key), {
          _: translate('validation.unsaid'),
          ...('params' in error ? error.params : {}),
        }),
      )
  })
  const forget = useEvent(() => {
    latest.current = new Map()
    keeper.forget()
  })
  const discard = useEvent((id?: Identifier) => {
    setRestored(false)
    if (id === undefined) {
      setTroubles(new Map())
      put(new Map())
    } else {
      trouble(id, () => null)
      put(new Map([...latest.current].filter(([one]) => one !== id)))
    }
  })
  const settle = (rows: readonly SavedRow[], sent: InlineChanges): void => {
    const done = new Map(rows.filter(({ ok }) => ok).map(({ id, item }) => [id as Identifier, item]))
    // What was typed while it was being saved is not saved yet.
    put(
      new Map(
        [...latest.current].flatMap(([id, change]) => {
          if (!done.has(id)) return [[id, change] as const]
          const item = done.get(id)
          const still =
            sent.get(id)?.row === change.row || !item
              ? null
              : rebasedRows(entity, { before: sent.get(id)?.row ?? change.before, row: change.row }, item)
          return still && changedNames(entity, still).length > 0 ? [[id, still] as const] : []
        }),
      ),
    )
    setSaved((all) => new Map([...all, ...[...done].flatMap(([id, item]) => (item ? [[id, item] as const] : []))]))
    setTroubles(
      new Map(
        rows.flatMap(({ ok, id, errors, msg, conflict }) =>
          ok
            ? []
            : [
                [
                  id as Identifier,
                  {
                    fields: errors ?? {},
                    ...(errors && !conflict ? {} : { row: msg }),
                    ...(conflict && { conflict: true as const }),
                  },
                ] as const,
              ],
        ),
      ),
    )
  }
  const save = useEvent(async () => {
    if (saving || latest.current.size === 0) return
    setSaving(true)
    const sent = latest.current
    try {
      const { msg, rows, undo } = await provider.saveRows(
        resource.name,
        [...sent.values()].map((change) => toSave(entity, change, contextOf)),
      )
      settle(rows, sent)
      const refused = rows.filter(({ ok }) => !ok).length
      if (refused === 0) tellDone(msg, undo)
      else
        notify(translate('inline.partly', { smart_count: refused, done: rows.length - refused }), { type: 'warning' })
      if (refused === 0) setRestored(false)
      if (refused < rows.length) refresh()
    } catch (failure) {
      fail(failure)
    } finally {
      setSaving(false)
    }
  })
  const take = useEvent(async (id: Identifier, mine: boolean) => {
    const change = latest.current.get(id)
    if (!change) return
    try {
      const { item } = await provider.form(resource.name, id)
      setSaved((all) => new Map(all).set(id, item))
      trouble(id, () => null)
      const next = rebasedRows(entity, change, item)
      if (mine && changedNames(entity, next).length > 0) put(new Map(latest.current).set(id, next))
      else discard(id)
    } catch (failure) {
      fail(failure)
    }
  })
  return { changes, troubles, saved, isRestored, saving, type, tell, leave, save, discard, take, forget, dialog }
}

/** Forms over the list leave it where it is. */
export const isOverList =
  (route: string) =>
  (to: { readonly pathname: string; readonly state?: unknown }): boolean =>
    to.pathname === route || (typeof to.state === 'object' && to.state !== null && 'dialog' in to.state)
