import Box from '@mui/material/Box'
import { dateTimeText, useDisplayStyle, useSay } from '#engine/ui'
import type { DispatcherService } from '../../model/dispatcher-service'
import { momentsOf } from '../../model/moments'
import { timeBetweenText } from './span-text'

/** When what happened to a service, and how long it took from one to the next. */
export function Timeline({ service }: { readonly service: DispatcherService }) {
  const say = useSay()
  const { zone } = useDisplayStyle()
  const known = momentsOf(service)
  const [first, last] = [known[0], known.at(-1)]
  return (
    <>
      <Box component="ol" aria-label={say('services.history.timeline')} sx={LIST}>
        {known.map(({ name, at }, i) => {
          const before = known[i - 1]
          return (
            <Box component="li" key={name} data-moment={name}>
              <Box component="span" className="dot" aria-hidden />
              <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5, alignItems: 'baseline' }}>
                <Box component="span" sx={{ fontWeight: 500 }}>
                  {say(`dispatcher.info.moment.${name}`)}
                </Box>
                <Box component="time" dateTime={at} sx={FAINT}>
                  {dateTimeText(at, zone)}
                </Box>
                {before && (
                  <Box component="span" sx={FAINT}>
                    {say('services.history.after', { span: timeBetweenText(before.at, at, say) })}
                  </Box>
                )}
              </Box>
            </Box>
          )
        })}
      </Box>
      {service.date_scheduled && (
        <Box sx={{ ...FAINT, mt: 1 }}>
          {say('services.history.booked_for', { when: dateTimeText(service.date_scheduled, zone) })}
        </Box>
      )}
      {first && last && known.length > 1 && (
        <Box sx={{ ...FAINT, mt: 0.5 }}>
          {say('services.history.in_all', { span: timeBetweenText(first.at, last.at, say) })}
        </Box>
      )}
    </>
  )
}

const FAINT = { color: 'text.secondary', fontSize: 12.5, fontVariantNumeric: 'tabular-nums' } as const
const LIST = {
  m: 0,
  p: 0,
  listStyle: 'none',
  fontSize: 13,
  '& li': { position: 'relative', ps: 2.5, paddingInlineStart: '20px', pb: 1.25 },
  '& li:not(:last-of-type)::before': {
    content: '""',
    position: 'absolute',
    insetInlineStart: 5,
    top: 12,
    bottom: -4,
    width: 2,
    bgcolor: 'divider',
  },
  '& .dot': {
    position: 'absolute',
    insetInlineStart: 0,
    top: 5,
    width: 12,
    height: 12,
    borderRadius: '50%',
    border: 2,
    borderColor: 'primary.main',
    bgcolor: 'background.paper',
  },
} as const
