import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { Badge, dateTimeText, useDisplayStyle, useSay } from '#engine/ui'
import type { Assignment } from '../../../services/model/assignment-calls'
import { lengthText } from '../../../fares/client'
import { Rating } from '../vehicle/Rating'

/** A driver who has put himself forward; he is answered only while that is still open (spec: `can_response`). */
export function AssignmentRow({ assignment: one, may, onRespond }: { assignment: Assignment; may: boolean; onRespond: (accept: boolean) => void }) {
  const say = useSay()
  const style = useDisplayStyle()
  const driver = [one.dr_name, one.dr_surname].filter(Boolean).join(' ')
  const make = [one.brand, one.model, one.year].filter(Boolean).join(' ')
  return (
    <Box component="li" sx={ROW}>
      <Box sx={{ minWidth: 0 }}>
        <Box sx={{ fontSize: 13.5, lineHeight: '20px', fontWeight: 600 }}>{driver}<Rating average={one.us_rating_average} count={one.us_rating_count} /></Box>
        <Box sx={{ fontSize: 12.5, lineHeight: '20px', color: 'text.secondary' }}>{[one.plate, make].filter(Boolean).join(' · ')}</Box>
      </Box>
      <Box sx={{ fontSize: 12.5, lineHeight: '20px', color: 'text.secondary', gridColumn: { xs: 1, sm: 'auto' } }}>
        <Box>{one.distance === null ? '' : lengthText(one.distance, style)}</Box>
        <Box>{one.date_created ? dateTimeText(one.date_created, style.zone) : ''}</Box>
      </Box>
      <Box sx={{ display: 'flex', gap: 0.5, justifyContent: { sm: 'flex-end' }, alignItems: 'center' }}>
        {one.can_response === 1 ? (
          <>
            <Button variant="outlined" disabled={!may} onClick={() => onRespond(true)} aria-label={`${say('dispatcher.assignments.accept')}: ${driver}`}>{say('dispatcher.assignments.accept')}</Button>
            <Button color="error" disabled={!may} onClick={() => onRespond(false)} aria-label={`${say('dispatcher.assignments.reject')}: ${driver}`}>{say('dispatcher.assignments.reject')}</Button>
          </>
        ) : <Badge color={one.state_obj.color} icon={one.state_obj.icon}>{one.state_obj.name}</Badge>}
      </Box>
    </Box>
  )
}

const ROW = {
  display: 'grid', alignItems: 'center', columnGap: 1.5, rowGap: 0.5, px: 2, py: 1, borderBottom: 1, borderColor: 'divider', minHeight: 56,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'minmax(0, 1fr) 150px 190px' },
} as const
