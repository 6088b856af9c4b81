import { lazy, Suspense, type ComponentType } from 'react'
import type { CellProps } from '../field-view'
import { HIDDEN } from './hidden-text'

/**
 * A widget's cell whose code comes with the first list that has it. Until then its value stands there unseen: a row whose first cell is on its way is a link
 * all the same, and needs a name.
 */
export function lateCell(load: () => Promise<ComponentType<CellProps>>): ComponentType<CellProps> {
  const Cell = lazy(async () => ({ default: await load() }))
  return (props) => (
    <Suspense fallback={<span style={HIDDEN}>{typeof props.value === 'object' ? null : String(props.value)}</span>}>
      <Cell {...props} />
    </Suspense>
  )
}
