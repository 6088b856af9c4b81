import { lazy, Suspense } from 'react'
import type { ChoiceSearchProps } from './ChoiceSearch'
import { TextBox } from './TextBox'

const load = () => import('./ChoiceSearch')
const ChoiceSearch = lazy(load)

/** Fetches the code before it is needed: a form asks for it beside its record. */
export const prepareChoiceSearch = (): void => void load()

/** The search of choices, with a box of the same size until its code is here. */
export const LazyChoiceSearch = (props: ChoiceSearchProps) => (
  <Suspense fallback={<TextBox {...props} autoFocus={false} text={props.chosen?.label ?? ''} onText={() => undefined} readOnly />}>
    <ChoiceSearch {...props} />
  </Suspense>
)
