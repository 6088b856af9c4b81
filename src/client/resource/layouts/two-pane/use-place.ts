import { useLocation, useNavigate, type Identifier } from 'react-admin'
import { PLACE_PARAM } from '../../list/url-params'

/** The chosen record and its open tab, as the address has them: `at=12`, `at=12/logs`. */
interface ChosenPlace {
  readonly id: string | null
  readonly tab: string | null
  /** @param quietly Back does not return to the one before */
  readonly choose: (id: Identifier | null, options?: { readonly tab?: string; readonly quietly?: boolean }) => void
  /** The address with that record chosen. */
  readonly linkTo: (id: Identifier) => string
}

export function useChosenPlace(): ChosenPlace {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const [id = null, tab = null] = (new URLSearchParams(search).get(PLACE_PARAM) ?? '')
    .split('/')
    .filter((part) => part !== '')
    .map(decoded)
  return {
    id,
    tab,
    choose: (one, { tab: on, quietly = false } = {}) =>
      navigate({ search: placeSearch(search, one, on) }, { replace: quietly }),
    linkTo: (one) => `${pathname}${placeSearch(search, one)}`,
  }
}

/** The query of a list with a record and a tab of it chosen; null: none. */
export function placeSearch(search: string, id: Identifier | null, tab?: string | null): string {
  const params = new URLSearchParams(search)
  if (id === null) params.delete(PLACE_PARAM)
  else
    params.set(
      PLACE_PARAM,
      [id, tab]
        .flatMap((part) => (part === null || part === undefined ? [] : [encodeURIComponent(String(part))]))
        .join('/'),
    )
  return `?${params}`
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
