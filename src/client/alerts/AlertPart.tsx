import type { InputProps } from '../../ui/field-view'
import AlertCondition from './AlertCondition'
import AlertFields from './AlertFields'
import AlertMove from './AlertMove'
import MessageInput from './MessageInput'

export { MessageCell } from './MessageCell'

/** Widgets `alert-part`, what an alert is about in the words of its module's own records, and `message-template`, what it says of them. */
export default function AlertPart(props: InputProps) {
  switch (props.field.name) {
    case 'move': return <AlertMove {...props} />
    case 'fields': return <AlertFields {...props} />
    case 'rule': return <AlertCondition {...props} />
    default: return <MessageInput {...props} />
  }
}
