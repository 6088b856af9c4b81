import Box from '@mui/material/Box'
import { type DialogProps, useLiveCall } from '#engine/client'
import { Badge, useSay } from '#engine/ui'
import { serviceInfoCall } from '../../../services/model'
import { ageOf, ageWords } from '../live/age-words'
import { DialogFrame } from '../live/DialogFrame'
import { Failed } from '../live/Failed'
import { useNow } from '../live/use-now'
import { InfoMap } from './InfoMap'

/** Dialog `service-location` of a service's row: where its vehicle is now, between its stops. */
export default function ServiceLocationDialog({ record, onClose }: DialogProps) {
  const id = Number(record?.['id'])
  const say = useSay()
  const now_ms = useNow()
  const { answer, failure, again } = useLiveCall(serviceInfoCall, { id })
  const vehicle = answer?.vehicle
  const driver = [answer?.driver?.name, answer?.driver?.surname].filter(Boolean).join(' ')
  const where = !answer
    ? '\u00a0'
    : !vehicle
      ? say('dispatcher.no_driver')
      : [
          driver,
          vehicle.plate,
          vehicle.lat === null || !vehicle.date_fix
            ? say('dispatcher.no_position')
            : ageWords(ageOf(vehicle.date_fix, now_ms), say),
        ]
          .filter(Boolean)
          .join(' · ')
  return (
    <DialogFrame
      title={say('dispatcher.location.title', { id })}
      caption={where}
      corner={
        answer && (
          <Badge color={answer.service.state_obj.color} icon={answer.service.state_obj.icon}>
            {answer.service.state_obj.name}
          </Badge>
        )
      }
      tall
      onClose={() => onClose()}
    >
      <Box sx={{ flex: 1, minHeight: 360, position: 'relative', display: 'flex' }}>
        {!answer && failure !== null ? (
          <Failed title={say('dispatcher.info.failed')} failure={failure} onRetry={again} />
        ) : (
          <InfoMap info={answer} now_ms={now_ms} />
        )}
      </Box>
    </DialogFrame>
  )
}
