import type { InputProps } from '../../ui/field-view'
import AlertCondition from './AlertCondition'
import AlertDate from './AlertDate'
import AlertMove from './AlertMove'
import { AlertNames } from './AlertNames'
import MessageInput from './MessageInput'

export { AlertCell } from './AlertCell'

/**
 * Widgets `alert-part`, what an alert is about in the words of its module's own records, and `message-template`, what
 * it says of them.
 */
export default function AlertPart(props: InputProps) {
  switch (props.field.name) {
    case 'date_field':
      return <AlertDate {...props} />
    case 'move':
      return <AlertMove {...props} />
    case 'fields':
    case 'recipients':
      return <AlertNames {...props} />
    case 'rule':
      return <AlertCondition {...props} />
    default:
      return <MessageInput {...props} />
  }
}
