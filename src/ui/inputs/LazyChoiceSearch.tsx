import type { ChoiceBoxProps } from './ChoiceBox'
import type { ChoiceSearchProps, ChoicesSearchProps } from './ChoiceSearch'
import { lateInput } from './late-input'
import { TextBox } from './TextBox'

const load = () => import('./ChoiceSearch')

/** The search of one choice, with a box of the same size until its code is loaded. */
export const LazyChoiceSearch = lateInput<ChoiceSearchProps>(
  async () => (await load()).ChoiceSearch,
  (props) => <Waiting {...props} text={props.chosen?.label ?? ''} />,
)

/** The search of several choices, likewise. */
export const LazyChoicesSearch = lateInput<ChoicesSearchProps>(
  async () => (await load()).ChoicesSearch,
  (props) => <Waiting {...props} text={props.chosen.map(({ label }) => label).join(', ')} />,
)

/** Fetches the code ahead: a form loads it in parallel with its record. */
export function prepareChoiceSearch(): void {
  void LazyChoiceSearch.prepare()
  void LazyChoicesSearch.prepare()
}

const Waiting = (props: ChoiceBoxProps & { text: string }) => (
  <TextBox {...props} autoFocus={false} onText={() => undefined} readOnly />
)
