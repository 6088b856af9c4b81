import DownloadIcon from '@mui/icons-material/FileDownloadOutlined'
import RouteIcon from '@mui/icons-material/Timeline'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import type { Map as LeafletMap } from 'leaflet'
import { useState } from 'react'
import { FailedNotice, saveFile, useProvider } from '#engine/client'
import { Message, useFailure, useSay } from '#engine/ui'
import { lastUntil, placeAt } from '../model/replay'
import { PointCard } from './PointCard'
import { ReplayBar } from './ReplayBar'
import { TrackBar } from './TrackBar'
import { TrackFacts } from './TrackFacts'
import { TrackMap } from './TrackMap'
import { type TrackAskedFor, useTrack } from './use-track'
import { useTrackReplay } from './use-replay'
import { useAskedTrack } from './use-asked-track'

/**
 * Screen `/trackings`: where a driver was (`?id_user=`) on some days, today at first, or on a ride (`?id_service=`).
 */
export default function TracksScreen() {
  const say = useSay()
  const { asked, set } = useAskedTrack()
  const { track, points, failure, busy, retry, gap_ms } = useTrack(asked)
  const files = useTrackFile(asked)
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', height: { md: 'var(--page-height)' }, minHeight: 420 }}>
      <TrackBar
        asked={asked}
        track={track}
        onSet={set}
        action={
          <Button
            variant="outlined"
            startIcon={<DownloadIcon />}
            disabled={points.length === 0}
            loading={files.busy}
            onClick={files.save}
          >
            {say('tracks.download')}
          </Button>
        }
      />
      {busy && <LinearProgress aria-label={say('tracks.loading')} sx={{ height: 2, mb: '-2px' }} />}
      {asked === null ? (
        <Box sx={{ p: 4 }}>
          <Message icon={<RouteIcon />} title={say('tracks.choose')} text={say('tracks.choose_text')} />
        </Box>
      ) : failure !== null ? (
        <FailedNotice failure={failure} onRetry={retry} />
      ) : track !== null && points.length === 0 ? (
        <Box sx={{ p: 4 }}>
          <Message icon={<RouteIcon />} title={say('tracks.none')} text={say('tracks.none_text')} />
        </Box>
      ) : (
        <Driven key={JSON.stringify(asked)} track={track} points={points} gap_ms={gap_ms} />
      )}
    </Box>
  )
}

type DrivenProps = Pick<ReturnType<typeof useTrack>, 'track' | 'points' | 'gap_ms'>

/** A track on its map, with its replay and what is worth a look. */
function Driven({ track, points, gap_ms }: DrivenProps) {
  const [map, setMap] = useState<LeafletMap | null>(null)
  const [pressed, setPressed] = useState<number | null>(null)
  const [start_ms, end_ms] = [points[0]?.at_ms ?? 0, points.at(-1)?.at_ms ?? 0]
  const replay = useTrackReplay(start_ms, end_ms)
  const place = replay.at_ms === null ? null : placeAt(points, replay.at_ms, gap_ms)
  const chosen = place?.index ?? pressed
  const point = chosen === null ? undefined : points[chosen]
  const show = (date: string): void => {
    const index = Math.max(0, lastUntil(points, Date.parse(date)))
    replay.stop()
    setPressed(index)
    const there = points[index]
    if (there) map?.setView([there.lat, there.lng], Math.max(map.getZoom(), 16), { animate: false })
  }
  return (
    <Box sx={{ flex: 1, minHeight: 0, display: 'flex', flexDirection: { xs: 'column', md: 'row' } }}>
      <Box
        sx={{
          flex: 1,
          minWidth: 0,
          minHeight: 0,
          display: 'flex',
          flexDirection: 'column',
          height: { xs: '64vh', md: 'auto' },
        }}
      >
        <Box sx={{ flex: 1, minHeight: 300 }}>
          <TrackMap
            track={track}
            points={points}
            gap_ms={gap_ms}
            chosen={chosen}
            moving={place?.at ?? null}
            onMap={setMap}
            onChoose={(index) => {
              replay.stop()
              setPressed(index)
            }}
          >
            {track && point && (
              <PointCard
                point={point}
                zone={track.zone}
                silent={place?.silent}
                onClose={() => {
                  replay.stop()
                  setPressed(null)
                }}
              />
            )}
          </TrackMap>
        </Box>
        {track && points.length > 1 && (
          <ReplayBar replay={replay} start_ms={start_ms} end_ms={end_ms} zone={track.zone} />
        )}
      </Box>
      <Box
        sx={{
          width: { md: 300 },
          flexShrink: 0,
          overflowY: { md: 'auto' },
          borderInlineStart: { md: 1 },
          borderColor: { md: 'divider' },
          bgcolor: 'background.paper',
        }}
      >
        {track && <TrackFacts track={track} onShow={show} />}
      </Box>
    </Box>
  )
}

/** The same track as a sheet. */
function useTrackFile(asked: TrackAskedFor | null) {
  const provider = useProvider()
  const fail = useFailure()
  const [busy, setBusy] = useState(false)
  const save = (): void => {
    if (!asked) return
    setBusy(true)
    provider
      .reportFile('trackings/export', { ...asked }, 'xlsx')
      .then(({ blob, name }) => saveFile(blob, name), fail)
      .finally(() => setBusy(false))
  }
  return { busy, save }
}
