import type { IconPickerProps } from './IconPicker'
import { lateInput } from './late-input'
import { TextBox } from './TextBox'

/** The choice of an icon, with a box of the same size until its code is loaded. */
export const LazyIconPicker = lateInput<IconPickerProps>(
  async () => (await import('./IconPicker')).default,
  (props) => <TextBox {...props} autoFocus={false} text={props.value ?? ''} onText={() => undefined} readOnly />,
)
