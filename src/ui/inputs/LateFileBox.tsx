import { addressedFile } from '../../model/values/stored-file'
import { lateInput } from './late-input'
import { TextBox } from './TextBox'

/** The box of a file, with a plain one until its code is loaded. */
export const LateFileBox = lateInput(
  async () => (await import('./FileBox')).FileBox,
  (props) => (
    <TextBox
      {...props}
      text={addressedFile(props.value)?.name ?? ''}
      autoFocus={false}
      onText={() => undefined}
      readOnly
    />
  ),
)
