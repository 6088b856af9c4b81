import Skeleton from '@mui/material/Skeleton'
import { lazy, Suspense } from 'react'
import type { FormFieldsProps } from './FormFields'

const Late = lazy(() => import('./FormFields').then(({ FormFields }) => ({ default: FormFields })))

/** The questions of a form, for a screen of a feature; their code comes when the first one is drawn. */
export const FormFields = (props: FormFieldsProps) => (
  <Suspense fallback={<Skeleton variant="rounded" height={120} aria-busy />}>
    <Late {...props} />
  </Suspense>
)
