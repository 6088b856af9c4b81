import Skeleton from '@mui/material/Skeleton'
import { lazy, Suspense } from 'react'
import type { ChildRows } from '../../../ui/inputs/child-rows'
import { lateInput } from '../../../ui/inputs/late-input'

const ChildrenTable = lazy(() => import('./ChildrenTable'))
const waiting = <Skeleton variant="rounded" height={96} />

/**
 * The grid and the table of `children` fields; the grid's code comes with the first form, the table's with the first
 * record that has rows.
 */
export const CHILD_ROWS: ChildRows = {
  Input: lateInput(
    async () => (await import('./ChildrenInput')).default,
    () => waiting,
  ),
  Cell: (props) => (
    <Suspense fallback={waiting}>
      <ChildrenTable {...props} />
    </Suspense>
  ),
}
