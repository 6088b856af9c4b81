import Box from '@mui/material/Box'
import { dateTimeText, useDisplayStyle, useSay } from '#engine/ui'
import type { ServiceHistory } from '../../model/history-calls'
import { Card } from './Card'

/** Who had the service, one after another; nothing for those who may not know. */
export function Custody({ custody }: Pick<ServiceHistory, 'custody'>) {
  const say = useSay()
  const { zone } = useDisplayStyle()
  if (custody.length === 0) return null
  return (
    <Card title={say('services.history.custody')}>
      <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 0.75, fontSize: 13 }}>
        {custody.map(({ date, verb, by, note, dr_name, was_dr_name }, i) => (
          <Box component="li" key={i}>
            <Box
              component="time"
              dateTime={date}
              sx={{ color: 'text.secondary', fontSize: 12.5, fontVariantNumeric: 'tabular-nums', marginInlineEnd: 1.5 }}
            >
              {dateTimeText(date, zone)}
            </Box>
            {say(
              was_dr_name && dr_name
                ? 'services.history.passed'
                : dr_name
                  ? 'services.history.got'
                  : 'services.history.lost',
              { name: dr_name ?? '', was: was_dr_name ?? '' },
            )}
            <Box
              component="span"
              sx={{ color: 'text.secondary' }}
            >{` · ${[say(`logs.types.${verb}`, { _: verb }), by, note].filter(Boolean).join(' · ')}`}</Box>
          </Box>
        ))}
      </Box>
    </Card>
  )
}
