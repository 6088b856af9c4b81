import { useListContext } from 'react-admin'
import { useDisplayStyle } from '../../ui/style'

/** How many records match, as far as it is known: the count is exact where it is cheap and `1.000+` where it is not. */
export interface Total {
  /** Null until the first answer. */
  readonly count: number | null
  readonly exact: boolean
  readonly text: string
}

export function useTotal(): Total {
  const { total, meta } = useListContext()
  const { thousands_separator } = useDisplayStyle()
  const told = meta as { readonly total?: number; readonly total_is_exact?: boolean } | undefined
  const count = total ?? told?.total ?? null
  const exact = told?.total_is_exact !== false
  const digits = count === null ? '' : String(count).replace(/\B(?=(\d{3})+$)/g, thousands_separator)
  return { count, exact, text: exact ? digits : `${digits}+` }
}
