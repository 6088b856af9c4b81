import Box from '@mui/material/Box'
import List from '@mui/material/List'
import ListItem from '@mui/material/ListItem'
import ListItemButton from '@mui/material/ListItemButton'
import Typography from '@mui/material/Typography'
import { numberText, useDisplayStyle, useSay } from '#engine/ui'
import { lengthText, minutesText } from '../../fares/client'
import type { Track } from '../model/track-calls'
import { trackMoment, speedText } from './track-words'

interface TrackFactsProps {
  readonly track: Track
  /** A place of the track is shown on the map, with the point of that moment. */
  readonly onShow: (date: string) => void
}

/** What a track comes to: its length, how many points are drawn, where the vehicle stood and where it was too fast. */
export function TrackFacts({ track, onShow }: TrackFactsProps) {
  const say = useSay()
  const style = useDisplayStyle()
  const { items, total, every, distance, stops, speeding, speed_limit, zone, date_from, date_to } = track
  const [first, last] = [items[0], items.at(-1)]
  const withDay = date_from !== date_to
  const time_s = first && last ? (Date.parse(last.date) - Date.parse(first.date)) / 1000 : 0
  return (
    <Box sx={{ fontSize: 13 }}>
      <Box
        component="dl"
        sx={{
          m: 0,
          px: 2,
          py: 1.5,
          display: 'grid',
          gridTemplateColumns: 'max-content minmax(0, 1fr)',
          columnGap: 2,
          rowGap: 0.25,
          '& dt': { color: 'text.secondary' },
          '& dd': { m: 0, textAlign: 'end', fontVariantNumeric: 'tabular-nums' },
        }}
      >
        <dt>{say('tracks.length')}</dt>
        <dd>{lengthText(distance, style)}</dd>
        <dt>{say('tracks.time')}</dt>
        <dd>{minutesText(time_s)}</dd>
        <dt>{say('tracks.points')}</dt>
        <dd>
          {every === 1
            ? numberText(total, style)
            : say('tracks.thinned', { drawn: numberText(items.length, style), total: numberText(total, style) })}
        </dd>
      </Box>
      <Group
        title={say('tracks.stops', { smart_count: stops.length })}
        none={say('tracks.no_stops')}
        colour="warning.main"
        rows={stops.map(({ date_from: from, duration }) => ({
          key: from,
          at: from,
          text: trackMoment(from, zone, withDay),
          value: minutesText(duration),
        }))}
        onShow={onShow}
      />
      <Group
        title={say('tracks.speeding', { smart_count: speeding.length, limit: numberText(speed_limit, style) })}
        none={say('tracks.no_speeding', { limit: numberText(speed_limit, style) })}
        colour="error.main"
        rows={speeding.map(({ date_from: from, speed }) => ({
          key: from,
          at: from,
          text: trackMoment(from, zone, withDay),
          value: speedText(speed, style),
        }))}
        onShow={onShow}
      />
    </Box>
  )
}

interface GroupProps {
  readonly title: string
  readonly none: string
  readonly colour: string
  readonly rows: readonly { readonly key: string; readonly at: string; readonly text: string; readonly value: string }[]
  readonly onShow: (date: string) => void
}

function Group({ title, none, colour, rows, onShow }: GroupProps) {
  return (
    <Box component="section" sx={{ borderTop: 1, borderColor: 'divider', pt: 1 }}>
      <Typography variant="subtitle2" component="h2" sx={{ px: 2, display: 'flex', alignItems: 'center', gap: 1 }}>
        <Box aria-hidden sx={{ width: 10, height: 10, borderRadius: 5, bgcolor: colour }} />
        {rows.length === 0 ? none : title}
      </Typography>
      <List dense disablePadding sx={{ pb: 1 }}>
        {rows.map(({ key, at, text, value }) => (
          <ListItem key={key} disablePadding>
            <ListItemButton
              onClick={() => onShow(at)}
              sx={{
                px: 2,
                py: 0.25,
                display: 'flex',
                justifyContent: 'space-between',
                gap: 2,
                fontVariantNumeric: 'tabular-nums',
              }}
            >
              <span>{text}</span>
              <span>{value}</span>
            </ListItemButton>
          </ListItem>
        ))}
      </List>
    </Box>
  )
}
