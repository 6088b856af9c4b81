import Skeleton from '@mui/material/Skeleton'
import { lazy, Suspense } from 'react'
import type { AnswerParts } from '../../../ui/inputs/answer-parts'

const Input = lazy(() => import('./AnswersInput').then(({ AnswersInput }) => ({ default: AnswersInput })))
const Facts = lazy(() => import('./AnswersFacts').then(({ AnswersFacts }) => ({ default: AnswersFacts })))
const waiting = <Skeleton variant="rounded" height={48} />

/** The inputs and the facts of answers; their code comes with the first record that has some. */
export const ANSWER_PARTS: AnswerParts = {
  Input: (props) => <Suspense fallback={waiting}><Input {...props} /></Suspense>,
  Facts: (props) => <Suspense fallback={waiting}><Facts {...props} /></Suspense>,
}
