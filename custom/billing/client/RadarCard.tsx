import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { useCall } from '#engine/client'
import { moneyText, useDisplayStyle, useSay } from '#engine/ui'
import { type Band, radarCall } from '../model/radar-call'

/** What is in no statement yet, by age; nothing while it is counted, or where nothing is open. */
export function RadarCard() {
  const say = useSay()
  const { answer } = useCall(radarCall, {})
  if (!answer || (answer.bands.every(({ services }) => services === 0) && answer.waiting + answer.excluded === 0))
    return null
  return (
    <Paper component="section" variant="outlined" aria-label={say('billing.radar.title')} sx={{ p: 2 }}>
      <Typography variant="h2">{say('billing.radar.title')}</Typography>
      <Box
        component="dl"
        sx={{
          m: 0,
          mt: 1,
          display: 'grid',
          gap: 1.5,
          gridTemplateColumns: { xs: '1fr 1fr', sm: `repeat(${answer.bands.length}, 1fr)` },
        }}
      >
        {answer.bands.map((band) => (
          <BandCell key={band.from} band={band} />
        ))}
      </Box>
      {answer.waiting + answer.excluded > 0 && (
        <Typography sx={{ mt: 1, fontSize: 13, color: 'text.secondary' }}>
          {say('billing.radar.kept', { waiting: answer.waiting, excluded: answer.excluded })}
        </Typography>
      )}
    </Paper>
  )
}

function BandCell({ band: { from, to, services, parties, amount } }: { readonly band: Band }) {
  const say = useSay()
  const style = useDisplayStyle()
  return (
    <Box>
      <Typography component="dt" sx={{ fontSize: 12, color: 'text.secondary' }}>
        {to === null ? say('billing.radar.over', { from }) : say('billing.radar.days', { from, to })}
      </Typography>
      <Box component="dd" sx={{ m: 0 }}>
        <Typography
          sx={{
            fontWeight: 600,
            fontVariantNumeric: 'tabular-nums',
            color: to === null && services > 0 ? 'warning.dark' : undefined,
          }}
        >
          {moneyText(amount, style)}
        </Typography>
        <Typography sx={{ fontSize: 12, color: 'text.secondary' }}>
          {say('billing.radar.services', { smart_count: services })} ·{' '}
          {say('billing.radar.drivers', { smart_count: parties })}
        </Typography>
      </Box>
    </Box>
  )
}
