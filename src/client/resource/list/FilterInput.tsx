import { lazy, Suspense, useState } from 'react'
import { useDraft } from '../../../ui/inputs/useDraft'
import { FILTER_PAUSE_MS } from './SearchBox'
import { type FilterMode, inMode, filterMode, modeValue } from './filter-mode'
import { useFilterValues, type ShownFilter } from './filters'

const FilterModes = lazy(() => import('./FilterModes'))

/** The input of a filter, and how it asks; the list takes what is typed once the typing rests. */
export function FilterInput({ filter, autoFocus }: { filter: ShownFilter; autoFocus?: boolean }) {
  const { values, change } = useFilterValues()
  const [value, setValue] = useDraft(filter.read(values), (next) => change(filter, next), FILTER_PAUSE_MS)
  // Without a value yet, the list does not know how it will be asked.
  const [chosen, setChosen] = useState<FilterMode>('is')
  const { Filter } = filter.view
  const mode = value === null ? chosen : filterMode(value)
  const onMode = (next: FilterMode): void => {
    setChosen(next === 'not' ? 'not' : 'is')
    setValue(inMode(next, modeValue(value)))
  }
  return (
    <>
      {/* Above: what a search finds is drawn over what is below it. */}
      {filter.modes && (
        <Suspense>
          <FilterModes label={filter.label} modes={filter.modes} mode={mode} onMode={onMode} />
        </Suspense>
      )}
      {(mode === 'is' || mode === 'not') && (
        <Filter
          field={filter.field}
          source={filter.f}
          label={filter.label}
          value={modeValue(value)}
          onChange={(next) => setValue(inMode(mode, next))}
          autoFocus={autoFocus}
        />
      )}
    </>
  )
}
