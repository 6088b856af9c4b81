import Skeleton from '@mui/material/Skeleton'
import { lazy, Suspense } from 'react'
import type { ChildRows } from '../../../ui/inputs/child-rows'

const ChildrenInput = lazy(() => import('./ChildrenInput'))
const ChildrenTable = lazy(() => import('./ChildrenTable'))
const waiting = <Skeleton variant="rounded" height={96} />

/** The grid and the table of `children` fields; their code comes with the first record that has rows. */
export const CHILD_ROWS: ChildRows = {
  Input: (props) => <Suspense fallback={waiting}><ChildrenInput {...props} /></Suspense>,
  Cell: (props) => <Suspense fallback={waiting}><ChildrenTable {...props} /></Suspense>,
}
