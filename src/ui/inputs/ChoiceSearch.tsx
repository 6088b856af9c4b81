import { ChoiceBox, type ChoiceBoxProps } from './ChoiceBox'
import type { Choice } from '../lookup'

export type ChoiceSearchProps = ChoiceBoxProps & {
  readonly chosen: Choice | null
  readonly onChoose: (choice: Choice | null) => void
}
export type ChoicesSearchProps = ChoiceBoxProps & {
  readonly chosen: readonly Choice[]
  readonly onChoose: (choices: readonly Choice[]) => void
}

/** One of many, found by typing. */
export const ChoiceSearch = ({ chosen, onChoose, ...rest }: ChoiceSearchProps) => (
  <ChoiceBox {...rest} multiple={false} value={chosen} onValue={onChoose} onTake={onChoose} />
)

/** Several of many, each a chip that Backspace or its cross takes away. */
export const ChoicesSearch = ({ chosen, onChoose, ...rest }: ChoicesSearchProps) => (
  <ChoiceBox
    {...rest}
    multiple
    value={[...chosen]}
    onValue={onChoose}
    onTake={(choice) =>
      onChoose(chosen.some(({ id }) => String(id) === String(choice.id)) ? chosen : [...chosen, choice])
    }
  />
)
