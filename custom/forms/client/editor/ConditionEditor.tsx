import { AnswersCondition } from '#engine/client'
import { FORM_FIELD_TYPES, type FormField } from '#engine/model'
import { useSay } from '#engine/ui'
import type { EditorField } from './form-draft'

interface ConditionEditorProps {
  readonly field: EditorField
  readonly above: readonly EditorField[]
  readonly disabled: boolean
  readonly error: string | undefined
  readonly onPut: (part: Partial<EditorField>) => void
}

/** When a field is asked: put together from the fields above it, in words. */
export function ConditionEditor({ field, above, disabled, error, onPut }: ConditionEditorProps) {
  const say = useSay()
  return (
    <AnswersCondition
      fields={above.flatMap(askedField)}
      source={`${field.row}.condition`}
      label={say('forms.condition')}
      value={field.condition}
      disabled={disabled}
      error={error}
      onChange={(condition) => onPut({ condition })}
    />
  )
}

/** A field above, once it asks something: a title of a section has no answer. */
function askedField({ key, type, label, options: written, var1 }: EditorField): readonly FormField[] {
  const takes = FORM_FIELD_TYPES[type]?.takes ?? []
  if (type === 'section' || label.trim() === '') return []
  const options = optionsOf(written)
  if (takes.includes('options') && options.length === 0) return []
  return [
    {
      key,
      type,
      label,
      ...(takes.includes('options') && { options }),
      ...(takes.includes('list') && { list: { var1, var2: null } }),
    },
  ]
}

/** One in each line, `value=Title` where the two differ. */
const optionsOf = (written: string): readonly { readonly value: string; readonly title: string }[] =>
  written
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => {
      const [value = '', ...title] = line.split('=')
      return { value: value.trim(), title: title.join('=').trim() || value.trim() }
    })
