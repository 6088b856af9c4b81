import { isStaff } from '#app/asker'
import HowToReg from '@mui/icons-material/HowToReg'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import { useState } from 'react'
import { useNotify } from 'react-admin'
import { mayEdit } from '#engine/model'
import { type DialogProps, useConsole, useProvider, useLiveCall } from '#engine/client'
import { Message, useFailure, useSay, Badge, dateTimeText, useDisplayStyle } from '#engine/ui'
import { acceptAssignmentCall, type Assignment, assignmentsCall, rejectAssignmentCall } from '../../../services/model'
import { DialogFrame } from '../live/DialogFrame'
import { Failed } from '../live/Failed'
import { lengthText } from '../../../fares/client'
import { Rating } from '../vehicle/Rating'

/** A driver who has applied; the operator can answer only while that is still open (spec: `can_response`). */
function AssignmentRow({
  assignment: one,
  may,
  onRespond,
}: {
  assignment: Assignment
  may: boolean
  onRespond: (accept: boolean) => void
}) {
  const say = useSay()
  const style = useDisplayStyle()
  const driver = [one.dr_name, one.dr_surname].filter(Boolean).join(' ')
  const make = [one.brand, one.model, one.year].filter(Boolean).join(' ')
  return (
    <Box component="li" sx={ROW}>
      <Box sx={{ minWidth: 0 }}>
        <Box sx={{ fontSize: 13.5, lineHeight: '20px', fontWeight: 600 }}>
          {driver}
          <Rating average={one.us_rating_average} count={one.us_rating_count} />
        </Box>
        <Box sx={{ fontSize: 12.5, lineHeight: '20px', color: 'text.secondary' }}>
          {[one.plate, make].filter(Boolean).join(' · ')}
        </Box>
      </Box>
      <Box sx={{ fontSize: 12.5, lineHeight: '20px', color: 'text.secondary', gridColumn: { xs: 1, sm: 'auto' } }}>
        <Box>{one.distance === null ? '' : lengthText(one.distance, style)}</Box>
        <Box>{one.date_created ? dateTimeText(one.date_created, style.zone) : ''}</Box>
      </Box>
      <Box sx={{ display: 'flex', gap: 0.5, justifyContent: { sm: 'flex-end' }, alignItems: 'center' }}>
        {one.can_response === 1 ? (
          <>
            <Button
              variant="outlined"
              disabled={!may}
              onClick={() => onRespond(true)}
              aria-label={`${say('dispatcher.assignments.accept')}: ${driver}`}
            >
              {say('dispatcher.assignments.accept')}
            </Button>
            <Button
              color="error"
              disabled={!may}
              onClick={() => onRespond(false)}
              aria-label={`${say('dispatcher.assignments.reject')}: ${driver}`}
            >
              {say('dispatcher.assignments.reject')}
            </Button>
          </>
        ) : (
          <Badge color={one.state_obj.color} icon={one.state_obj.icon}>
            {one.state_obj.name}
          </Badge>
        )}
      </Box>
    </Box>
  )
}

const ROW = {
  display: 'grid',
  alignItems: 'center',
  columnGap: 1.5,
  rowGap: 0.5,
  px: 2,
  py: 1,
  borderBottom: 1,
  borderColor: 'divider',
  minHeight: 56,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'minmax(0, 1fr) 150px 190px' },
} as const

/** Dialog `service-assignments`: the drivers who have applied for a booking, to be accepted or rejected. */
export default function AssignmentsDialog({ record, onClose }: DialogProps) {
  const id_service = Number(record?.['id'])
  const say = useSay()
  const provider = useProvider()
  const fail = useFailure()
  const notify = useNotify()
  const { actor } = useConsole()
  const { answer, failure, again, put } = useLiveCall(assignmentsCall, { id_service })
  const [busy, setBusy] = useState(false)
  const [changed, setChanged] = useState(false)
  const may = mayEdit(actor, { module: 'dispatcher' }) && isStaff(actor) && !busy
  const respond = async (id: number, accept: boolean): Promise<void> => {
    setBusy(true)
    try {
      const { items, msg } = await provider.call(accept ? acceptAssignmentCall : rejectAssignmentCall, { id })
      put({ items, total: items.length })
      setChanged(true)
      notify(msg ?? say(accept ? 'dispatcher.assignments.accepted' : 'dispatcher.assignments.rejected'), {
        type: 'success',
      })
    } catch (cause) {
      fail(cause)
      again()
    } finally {
      setBusy(false)
    }
  }
  const close = (): void => onClose(changed)
  return (
    <DialogFrame
      title={say('dispatcher.assignments.title')}
      caption={`#${id_service}`}
      onClose={close}
      actions={
        <Button color="inherit" onClick={close}>
          {say('form.close')}
        </Button>
      }
    >
      <Box sx={{ flex: 1, minHeight: 280, overflowY: 'auto' }}>
        {answer === null ? (
          failure !== null ? (
            <Failed title={say('dispatcher.assignments.failed')} failure={failure} onRetry={again} />
          ) : (
            <Box aria-hidden sx={{ px: 2 }}>
              {Array.from({ length: 4 }, (_, i) => (
                <Skeleton key={i} variant="text" sx={{ height: 56 }} />
              ))}
            </Box>
          )
        ) : answer.items.length === 0 ? (
          <Box sx={{ p: 6 }}>
            <Message
              icon={<HowToReg />}
              title={say('dispatcher.assignments.none')}
              text={say('dispatcher.assignments.none_text')}
            />
          </Box>
        ) : (
          <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
            {answer.items.map((one) => (
              <AssignmentRow
                key={one.id}
                assignment={one}
                may={may}
                onRespond={(accept) => void respond(one.id, accept)}
              />
            ))}
          </Box>
        )}
      </Box>
    </DialogFrame>
  )
}
