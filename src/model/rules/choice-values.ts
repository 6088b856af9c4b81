import type { Field } from '../field'
import { isIconName } from '../icon-names'
import type { JsonObject } from '../json'
import { choices, choicesOf } from './choices'
import { fold } from '../values/fold'

/** Metadata errors of `x-values`, as field types report them. */
export function choiceErrors(schema: JsonObject): (readonly [path: string, sentence: string, id: string])[] {
  const values = choicesOf(schema).map((choice) => choice.value)
  if (!values.length)
    return [['/x-values', 'a list of choices needs one at least: [{ "value": "1", "title": "..." }].', 'M012']]
  const icons = choicesOf(schema).flatMap(({ icon }, i): [string, string, string][] =>
    icon === undefined || isIconName(icon)
      ? []
      : [[`/x-values/${i}/icon`, `no icon "${icon}". Choose one of src/model/icon-names.ts.`, 'M039']],
  )
  const seen = new Set<string>()
  return icons.concat(
    values.flatMap((value, i) => {
      const path = `/x-values/${i}/value`
      if (value.trim() !== value || value === '')
        return [[path, 'a value must not be empty or have spaces around it.', 'M012']]
      const isTwice = seen.has(value)
      seen.add(value)
      return isTwice ? [[path, `the value "${value}" is listed twice. Remove one.`, 'M012']] : []
    }),
  )
}

/** The title people read, or the value if a file could confuse the title with another choice. */
export function choiceFileText(value: string, field: Field): string {
  const list = choices(field)
  const title = list.find((choice) => choice.value === value)?.title.trim()
  if (!title) return value
  const folded = fold(title)
  const isClear = list.every(
    (other) => other.value === value || (fold(other.title.trim()) !== folded && other.value !== title),
  )
  return isClear ? title : value
}
