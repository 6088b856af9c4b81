import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { Badge, dateTimeText, useDisplayStyle } from '#engine/ui'
import type { OptimiserRun } from '../../model/run-calls'
import type { RouteWords } from '../route/route-words'
import type { BuildChoices } from './BuildForm'

/** Who is in no route, each with the smallest change that would let them in. */
export function LeftList({
  run,
  choices,
  words: { say, minutes },
}: {
  run: OptimiserRun
  choices: BuildChoices
  words: RouteWords
}) {
  const { zone } = useDisplayStyle()
  if (run.left.length === 0) return null
  const why = (service: number): string | null => {
    const found = run.leftovers.find((one) => one.service === service)
    if (!found || (found.by <= 0 && found.kind !== 'vehicle')) return null
    const plate = choices.vehicles.find(({ id }) => id === found.vehicle)?.plate ?? ''
    return say(`groupings.left.${found.kind}`, {
      by: found.kind === 'seats' ? found.by : minutes(Math.max(60, found.by)),
      plate,
      smart_count: found.by,
    })
  }
  return (
    <Paper
      variant="outlined"
      component="section"
      aria-label={say('groupings.build.left', { smart_count: run.left.length })}
      sx={{ p: 1.5 }}
    >
      <Typography variant="h2">{say('groupings.build.left', { smart_count: run.left.length })}</Typography>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {run.left.map((service) => {
          const ride = choices.rides.find(({ id }) => id === service)
          const reason = why(service)
          return (
            <Box
              component="li"
              key={service}
              sx={{
                display: 'flex',
                flexWrap: 'wrap',
                gap: 1,
                py: 0.75,
                borderTop: 1,
                borderColor: 'divider',
                alignItems: 'center',
              }}
            >
              <Box sx={{ flex: '1 1 240px', minWidth: 0, fontSize: 13.5 }}>
                <b>
                  #{service} {ride?.who}
                </b>
                {ride && ride.people > 1 && ` (${ride.people})`}
                <Box sx={{ color: 'text.secondary', fontSize: 13 }}>
                  {ride?.date_scheduled && dateTimeText(ride.date_scheduled, zone)} · {ride?.org_address} →{' '}
                  {ride?.dst_address}
                </Box>
              </Box>
              {reason && <Badge color="warning">{reason}</Badge>}
            </Box>
          )
        })}
      </Box>
    </Paper>
  )
}
