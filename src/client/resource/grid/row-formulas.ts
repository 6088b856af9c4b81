import { useEffect, useRef, useState } from 'react'
import { fieldTypes } from '../../../fields/data'
import { canonicalRecord } from '../../../model/canonical'
import type { Entity } from '../../../model/entity'
import { readsOf } from '../../../model/formulas/formula'
import { formulaFields } from '../../../model/formulas/formula-fields'
import { withFormulas } from '../../../model/validation/with-formulas'
import type { JsonObject, Json } from '../../../model/json'
import type { Model } from '../../../model/model'
import { isSame } from '../../../model/values/same'
import { useLookup } from '../../../ui/lookup'
import { isId, type ReferredId } from '../../../ui/reference'
import { typedRows } from '../form/counted-rows'
import type { GridRow } from '../../provider/grid-rows'

/** Values of chosen records, by reference and id. */
export type FarRows = { readonly [place: string]: JsonObject }

const placeOf = (ref: string, id: ReferredId): string => `${ref}/${id}`

/** References of rows that their formulas and copies read through, without the one to the record being filled in. */
export function farRefs(entity: Entity, link: string): readonly string[] {
  const paths = [
    ...formulaFields(entity).flatMap(({ formula }) => readsOf(formula).paths),
    ...Object.values(entity.fields).flatMap(({ copy }) => copy ?? []),
  ]
  return [...new Set(paths.map(({ ref }) => ref))].filter((ref) => ref !== link)
}

/**
 * A row with what its formulas come to, as far as the values of chosen records are known.
 * @param entities for the formulas over rows of its own
 */
export function countedRow(
  entity: Entity,
  row: GridRow,
  refs: readonly string[],
  fetched: FarRows,
  entities: Model['entities'] = {},
): GridRow {
  const far = Object.fromEntries(
    refs.flatMap((ref) => {
      const id = row[ref] ?? null
      return isId(id)
        ? Object.entries(fetched[placeOf(ref, id)] ?? {}).map(([name, value]) => [`${ref}.${name}`, value] as const)
        : []
    }),
  )
  // What is behind the record being filled in is not known here, be it stored already or not.
  const linked = Object.fromEntries(
    formulaFields(entity)
      .flatMap(({ formula }) => readsOf(formula).paths)
      .flatMap(({ ref }) => (refs.includes(ref) ? [] : [[ref, row[ref] ?? 0]])),
  )
  const next = withFormulas(
    entity,
    { ...row, ...canonicalRecord(entity, fieldTypes, row), ...linked },
    far,
    typedRows(entity, entities, row),
  )
  const changed = formulaFields(entity).filter(({ name }) => !isSame(row[name] ?? null, next[name] ?? null))
  return changed.length === 0
    ? row
    : { ...row, ...Object.fromEntries(changed.map(({ name }) => [name, next[name] ?? null])) }
}

/**
 * What each copying field of a row has been filled from: the reference's id and, while the copy is on its way, the
 * value that it had when that was chosen.
 */
export type Copies = { readonly [name: string]: { readonly id: Json; readonly was?: Json } }

/** The copies of a row as it is opened: a stored row keeps its own values, a new one takes what it lacks. */
export const copiesOf = (entity: Entity, row: GridRow): Copies =>
  Object.fromEntries(
    Object.values(entity.fields).flatMap(({ name, copy }) => {
      if (!copy) return []
      const isWanted = (row['id'] ?? null) === null && (row[name] ?? null) === null
      return [[name, { id: row[copy.ref] ?? null, ...(isWanted && { was: null }) }] as const]
    }),
  )

/** A row with the copies of references that were chosen since; what was typed while a copy was on its way stays. */
export function copiedRow(
  entity: Entity,
  row: GridRow,
  copies: Copies | undefined,
  fetched: FarRows,
): { readonly row: GridRow; readonly copies: Copies } {
  let next = row
  const done = Object.entries(copies ?? copiesOf(entity, row)).map(([name, held]) => {
    const copy = entity.fields[name]?.copy
    const id = copy ? (row[copy.ref] ?? null) : null
    const value = row[name] ?? null
    const wanted = isSame(held.id, id) ? held : { id, was: value }
    const there = copy && isId(id) ? fetched[placeOf(copy.ref, id)] : undefined
    if (wanted.was === undefined || !copy || !there) return [name, wanted] as const
    const copied = there[copy.field]
    if (copied !== undefined && isSame(wanted.was, value)) next = { ...next, [name]: copied }
    return [name, { id }] as const
  })
  return { row: next, copies: Object.fromEntries(done) }
}

/**
 * Keeps the formulas of a grid's rows up to date, and takes the copies of what is chosen in them.
 * @param keys of the rows, wherever they move
 * @param isNewest whether nothing has been typed since these rows were drawn; they are drawn again where something has
 */
export function useRowFormulas(
  entity: Entity | undefined,
  link: string,
  rows: readonly GridRow[],
  keys: readonly number[],
  entities: Model['entities'],
  onChange: (rows: readonly GridRow[]) => void,
  isNewest: () => boolean,
): void {
  const lookup = useLookup()
  const [fetched, setFetched] = useState<FarRows>({})
  const asked = useRef(new Set<string>())
  const copies = useRef(new Map<number, Copies>())
  useEffect(() => {
    if (!entity || !isNewest()) return
    const refs = farRefs(entity, link)
    for (const ref of refs) {
      const field = entity.fields[ref]
      for (const id of new Set(rows.map((row): Json => row[ref] ?? null))) {
        if (!field || !isId(id) || asked.current.has(placeOf(ref, id))) continue
        asked.current.add(placeOf(ref, id))
        // Without the values the server counts when the form is saved.
        lookup.find(field, id).then(
          (values) => setFetched((now) => ({ ...now, [placeOf(ref, id)]: values })),
          () => setFetched((now) => ({ ...now, [placeOf(ref, id)]: {} })),
        )
      }
    }
    const next = rows.map((row, at) => {
      const key = keys[at] ?? -1
      const copied = copiedRow(entity, row, copies.current.get(key), fetched)
      copies.current.set(key, copied.copies)
      return countedRow(entity, copied.row, refs, fetched, entities)
    })
    if (next.some((row, at) => row !== rows[at])) onChange(next)
  })
}
