import { TextBox, useSay } from '#engine/ui'
import { MAX_REASON } from '../../model/trip-reason'
import { useService } from './service-context'

/** Why they ride, where the client's company asks. */
export function TripReason() {
  const say = useSay()
  const {
    draft,
    change,
    errors,
    isOpen,
    client: { answer },
  } = useService()
  const asked = answer !== null && answer.client.id === draft.client?.id ? answer.trip_reason : 'none'
  if (asked === 'none') return null
  return (
    <TextBox
      source="trip_reason"
      label={say('services.trip_reason')}
      maxLength={MAX_REASON}
      required={asked === 'required'}
      disabled={!isOpen}
      error={errors['trip_reason']}
      text={draft.trip_reason}
      onText={(trip_reason) => change({ trip_reason })}
    />
  )
}
