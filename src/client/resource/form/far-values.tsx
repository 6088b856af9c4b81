import { useWatch } from 'react-hook-form'
import { createContext, useContext, useEffect, useMemo, useState, type ReactNode } from 'react'
import type { Entity } from '../../../model/entity'
import { readsOf } from '../../../model/formulas/formula'
import type { Field } from '../../../model/field'
import type { Json, JsonObject } from '../../../model/json'
import type { FormRow } from '../../../model/resource'
import type { Rule, RuleContext } from '../../../model/rules/rule'
import { rulePaths } from '../../../model/rules/rule-fields'
import { useLookup } from '../../../ui/lookup'
import { isId, type ReferredId } from '../../../ui/reference'
import { useScope } from '../scope'

/**
 * Fields one reference away that the rules, formulas and copies of a form look at, by reference: `id_product` →
 * `hide_price`.
 */
type FarFields = ReadonlyMap<string, readonly string[]>

function farFields({ fields, checks }: Entity, rows: readonly FormRow[]): FarFields {
  const rules: (Rule | undefined)[] = [
    ...Object.values(fields).flatMap((field) => [field.see, field.edit, field.require, field.set?.when]),
    ...checks.flatMap((check) => [check.assert, check.when]),
    ...conditions(rows),
  ]
  const far = new Map<string, readonly string[]>()
  const counted = Object.values(fields).flatMap(({ formula, copy }) => [
    ...(formula ? readsOf(formula).paths : []),
    ...(copy ? [copy] : []),
  ])
  for (const { ref, field } of [...rules.flatMap((rule) => (rule ? rulePaths(rule) : [])), ...counted]) {
    const known = far.get(ref) ?? []
    if (!known.includes(field)) far.set(ref, [...known, field])
  }
  return far
}

const conditions = (rows: readonly FormRow[]): readonly Rule[] =>
  rows.flatMap((row) => ('rows' in row ? [...(row.show ? [row.show] : []), ...conditions(row.rows)] : []))

const NO_VALUES: JsonObject = {}
const FarContext = createContext<JsonObject>(NO_VALUES)
const StoredContext = createContext<RuleContext['record'] | undefined>(undefined)

/** Around the rows of a row, whose stored record is that row. */
export const StoredRecord = StoredContext.Provider

/** The record of the form as it is stored; undefined for a new one. */
export const useStoredRecord = (): RuleContext['record'] | undefined => useContext(StoredContext)

/** The context of a form's rules: its values, those of the records chosen in it, and the record as it is stored. */
export function useFormRules(): (record: JsonObject) => RuleContext {
  const { contextOf } = useScope()
  const far = useContext(FarContext)
  const before = useStoredRecord()
  return useMemo(
    () => (record) => ({ ...contextOf(far === NO_VALUES ? record : { ...record, ...far }), ...(before && { before }) }),
    [contextOf, far, before],
  )
}

/** The values of chosen records under their dotted names; what is not known is not there. */
export const useFarValues = (): JsonObject => useContext(FarContext)

/** The same values for code that reads rules outside of rendering: the check and the save. */
export interface FarStore {
  get(): JsonObject
  set(values: JsonObject): void
}

export function createFarStore(): FarStore {
  let held = NO_VALUES
  return { get: () => held, set: (values) => void (held = values) }
}

interface FarValuesProps {
  readonly base: JsonObject
  /** Nothing is stored yet: `base` is what the form begins with. */
  readonly isNew: boolean
  readonly store: FarStore
  readonly children: ReactNode
}

/**
 * Around the fields of a form: fetches the values that rules read of a newly chosen record; those of the initial one
 * came with the form.
 */
export function FarValues({ base, isNew, store, children }: FarValuesProps) {
  const { entity, resource } = useScope()
  const far = useMemo(() => farFields(entity, resource.form.rows), [entity, resource])
  const names = useMemo(() => [...far.keys()], [far])
  const chosen = useWatch({ name: names, disabled: names.length === 0 }) as readonly Json[] | undefined
  const [fetched, setFetched] = useState<{ readonly [key: string]: JsonObject }>({})
  const lookup = useLookup()
  const key = JSON.stringify(names.map((_name, at) => chosen?.[at] ?? null))
  const ids = useMemo(() => JSON.parse(key) as readonly Json[], [key])
  useEffect(() => {
    let live = true
    names.forEach((name, at) => {
      const [field, id] = [entity.fields[name], ids[at]]
      if (!field || !isId(id) || isHeld(base, name, id, far) || fetched[placeOf(field, id)]) return
      lookup.find(field, id).then(
        (values) => {
          if (live) setFetched((now) => ({ ...now, [placeOf(field, id)]: values }))
          // A comparison with an unknown value is false; the server reads the rule again when the form is saved.
        },
        () => undefined,
      )
    })
    return () => {
      live = false
    }
  }, [names, ids, base, far, entity, lookup, fetched])
  const values = useMemo(() => {
    if (names.length === 0) return NO_VALUES
    return Object.fromEntries(
      names.flatMap((name, at) => {
        const [field, id] = [entity.fields[name], ids[at]]
        const there = field && isId(id) ? fetched[placeOf(field, id)] : undefined
        // What has not come yet, or this user may not read, is not there: a formula must not take it for an empty
        // value.
        return (far.get(name) ?? []).flatMap((one) => {
          const dotted = `${name}.${one}`
          const value = id === base[name] && Object.hasOwn(base, dotted) ? base[dotted] : there?.[one]
          return value === undefined ? [] : [[dotted, value] as const]
        })
      }),
    )
  }, [names, ids, base, entity, far, fetched])
  useEffect(() => store.set(values), [store, values])
  return (
    <StoredRecord value={isNew ? undefined : base}>
      <FarContext.Provider value={values}>{children}</FarContext.Provider>
    </StoredRecord>
  )
}

/** Whether the record came with the values that rules read behind a reference, and still refers to the same one. */
const isHeld = (base: JsonObject, name: string, id: Json, far: FarFields): boolean =>
  id === base[name] && (far.get(name) ?? []).every((one) => Object.hasOwn(base, `${name}.${one}`))

const placeOf = (field: Field, id: ReferredId): string => `${field.name}/${id}`
