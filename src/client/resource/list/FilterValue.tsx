import type { Json } from '../../../model/json'
import { textOf } from '../../../ui/TextBox'
import type { ShownFilter } from './filters'

/** What a filter is set to, in few words. */
export function FilterValue({ filter, value }: { filter: ShownFilter; value: Json }) {
  const { FilterText } = filter.view
  if (FilterText) return <FilterText field={filter.field} value={value} />
  return <>{Array.isArray(value) ? value.map(textOf).join(', ') : typeof value === 'object' ? JSON.stringify(value) : textOf(value)}</>
}
