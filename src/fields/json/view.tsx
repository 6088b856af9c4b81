import { lateInput } from '../../ui/inputs/late-input'
import type { FieldView } from '../../ui/field-view'

export const jsonView: FieldView = {
  align: 'left',
  wide: true,
  // What is a rule (`x-rule`) comes with its sentence.
  Cell: ({ field, value, record }) => {
    const said = record[`${field.name}__label`]
    return typeof said === 'string' ? <>{said}</> : <code style={{ fontSize: '0.9em' }}>{JSON.stringify(value)}</code>
  },
  Input: lateInput(async () => (await import('./JsonInput')).JsonInput, () => null),
  // Cannot be filtered: the metadata check refuses it.
  Filter: () => null,
}
