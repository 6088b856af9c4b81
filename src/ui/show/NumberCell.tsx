import type { CellProps } from '../field-view'
import { numberText } from '../../model/values/shown-number'
import { useDisplayStyle } from './style'

/** A number with the separators of the settings and the unit (`x-unit`) of its field; an id is never grouped. */
export function NumberCell({
  field,
  value,
  unit: given,
}: Pick<CellProps, 'field' | 'value'> & { readonly unit?: string }) {
  const style = useDisplayStyle()
  const unit = given ?? String(field.schema['x-unit'] ?? '')
  if (typeof value !== 'number' && typeof value !== 'string') return null
  return (
    <>
      {field.system ? String(value) : numberText(value, style)}
      {unit && `\u00a0${unit}`}
    </>
  )
}
