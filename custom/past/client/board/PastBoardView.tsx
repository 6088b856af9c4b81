import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import type { Map as LeafletMap } from 'leaflet'
import { useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { Notice, numberText, useDisplayStyle, useSay, type Say } from '#engine/ui'
import { JobsList, useChoice } from '../../../dispatcher/client/public'
import { orderedJobs } from '../../../dispatcher/model'
import { ZOOM } from '../../../geometry/model'
import type { PastBoard } from '../../model/board-call'
import { PastMap } from './PastMap'
import { VehiclesList } from './VehiclesList'

const ALL = { kinds: [], branches: [], products: [], sort: 'urgency', down: false } as const
const QUIET = { onKey: () => false, onGrab: () => undefined } as const

/** Map and lists of one moment: the rides as the board lists them, and the vehicles on shift. */
export function PastBoardView({ board }: { readonly board: PastBoard }) {
  const say = useSay()
  const style = useDisplayStyle()
  const navigate = useNavigate()
  const [listed, setListed] = useState<'rides' | 'vehicles'>('rides')
  const [vehicle, setVehicle] = useState<number | null>(null)
  const [map, setMap] = useState<LeafletMap | null>(null)
  const at_ms = Date.parse(board.at)
  const { shown: jobs } = useMemo(() => orderedJobs(board.items, ALL, at_ms), [board.items, at_ms])
  const choice = useChoice(useMemo(() => jobs.map(({ job }) => job.id), [jobs]))
  const list = useRef<HTMLElement>(null)
  const look = (lat: number | null, lng: number | null): void => {
    if (lat !== null && lng !== null) map?.setView([lat, lng], Math.max(map.getZoom(), ZOOM.page), { animate: false })
  }
  const choose = (id: number | null): void => {
    setVehicle(id)
    const one = board.vehicles.find((row) => row.id === id)
    if (one) look(one.lat, one.lng)
  }
  const chooseRide = (id: number): void => {
    setListed('rides')
    choice.go(jobs.findIndex(({ job }) => job.id === id))
  }
  return (
    <Box
      sx={{
        flex: 1,
        minHeight: 0,
        display: 'flex',
        flexDirection: { xs: 'column', md: 'row' },
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <Box sx={{ flex: 1, minWidth: 0, position: 'relative', height: { xs: '48vh', md: 'auto' }, minHeight: 280 }}>
        <PastMap
          board={board}
          ride={choice.current}
          vehicle={vehicle}
          onRide={chooseRide}
          onVehicle={(id) => {
            setListed('vehicles')
            setVehicle(id)
          }}
          onMap={setMap}
        />
      </Box>
      <Box
        component="section"
        aria-label={say('past.board')}
        sx={{
          width: { md: 420 },
          flexShrink: 0,
          minHeight: 0,
          display: 'flex',
          flexDirection: 'column',
          height: { xs: 460, md: 'auto' },
          borderInlineStart: { md: 1 },
          borderColor: { md: 'divider' },
          bgcolor: 'background.paper',
        }}
      >
        <Box sx={{ px: 1.5, py: 1, display: 'grid', gap: 1 }}>
          <ToggleButtonGroup
            exclusive
            fullWidth
            size="small"
            color="primary"
            value={listed}
            aria-label={say('past.which')}
            onChange={(_event, next: typeof listed | null) => next && setListed(next)}
          >
            <ToggleButton value="rides">{say('past.rides', { count: numberText(board.total, style) })}</ToggleButton>
            <ToggleButton value="vehicles">
              {say('past.vehicles', { count: numberText(board.vehicles.length, style) })}
            </ToggleButton>
          </ToggleButtonGroup>
          <Unknown board={board} say={say} />
        </Box>
        {listed === 'rides' && jobs.length === 0 && <Notice icon="empty" title={say('past.no_rides')} />}
        {listed === 'rides' && jobs.length > 0 && (
          <JobsList
            jobs={jobs}
            choice={choice}
            lines={3}
            hidden={[]}
            now_ms={at_ms}
            over={null}
            onOpen={(id) => navigate(`/services/${id}`)}
            list={list}
            {...QUIET}
          />
        )}
        {listed === 'vehicles' && (
          <VehiclesList
            vehicles={board.vehicles}
            at_ms={at_ms}
            chosen={vehicle}
            onChoose={choose}
            onRide={chooseRide}
          />
        )}
      </Box>
    </Box>
  )
}

/** What a board of that moment cannot know. */
function Unknown({
  board: { at, kept_from, items, total, vehicles, vehicles_total },
  say,
}: {
  readonly board: PastBoard
  readonly say: Say
}) {
  const placeless = vehicles.filter(({ lat }) => lat === null).length
  const guessed = items.filter(({ logged }) => logged === 0).length
  const told = [
    ...(at < kept_from
      ? [say('past.no_positions')]
      : placeless > 0
        ? [say('past.placeless', { smart_count: placeless })]
        : []),
    ...(guessed > 0 ? [say('past.guessed', { smart_count: guessed })] : []),
    ...(total > items.length ? [say('past.cut', { smart_count: items.length })] : []),
    ...(vehicles_total > vehicles.length ? [say('past.cut_vehicles', { smart_count: vehicles.length })] : []),
  ]
  return told.length === 0 ? null : (
    <Alert severity="info" sx={{ py: 0, fontSize: 12.5 }}>
      {told.map((text) => (
        <div key={text}>{text}</div>
      ))}
    </Alert>
  )
}
