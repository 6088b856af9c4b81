import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { RecordLink } from '#engine/client'
import { Badge, dateTimeText, moneyText, useDisplayStyle, useSay } from '#engine/ui'
import { routeText } from '../../../fares/client'
import type { RideLeg } from '../../model/handover-call'

interface Props {
  readonly legs: readonly RideLeg[]
  /** Who is on the way to take over, if somebody is; undefined: nobody is waited for. */
  readonly next?: string | null
}

/**
 * The parts of a ride that was handed over: who had its passenger, from when to when, how far, and what of the fare is
 * theirs.
 */
export default function Legs({ legs, next }: Props) {
  const say = useSay()
  const style = useDisplayStyle()
  if (legs.length === 0) return null
  const time = (at: string | null): string => (at === null ? '' : dateTimeText(at, style.zone).slice(11))
  return (
    <Box component="ol" aria-label={say('services.history.legs')} sx={LIST}>
      {legs.map(
        ({
          id,
          position,
          id_driver,
          dr_name,
          dr_phone,
          plate,
          date_start,
          date_end,
          address,
          distance,
          duration,
          reason_obj,
          notes,
          amount,
        }) => (
          <Box component="li" key={id} data-leg={position}>
            <Box sx={HEAD}>
              <Box component="span" sx={{ color: 'text.secondary' }}>
                {say('dispatcher.handover.part', { n: position })}
              </Box>
              <Box component="span" sx={{ fontWeight: 600 }}>
                <RecordLink of="drivers" id={id_driver}>
                  {dr_name ?? ''}
                </RecordLink>
              </Box>
              <span>{plate}</span>
              {dr_phone && (
                <Link href={`tel:${dr_phone.replace(/[^+\d]/g, '')}`} underline="hover">
                  {dr_phone}
                </Link>
              )}
              {amount !== null && (
                <Box component="strong" sx={{ marginInlineStart: 'auto' }}>
                  {moneyText(amount, style)}
                </Box>
              )}
            </Box>
            <Box sx={FAINT}>
              {[
                date_end === null
                  ? say('dispatcher.handover.since', { from: time(date_start) })
                  : say('dispatcher.handover.tracking', { from: time(date_start), until: time(date_end) }),
                distance === null || duration === null ? null : routeText({ distance, duration }, style),
                address,
              ]
                .filter(Boolean)
                .join(' · ')}
            </Box>
            {reason_obj && (
              <Box sx={{ ...HEAD, mt: 0.5 }}>
                <Badge color={reason_obj.color} icon={reason_obj.icon}>
                  {reason_obj.name}
                </Badge>
                <Box component="span" sx={FAINT}>
                  {notes}
                </Box>
              </Box>
            )}
          </Box>
        ),
      )}
      {next !== undefined && (
        <Box component="li" sx={{ fontWeight: 600 }}>
          {next === null ? say('dispatcher.handover.looking') : say('dispatcher.handover.next', { driver: next })}
        </Box>
      )}
    </Box>
  )
}

const LIST = { m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1.25, fontSize: 13, lineHeight: '20px' } as const
const HEAD = { display: 'flex', flexWrap: 'wrap', columnGap: 1, rowGap: 0.25, alignItems: 'center' } as const
const FAINT = { color: 'text.secondary', fontSize: 12.5, fontVariantNumeric: 'tabular-nums' } as const
