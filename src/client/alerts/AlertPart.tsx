import type { InputProps } from '../../ui/field-view'
import AlertCondition from './AlertCondition'
import AlertFields from './AlertFields'
import AlertMove from './AlertMove'

/** Widget `alert-part`: what an alert is about, in the words of its module's own records. */
export default function AlertPart(props: InputProps) {
  if (props.field.name === 'move') return <AlertMove {...props} />
  return props.field.name === 'fields' ? <AlertFields {...props} /> : <AlertCondition {...props} />
}
