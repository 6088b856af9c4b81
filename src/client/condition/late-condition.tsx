import Skeleton from '@mui/material/Skeleton'
import { lazy, Suspense } from 'react'
import type { AnswersConditionProps } from './AnswersCondition'

const Late = lazy(async () => ({ default: (await import('./AnswersCondition')).AnswersCondition }))

/** A condition over the fields of a form, for a screen of a feature; its code comes when the first one is drawn. */
export const AnswersCondition = (props: AnswersConditionProps) => (
  <Suspense fallback={<Skeleton variant="rounded" height={60} aria-busy />}>
    <Late {...props} />
  </Suspense>
)
