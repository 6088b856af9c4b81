import { lazy, Suspense } from 'react'
import type { ChoiceSearchProps } from './ChoiceSearch'
import { TextBox } from './TextBox'

const ChoiceSearch = lazy(() => import('./ChoiceSearch'))

/** The search of choices, with a box of the same size until its code is here. */
export const LazyChoiceSearch = (props: ChoiceSearchProps) => (
  <Suspense fallback={<TextBox {...props} autoFocus={false} text={props.chosen?.label ?? ''} onText={() => undefined} disabled />}>
    <ChoiceSearch {...props} />
  </Suspense>
)
