import { useEffect, useMemo, useRef } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { fieldTypes } from '../../../fields/data'
import { canonicalRecord } from '../../../model/canonical'
import { readsOf } from '../../../model/formulas/formula'
import { formulaFields } from '../../../model/formulas/formula-fields'
import { withFormulas } from '../../../model/validation/with-formulas'
import type { Json, JsonObject } from '../../../model/json'
import { isSame } from '../../../model/values/same'
import { useConsole } from '../../console/console'
import { useScope } from '../scope'
import { typedRows } from './counted-rows'
import { useFarValues, useStoredRecord } from './far-values'

/**
 * Keeps what formulas fill up to date while the form is filled in, and takes the copies of what is chosen. Draws
 * nothing.
 */
export function CountedValues({ isNew }: { readonly isNew: boolean }) {
  const { entity } = useScope()
  const { model } = useConsole()
  const far = useFarValues()
  const stored = useStoredRecord()
  const { getValues, resetField, setValue } = useFormContext()
  const counted = useMemo(() => formulaFields(entity).map(({ name }) => name), [entity])
  const copies = useMemo(
    () => Object.values(entity.fields).flatMap(({ name, copy }) => (copy ? [{ name, ...copy }] : [])),
    [entity],
  )
  const names = useMemo(
    () => [
      ...formulaFields(entity).flatMap(({ formula }) => {
        const { fields, rows } = readsOf(formula)
        const lists = Object.values(entity.fields).filter(({ children }) =>
          rows.some(({ of, by }) => children?.of === of && children.link === by),
        )
        return [...fields, ...lists.map(({ name }) => name)]
      }),
      ...copies.map(({ ref }) => ref),
    ],
    [entity, copies],
  )
  useWatch({ name: names, disabled: names.length === 0 })
  const chosen = useRef(new Map<string, Json>())
  // The value that a copying field had when its reference was chosen: what is typed while the copy is on its way stays.
  const waiting = useRef(new Map<string, Json>())
  const opened = useRef(false)
  useEffect(() => {
    const valueOf = (name: string): Json => (getValues(name) as Json | undefined) ?? null
    for (const { name, ref, field } of copies) {
      const id = valueOf(ref)
      const before = chosen.current.get(name)
      const isChosen =
        before === undefined ? isNew && valueOf(name) === null && id !== null : id !== null && id !== before
      const value = far[`${ref}.${field}`]
      // It comes a moment after the choice.
      if (isChosen && value === undefined) {
        if (!waiting.current.has(name)) waiting.current.set(name, valueOf(name))
        continue
      }
      const isTyped = waiting.current.has(name) && !isSame(valueOf(name), waiting.current.get(name) ?? null)
      waiting.current.delete(name)
      if (isChosen && !isTyped && value !== undefined && !isSame(valueOf(name), value))
        setValue(name, value, { shouldDirty: true })
      chosen.current.set(name, id)
    }
    const values = getValues() as JsonObject
    const typed = { ...values, ...canonicalRecord(entity, fieldTypes, values) }
    const next = withFormulas(entity, typed, far, typedRows(entity, model.entities, values), stored)
    for (const name of counted) {
      const value = next[name] ?? null
      if (isSame(valueOf(name), value)) continue
      // A value that comes with the opened form is no change of the user's.
      if (opened.current) setValue(name, value)
      else resetField(name, { defaultValue: value })
    }
    opened.current = true
  })
  return null
}
