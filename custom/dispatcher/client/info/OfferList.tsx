import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { useLiveCall } from '#engine/client'
import { Badge, dateTimeText, useDisplayStyle, useSay } from '#engine/ui'
import { offersCall } from '../../../services/model'
import { Failed } from '../live/Failed'

/** The drivers who were asked, the last first: their answer, and why they were chosen. */
export function OfferList({ id }: { id: number }) {
  const say = useSay()
  const { zone } = useDisplayStyle()
  const { answer, failure, again } = useLiveCall(offersCall, { id_service: id })
  if (!answer) {
    return failure !== null ? (
      <Failed title={say('dispatcher.info.offers_failed')} failure={failure} onRetry={again} />
    ) : (
      <Box aria-hidden>
        {Array.from({ length: 4 }, (_, i) => (
          <Skeleton key={i} variant="text" sx={{ height: 48 }} />
        ))}
      </Box>
    )
  }
  if (answer.items.length === 0)
    return <Box sx={{ color: 'text.secondary', fontSize: 13 }}>{say('dispatcher.info.no_offers')}</Box>
  return (
    <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {answer.items.map((offer) => (
        <Box
          component="li"
          key={offer.id}
          sx={{ py: 1, borderBottom: 1, borderColor: 'divider', fontSize: 13, lineHeight: '20px' }}
        >
          <Box sx={{ display: 'flex', gap: 1, alignItems: 'center' }}>
            <Box sx={{ flex: 1, minWidth: 0, fontWeight: 600 }}>
              {[[offer.dr_name, offer.dr_surname].filter(Boolean).join(' '), offer.plate].filter(Boolean).join(' · ')}
            </Box>
            <Badge color={offer.state_obj.color} icon={offer.state_obj.icon}>
              {offer.state_obj.name}
            </Badge>
          </Box>
          <Box sx={{ color: 'text.secondary', fontSize: 12.5 }}>
            {[offer.date_created && dateTimeText(offer.date_created, zone), offer.reason_text]
              .filter(Boolean)
              .join(' · ')}
          </Box>
          {offer.reason && offer.reason !== offer.reason_text && (
            <Box sx={{ color: 'text.secondary', fontSize: 12.5 }}>{offer.reason}</Box>
          )}
        </Box>
      ))}
    </Box>
  )
}
