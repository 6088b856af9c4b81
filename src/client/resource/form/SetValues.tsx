import { useFormContext, useWatch } from 'react-hook-form'
import { useEffect, useMemo, useRef } from 'react'
import { isSet } from '../../../model/rights/hidden'
import type { Json, JsonObject } from '../../../model/json'
import { ruleFields } from '../../../model/rules/rule-fields'
import { isSame } from '../../../model/values/same'
import { useScope } from '../scope'
import { useFormRules } from './far-values'

/**
 * Sets the values that rules give to fields (`x-set`), and restores the earlier ones when the rule no longer holds,
 * except those that stay. Draws nothing.
 */
export function SetValues() {
  const { entity } = useScope()
  const contextOf = useFormRules()
  const { getValues, resetField, setValue } = useFormContext()
  const fields = useMemo(
    () =>
      Object.values(entity.fields).flatMap((field) => (field.set ? [{ name: field.name, set: field.set, field }] : [])),
    [entity],
  )
  const names = useMemo(() => fields.flatMap(({ name, set }) => [name, ...ruleFields(set.when)]), [fields])
  useWatch({ name: names, disabled: names.length === 0 })
  const held = useRef(new Map<string, Json>())
  const opened = useRef(false)
  useEffect(() => {
    for (const { name, set, field } of fields) {
      const value = (getValues(name) as Json | undefined) ?? null
      const put = (next: Json): void => {
        // A value set when the form was opened is no change of the user's.
        if (opened.current) setValue(name, next, { shouldDirty: true })
        else resetField(name, { defaultValue: next })
      }
      if (isSet(field, contextOf(getValues() as JsonObject))) {
        if (!held.current.has(name)) held.current.set(name, value)
        if (!isSame(value, set.to)) put(set.to)
      } else if (held.current.has(name)) {
        if (!set.stays) put(held.current.get(name) ?? null)
        held.current.delete(name)
      }
    }
    opened.current = true
  })
  return null
}
