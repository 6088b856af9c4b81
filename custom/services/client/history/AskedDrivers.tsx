import { isStaff } from '#app/asker'
import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { FailedNotice, useCall, useConsole } from '#engine/client'
import { Badge, dateTimeText, useDisplayStyle, useSay } from '#engine/ui'
import { lengthText, minutesText } from '../../../fares/client'
import { offersCall } from '../../model/request-calls'
import { Card } from './Card'

/** Which drivers were asked, why, and what they answered: for staff alone. */
export function AskedDrivers({ id }: { readonly id: number }) {
  const { actor } = useConsole()
  const may = isStaff(actor) && (actor.root || actor.rights['dispatcher']?.see === true)
  return may ? <Asked id={id} /> : null
}

function Asked({ id }: { readonly id: number }) {
  const say = useSay()
  const style = useDisplayStyle()
  const { answer, failure, retry } = useCall(offersCall, { id_service: id })
  return (
    <Card title={say('services.history.asked')}>
      {failure !== null ? (
        <FailedNotice failure={failure} onRetry={retry} />
      ) : !answer ? (
        <Skeleton height={60} aria-busy />
      ) : answer.items.length === 0 ? (
        <Box sx={{ color: 'text.secondary', fontSize: 13 }}>{say('services.history.nobody_asked')}</Box>
      ) : (
        <Box
          component="ol"
          aria-label={say('services.history.asked')}
          sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1, fontSize: 13 }}
        >
          {answer.items.toReversed().map((offer) => (
            <Box component="li" key={offer.id}>
              <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
                <Box component="span" sx={{ fontWeight: 500 }}>
                  {[offer.dr_name, offer.dr_surname].filter(Boolean).join(' ')}
                </Box>
                <span>{offer.plate}</span>
                <Badge color={offer.state_obj.color}>{offer.state_obj.name}</Badge>
              </Box>
              <Box sx={{ color: 'text.secondary', fontSize: 12.5 }}>
                {[
                  offer.date_created && dateTimeText(offer.date_created, style.zone),
                  offer.distance === null ? null : lengthText(offer.distance, style),
                  offer.duration === null ? null : minutesText(offer.duration),
                  offer.reason_text,
                  offer.reason,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </Box>
            </Box>
          ))}
        </Box>
      )}
    </Card>
  )
}
