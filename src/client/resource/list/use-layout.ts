import { useLocation, useNavigate } from 'react-admin'
import type { Layout, LayoutKind } from '../../../model/layout'
import { useScope } from '../scope'
import { useLooks } from './list-look'
import { LAYOUT_PARAM, PLACE_PARAM } from './url-params'

const TABLE: Layout = { kind: 'table' }

/** The first of these kinds that a list has, else its own first. */
export const layoutOf = (layouts: readonly Layout[], ...kinds: readonly (string | null | undefined)[]): Layout =>
  kinds.flatMap((kind) => layouts.find((layout) => layout.kind === kind) ?? [])[0] ?? layouts[0] ?? TABLE

export interface LayoutChoice {
  readonly all: readonly Layout[]
  readonly shown: Layout
  readonly choose: (kind: LayoutKind) => void
}

/**
 * The layout of this list: that of the address, else the one that the user had last, else the catalogue's first. A list
 * inside another page has no address of its own.
 */
export function useLayout(embedded: boolean): LayoutChoice {
  const {
    resource: { list },
    mayEdit,
  } = useScope()
  // Who changes nothing here has nothing to type.
  const layouts = mayEdit ? list.layouts : list.layouts.filter(({ kind }) => kind !== 'inline')
  const { look, keep, saves } = useLooks()
  const { search } = useLocation()
  const navigate = useNavigate()
  const asked = embedded ? null : new URLSearchParams(search).get(LAYOUT_PARAM)
  const shown = layoutOf(layouts, asked, look.layout)
  return {
    all: layouts,
    shown,
    choose(kind) {
      keep({ layout: kind })
      if (embedded || !saves) return
      const params = new URLSearchParams(search)
      params.set(LAYOUT_PARAM, kind)
      params.delete(PLACE_PARAM)
      navigate({ search: `?${params}` })
    },
  }
}
