import type { Field } from '../field'
import type { JsonObject } from '../json'

/** One choice of an `x-values` list; `title` falls back to the value. */
interface ChoiceValue {
  readonly value: string
  readonly title: string
  readonly color?: string
  readonly icon?: string
  readonly busy?: true
}

/** The choices of a field that has `x-values`, in their order. */
export const choices = (field: Field): readonly ChoiceValue[] => choicesOf(field.schema)

export function choicesOf(schema: JsonObject): readonly ChoiceValue[] {
  const list = schema['x-values']
  if (!Array.isArray(list)) return []
  return list.map((item: JsonObject) => ({
    value: String(item.value ?? ''),
    title: String(item.title ?? item.value ?? ''),
    ...(typeof item.color === 'string' && { color: item.color }),
    ...(typeof item.icon === 'string' && { icon: item.icon }),
    ...(item.busy === true && { busy: true as const }),
  }))
}
