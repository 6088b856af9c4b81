import { lazy, Suspense, type ComponentType } from 'react'
import type { CellProps } from '../field-view'
import { HIDDEN } from './hidden-text'

/**
 * A widget's cell whose code comes with the first list that has it. Until then the value stands there invisibly: the
 * row is a link already and needs a name.
 */
export function lateCell(load: () => Promise<ComponentType<CellProps>>): ComponentType<CellProps> {
  const Cell = lazy(async () => ({ default: await load() }))
  return (props) => (
    <Suspense fallback={<span style={HIDDEN}>{typeof props.value === 'object' ? null : String(props.value)}</span>}>
      <Cell {...props} />
    </Suspense>
  )
}
