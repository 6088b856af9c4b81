import type { InputProps } from '../../ui/field-view'
import MessageBox from './MessageBox'
import MessageTexts from './MessageTexts'

/** Widget `message-template`: a text with values of a record; of a field of rows, the message in other languages. */
export default function MessageInput(props: InputProps) {
  return props.field.children ? <MessageTexts {...props} /> : <MessageBox {...props} />
}
