import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { sentenceOf, useAsked } from '#engine/client'
import { useDisplayStyle, useSay, type Say, type DisplayStyle } from '#engine/ui'
import { lengthText } from '../../../fares/client'
import { type AssignPreview, assignPreviewCall } from '../../../services/model'

/** A pointer that goes on at once asks nothing. */
const REST_MS = 120

/**
 * What it would mean to give rides to a vehicle: when the driver is there, how far they come empty, and who becomes
 * late.
 */
export function PreviewWords({ id_vehicle, ids }: { readonly id_vehicle: number; readonly ids: readonly number[] }) {
  const say = useSay()
  const style = useDisplayStyle()
  const { answer, asked, failure } = useAsked(assignPreviewCall, { id_vehicle, ids: [...ids] }, REST_MS)
  if (failure !== null)
    return <Box sx={{ color: 'text.secondary' }}>{sentenceOf(failure) ?? say('dispatcher.jobs.preview_failed')}</Box>
  // That of another vehicle is none of this one.
  if (!answer || asked?.id_vehicle !== id_vehicle || asked.ids.join() !== ids.join()) return <Skeleton width={180} />
  return (
    <Box role="status" data-preview={id_vehicle}>
      <Box>{wayText(answer, style, say)}</Box>
      {answer.after !== null && (
        <Box sx={{ color: 'text.secondary' }}>{say('dispatcher.jobs.after', { id: answer.after })}</Box>
      )}
      {answer.taken.length > 0 && (
        <Box sx={{ color: 'error.main', fontWeight: 600 }}>
          {say('dispatcher.jobs.taken', { services: answer.taken.map((id) => `#${id}`).join(', ') })}
        </Box>
      )}
      {answer.late.map(({ id, cl_name, late_s }) => (
        <Box key={id} sx={{ color: 'warning.main', fontWeight: 600 }}>
          {say('dispatcher.jobs.becomes_late', {
            who: [`#${id}`, cl_name].filter(Boolean).join(' '),
            n: Math.max(1, Math.round(late_s / 60)),
          })}
        </Box>
      ))}
      {answer.duration_s !== null && answer.late.length === 0 && answer.taken.length === 0 && (
        <Box sx={{ color: 'text.secondary' }}>{say('dispatcher.jobs.nobody_late')}</Box>
      )}
    </Box>
  )
}

function wayText({ driver, duration_s, empty_m }: AssignPreview, style: DisplayStyle, say: Say): string {
  if (driver === null) return say('dispatcher.no_driver')
  if (duration_s === null || empty_m === null) return say('dispatcher.no_position')
  return say('dispatcher.jobs.there_in', { n: Math.ceil(duration_s / 60), length: lengthText(empty_m, style) })
}
