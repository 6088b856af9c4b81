import type { ComponentProps } from 'react'
import { LazyChoiceSearch } from './LazyChoiceSearch'

type SearchFilterProps = Omit<ComponentProps<typeof LazyChoiceSearch>, 'required' | 'disabled' | 'openOnFocus'>

/** A filter by one of what a search finds; it opens where its pill was pressed. */
export const SearchFilter = (props: SearchFilterProps) => (
  <LazyChoiceSearch {...props} required={false} disabled={false} openOnFocus={props.autoFocus} />
)
