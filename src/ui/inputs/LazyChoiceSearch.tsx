import { lazy, Suspense } from 'react'
import type { ChoiceBoxProps } from './ChoiceBox'
import type { ChoiceSearchProps, ChoicesSearchProps } from './ChoiceSearch'
import { TextBox } from './TextBox'

const load = () => import('./ChoiceSearch')
const One = lazy(() => load().then(({ ChoiceSearch }) => ({ default: ChoiceSearch })))
const Several = lazy(() => load().then(({ ChoicesSearch }) => ({ default: ChoicesSearch })))

/** Fetches the code ahead: a form loads it in parallel with its record. */
export const prepareChoiceSearch = (): void => void load()

/** The search of one choice, with a box of the same size until its code is loaded. */
export const LazyChoiceSearch = (props: ChoiceSearchProps) => (
  <Suspense fallback={<Waiting {...props} text={props.chosen?.label ?? ''} />}>
    <One {...props} />
  </Suspense>
)

/** The search of several choices, likewise. */
export const LazyChoicesSearch = (props: ChoicesSearchProps) => (
  <Suspense fallback={<Waiting {...props} text={props.chosen.map(({ label }) => label).join(', ')} />}>
    <Several {...props} />
  </Suspense>
)

const Waiting = (props: ChoiceBoxProps & { text: string }) => (
  <TextBox {...props} autoFocus={false} onText={() => undefined} readOnly />
)
