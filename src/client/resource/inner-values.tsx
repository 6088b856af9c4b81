import Skeleton from '@mui/material/Skeleton'
import { lazy, Suspense } from 'react'
import type { InnerValues } from '../../ui/inputs/inner-values'

const load = () => import('./InnerParts')
const Inputs = lazy(() => load().then(({ InnerInputs }) => ({ default: InnerInputs })))
const Facts = lazy(() => load().then(({ InnerFacts }) => ({ default: InnerFacts })))
const waiting = <Skeleton variant="rounded" height={48} />

/** The inputs and the facts of compound values; their code comes with the first record that has one. */
export const INNER_VALUES: InnerValues = {
  Input: (props) => <Suspense fallback={waiting}><Inputs {...props} /></Suspense>,
  Cell: (props) => <Suspense fallback={waiting}><Facts {...props} /></Suspense>,
}
