import { TextBox, useSay } from '#engine/ui'
import { useService } from './service-context'

/** What the driver should know. */
export function NotesPanel() {
  const say = useSay()
  const { draft, change, errors, isOpen } = useService()
  return (
    <TextBox
      source="notes" label={say('services.form.notes.label')} minRows={2} maxLength={1000} required={false} disabled={!isOpen}
      error={errors['notes']} text={draft.notes} onText={(notes) => change({ notes })}
    />
  )
}
