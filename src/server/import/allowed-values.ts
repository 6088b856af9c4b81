import { typeOf } from '../../model/canonical'
import { choices } from '../../model/choices'
import type { Field } from '../../model/field'
import { ReferenceTarget } from '../load/reference-target'
import { choiceText, flagWords } from '../records/labels'
import type { RecordContext } from '../records/record-context'

/** A list that nobody would look through is no help, and weighs on every file. */
const MAX_VALUES = 1000

/** The values that a field may have, as a file is asked to say them; null: any, or too many to list. */
export async function allowedValues(context: RecordContext, field: Field): Promise<readonly string[] | null> {
  const { runtime, actor } = context
  const list = choices(field)
  if (list.length > 0) return list.map(({ value }) => choiceText(runtime.words, actor.language, field, value))
  const sides = typeOf(field, runtime.fieldTypes).inFiles === 'flag' ? flagWords(runtime.words, actor.language, field) : null
  if (sides) return sides
  const target = field.ref && context.model.entities[field.ref.to]
  if (!target) return null
  return runtime.database.transaction((tx) => new ReferenceTarget(context, field, target).names(tx, MAX_VALUES))
}
