import { useDraft } from '../../../ui/inputs/useDraft'
import { FILTER_PAUSE_MS } from './SearchBox'
import { useFilterValues, type ShownFilter } from './filters'

/** The input of a filter; the list takes what is typed once the typing rests. */
export function FilterInput({ filter, autoFocus }: { filter: ShownFilter; autoFocus?: boolean }) {
  const { values, change } = useFilterValues()
  const [value, setValue] = useDraft(filter.read(values), (next) => change(filter, next), FILTER_PAUSE_MS)
  const { Filter } = filter.view
  return <Filter field={filter.field} source={filter.f} label={filter.label} value={value} onChange={setValue} autoFocus={autoFocus} />
}
