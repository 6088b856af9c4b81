import { useEffect, useRef, useState } from 'react'
import { fieldTypes } from '../../../fields/data'
import { canonicalRecord } from '../../../model/canonical'
import type { Entity } from '../../../model/entity'
import { readsOf } from '../../../model/formulas/formula'
import { formulaFields, withFormulas } from '../../../model/formulas/with-formulas'
import type { JsonObject, Json } from '../../../model/json'
import type { Model } from '../../../model/model'
import { isSame } from '../../../model/values/same'
import { useLookup } from '../../../ui/lookup'
import { isId, type Id } from '../../../ui/reference'
import { typedRows } from '../form/counted-rows'
import type { GridRow } from './rows'

/** Values of chosen records, by reference and id. */
export type FarRows = { readonly [place: string]: JsonObject }

const placeOf = (ref: string, id: Id): string => `${ref}/${id}`

/** References of rows that their formulas and copies read through, without the one to the record being filled in. */
export function farRefs(entity: Entity, link: string): readonly string[] {
  const paths = [...formulaFields(entity).flatMap(({ formula }) => readsOf(formula).paths), ...Object.values(entity.fields).flatMap(({ copy }) => copy ?? [])]
  return [...new Set(paths.map(({ ref }) => ref))].filter((ref) => ref !== link)
}

/** A row with what its formulas come to, as far as the values of chosen records are known. @param entities for the formulas over rows of its own */
export function countedRow(entity: Entity, row: GridRow, refs: readonly string[], fetched: FarRows, entities: Model['entities'] = {}): GridRow {
  const far = Object.fromEntries(refs.flatMap((ref) => {
    const id = row[ref] ?? null
    return isId(id) ? Object.entries(fetched[placeOf(ref, id)] ?? {}).map(([name, value]) => [`${ref}.${name}`, value] as const) : []
  }))
  // What is behind the record being filled in is not known here, be it stored already or not.
  const linked = Object.fromEntries(formulaFields(entity).flatMap(({ formula }) => readsOf(formula).paths).flatMap(({ ref }) => (refs.includes(ref) ? [] : [[ref, row[ref] ?? 0]])))
  const next = withFormulas(entity, { ...row, ...canonicalRecord(entity, fieldTypes, row), ...linked }, far, typedRows(entity, entities, row))
  const changed = formulaFields(entity).filter(({ name }) => !isSame(row[name] ?? null, next[name] ?? null))
  return changed.length === 0 ? row : { ...row, ...Object.fromEntries(changed.map(({ name }) => [name, next[name] ?? null])) }
}

/** What a row copies of references that were chosen since; null where a value is still on its way. */
export function copiedRow(entity: Entity, row: GridRow, before: JsonObject | undefined, fetched: FarRows): GridRow | null {
  let next = row
  for (const { name, copy } of Object.values(entity.fields)) {
    const id = copy ? (row[copy.ref] ?? null) : null
    if (!copy || !isId(id)) continue
    const isNew = (row['id'] ?? null) === null && (row[name] ?? null) === null
    if (before ? isSame(before[copy.ref] ?? null, id) : !isNew) continue
    const there = fetched[placeOf(copy.ref, id)]
    if (!there) return null
    const value = there[copy.field]
    if (value !== undefined) next = { ...next, [name]: value }
  }
  return next
}

/** Keeps the formulas of a grid's rows up to date, and takes the copies of what is chosen in them. @param keys of the rows, wherever they move */
export function useRowFormulas(
  entity: Entity | undefined, link: string, rows: readonly GridRow[], keys: readonly number[], entities: Model['entities'],
  onChange: (rows: readonly GridRow[]) => void,
): void {
  const lookup = useLookup()
  const [fetched, setFetched] = useState<FarRows>({})
  const asked = useRef(new Set<string>())
  const chosen = useRef(new Map<number, JsonObject>())
  useEffect(() => {
    if (!entity) return
    const refs = farRefs(entity, link)
    for (const ref of refs) {
      const field = entity.fields[ref]
      for (const id of new Set(rows.map((row): Json => row[ref] ?? null))) {
        if (!field || !isId(id) || asked.current.has(placeOf(ref, id))) continue
        asked.current.add(placeOf(ref, id))
        // Without the values the server counts when the form is saved.
        lookup.find(field, id).then((values) => setFetched((now) => ({ ...now, [placeOf(ref, id)]: values })), () => setFetched((now) => ({ ...now, [placeOf(ref, id)]: {} })))
      }
    }
    const next = rows.map((row, at) => {
      const key = keys[at] ?? -1
      const copied = copiedRow(entity, row, chosen.current.get(key), fetched)
      if (copied) chosen.current.set(key, Object.fromEntries(refs.map((ref) => [ref, row[ref] ?? null])))
      return countedRow(entity, copied ?? row, refs, fetched, entities)
    })
    if (next.some((row, at) => row !== rows[at])) onChange(next)
  })
}
