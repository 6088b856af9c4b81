import Skeleton from '@mui/material/Skeleton'
import { lazy, Suspense } from 'react'
import type { InnerValues } from '../../ui/inputs/inner-values'
import { lateInput } from '../../ui/inputs/late-input'

const load = () => import('./InnerParts')
const Facts = lazy(() => load().then(({ InnerFacts }) => ({ default: InnerFacts })))
const waiting = <Skeleton variant="rounded" height={48} />

/** The inputs and the facts of compound values; that of the inputs comes with the first form. */
export const INNER_VALUES: InnerValues = {
  Input: lateInput(
    async () => (await load()).InnerInputs,
    () => waiting,
  ),
  Cell: (props) => (
    <Suspense fallback={waiting}>
      <Facts {...props} />
    </Suspense>
  ),
}
