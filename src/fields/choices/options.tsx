import { choiceKeys } from '../../model/field-words'
import type { Field } from '../../model/field'
import { choices } from '../../model/rules/choices'
import { useSay } from '../../ui/show/style'

/** The choices of a field with their translated words, or else with their titles in the schema. */
export function useOptions(field: Field): readonly { readonly value: string; readonly label: string }[] {
  const say = useSay()
  return choices(field).map(({ value, title }) => ({
    value,
    label: choiceKeys(field, value).reduceRight((otherwise, key) => say(key, { _: otherwise }), title),
  }))
}
