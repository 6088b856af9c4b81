import type { FilterProps } from '../field-view'
import { TextBox, textOf } from './TextBox'

/** The filter of types that are found by a piece of their text. */
export const TextFilter = ({ source, label, value, onChange, autoFocus }: FilterProps) => (
  <TextBox
    source={source}
    label={label}
    text={textOf(value)}
    onText={(text) => onChange(text === '' ? null : text)}
    required={false}
    disabled={false}
    autoFocus={autoFocus}
  />
)
