import PauseIcon from '@mui/icons-material/Pause'
import PlayIcon from '@mui/icons-material/PlayArrow'
import CloseIcon from '@mui/icons-material/Close'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import MenuItem from '@mui/material/MenuItem'
import Select from '@mui/material/Select'
import Slider from '@mui/material/Slider'
import { useKeys, useSay } from '#engine/ui'
import { REPLAY_RATES, type ReplayRate } from '../model/replay'
import { secondsClock } from './track-words'
import type { TrackReplay } from './use-replay'

interface ReplayBarProps {
  readonly replay: TrackReplay
  readonly start_ms: number
  readonly end_ms: number
  readonly zone: string
}

// The arrow keys on the slider go by half minutes, page keys by ten times that.
const STEP_MS = 30_000

/** Plays a track again: begin and pause, any moment by mouse, finger or keys, and how fast. */
export function ReplayBar({ replay, start_ms, end_ms, zone }: ReplayBarProps) {
  const say = useSay()
  const { at_ms, playing, rate, setRate, toggle, seek, stop } = replay
  const label = say(playing ? 'tracks.pause' : 'tracks.play')
  useKeys([{ keys: 'p', label: say('tracks.play_pause'), run: toggle }])
  return (
    <Box
      role="group"
      aria-label={say('tracks.replay')}
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: { xs: 1, sm: 2 },
        px: { xs: 1, sm: 2 },
        py: 0.5,
        borderTop: 1,
        borderColor: 'divider',
        bgcolor: 'background.paper',
      }}
    >
      <IconButton color="primary" aria-label={label} title={`${label} (P)`} onClick={toggle}>
        {playing ? <PauseIcon /> : <PlayIcon />}
      </IconButton>
      <Slider
        size="small"
        min={start_ms}
        max={end_ms}
        step={STEP_MS}
        value={at_ms ?? start_ms}
        aria-label={say('tracks.moment')}
        getAriaValueText={(value) => secondsClock(value, zone)}
        onChange={(_event, value) => seek(Number(value))}
        sx={{ flex: 1, minWidth: 60 }}
      />
      <Box component="time" sx={{ fontSize: 13, fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
        {secondsClock(at_ms ?? start_ms, zone)}
      </Box>
      <Select<ReplayRate>
        size="small"
        variant="standard"
        disableUnderline
        value={rate}
        inputProps={{ 'aria-label': say('tracks.rate') }}
        onChange={({ target }) => setRate(Number(target.value) as ReplayRate)}
        sx={{ fontSize: 13 }}
      >
        {REPLAY_RATES.map((one) => (
          <MenuItem key={one} value={one}>{`${one}×`}</MenuItem>
        ))}
      </Select>
      {at_ms !== null && (
        <IconButton size="small" aria-label={say('tracks.stop')} onClick={stop}>
          <CloseIcon fontSize="small" />
        </IconButton>
      )}
    </Box>
  )
}
