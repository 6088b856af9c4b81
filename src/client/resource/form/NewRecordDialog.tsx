import type { JsonObject } from '../../../model/json'
import type { Resource } from '../../../model/resource'
import type { Choice } from '../../../ui/lookup'
import { ResourceScope, useScope } from '../scope'
import FormDialog from './FormDialog'

interface NewRecordProps {
  readonly prefill: JsonObject
  /** The new record as a choice; null: cancelled. */
  readonly onDone: (choice: Choice | null) => void
}

/** The form of a new record over another form. */
export default function NewRecordDialog({ resource, ...rest }: NewRecordProps & { resource: Resource }) {
  return (
    <ResourceScope resource={resource}>
      <NewRecord {...rest} />
    </ResourceScope>
  )
}

function NewRecord({ prefill, onDone }: NewRecordProps) {
  const { nameOf } = useScope()
  const done = (record: JsonObject) => {
    const { id } = record
    onDone(typeof id === 'number' || typeof id === 'string' ? { id, label: nameOf(record) } : null)
  }
  return <FormDialog id={null} prefill={prefill} inPlace onClose={() => onDone(null)} onSaved={done} />
}
