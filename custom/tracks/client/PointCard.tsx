import CloseIcon from '@mui/icons-material/Close'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import { dateTimeText, Faint, numberText, useDisplayStyle, useKeys, useSay } from '#engine/ui'
import { batteryTone } from '../../dispatcher/model'
import type { TrackItem } from '../model/track-calls'

interface PointCardProps {
  readonly point: TrackItem
  readonly zone: string
  /** Between two moments nothing was heard. */
  readonly silent?: boolean
  readonly onClose: () => void
}

/** What is known of one point: when, how fast, whither, where, the phone's battery and what it was doing. */
export function PointCard({ point, zone, silent = false, onClose }: PointCardProps) {
  const say = useSay()
  const style = useDisplayStyle()
  const { date, speed, course, lat, lng, battery_level, mode } = point
  useKeys([{ keys: 'escape', label: say('tracks.close_point'), run: onClose }])
  const facts = [
    ['speed', speed === null ? null : numberText(Math.round(speed), style)],
    ['course', course === null ? null : numberText(Math.round(course), style)],
    ['lat', lat.toFixed(6)],
    ['lng', lng.toFixed(6)],
  ] as const
  return (
    <Box role="group" aria-label={say('tracks.point')} sx={CARD}>
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          paddingInlineStart: 1.5,
          borderBottom: 1,
          borderColor: 'divider',
          minHeight: 34,
          fontWeight: 600,
          fontSize: 13,
        }}
      >
        <Box component="time" dateTime={date} sx={{ flex: 1 }}>
          {dateTimeText(date, zone)}
        </Box>
        <IconButton size="small" aria-label={say('tracks.close_point')} onClick={onClose}>
          <CloseIcon fontSize="small" />
        </IconButton>
      </Box>
      <Box
        component="dl"
        sx={{
          m: 0,
          px: 1.5,
          py: 1,
          display: 'grid',
          gridTemplateColumns: 'max-content minmax(0, 1fr)',
          columnGap: 2,
          fontSize: 13,
          lineHeight: '20px',
          '& dt': { color: 'text.secondary' },
          '& dd': { m: 0, fontVariantNumeric: 'tabular-nums' },
        }}
      >
        {facts.map(([name, text]) => (
          <Fact key={name} name={say(`tracks.columns.${name}`)}>
            {text ?? <Faint />}
          </Fact>
        ))}
        <Fact name={say('tracks.columns.battery_level')}>
          {battery_level === null ? <Faint /> : <Battery level={battery_level} />}
        </Fact>
        {/* A mode that has no words, from a newer phone, is shown as it came. */}
        <Fact name={say('tracks.columns.mode')}>
          {mode === null ? <Faint /> : say(`values.mode.${mode}`, { _: mode })}
        </Fact>
      </Box>
      {silent && <Box sx={{ px: 1.5, pb: 1, fontSize: 12, color: 'text.secondary' }}>{say('tracks.silent')}</Box>}
    </Box>
  )
}

const Fact = ({ name, children }: { readonly name: string; readonly children: React.ReactNode }) => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
)

/** Per cent, red and yellow when it is low (spec 1 §9). */
function Battery({ level }: { readonly level: number }) {
  const tone = batteryTone(level)
  return (
    <Box
      component="span"
      data-tone={tone}
      sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.75, fontWeight: tone === 'success' ? 400 : 600 }}
    >
      <Box
        aria-hidden
        sx={{
          width: 9,
          height: 9,
          borderRadius: 5,
          bgcolor: tone === 'error' ? 'error.main' : tone === 'warning' ? '#f9a825' : 'success.main',
        }}
      />
      {level}
    </Box>
  )
}

const CARD = {
  position: 'absolute',
  zIndex: 800,
  left: 10,
  top: 10,
  width: 'min(270px, calc(100% - 70px))',
  bgcolor: 'background.paper',
  color: 'text.primary',
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  boxShadow: 4,
} as const
