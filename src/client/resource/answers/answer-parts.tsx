import Skeleton from '@mui/material/Skeleton'
import { lazy, Suspense } from 'react'
import type { AnswerParts } from '../../../ui/inputs/answer-parts'
import { lateInput } from '../../../ui/inputs/late-input'

const Facts = lazy(() => import('./AnswersFacts').then(({ AnswersFacts }) => ({ default: AnswersFacts })))
const waiting = <Skeleton variant="rounded" height={48} />

/** The inputs and the facts of answers; that of the inputs comes with the first form. */
export const ANSWER_PARTS: AnswerParts = {
  Input: lateInput(
    async () => (await import('./AnswersInput')).AnswersInput,
    () => waiting,
  ),
  Facts: (props) => (
    <Suspense fallback={waiting}>
      <Facts {...props} />
    </Suspense>
  ),
}
