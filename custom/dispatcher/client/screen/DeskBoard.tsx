import Box from '@mui/material/Box'
import { useEvent } from 'react-admin'
import { lazy, Suspense, useEffect, type ComponentProps, type ReactNode } from 'react'
import { useKeys, useSay } from '#engine/ui'
import type { TripStore } from '../../../services/client'
import { AlertStrip } from '../alerts/AlertStrip'
import { BoardDrawer, DRAWER_PX } from '../drawer/BoardDrawer'
import { FleetRows } from '../fleet/FleetRows'
import { FleetStatus } from '../fleet/FleetStatus'
import { FleetHeader } from '../header/FleetHeader'
import { JobsDock } from '../jobs/JobsDock'
import { useJobsPanel } from '../jobs/use-jobs-panel'
import { BoardMap } from '../map/BoardMap'
import { OwnRides } from '../own/OwnRides'
import { RequestStack } from '../request/RequestStack'
import { ShiftPanel } from '../shifts/ShiftPanel'
import { TableSkeleton } from '../table/TableSkeleton'
import { VehicleCard } from '../vehicle/VehicleCard'
import type { BoardDialogsState } from './BoardDialogs'
import { tellCoveredCorner, tellCoveredTop } from './covered-map'
import type { Board } from './use-board'
import { useDispatcherKeys } from './use-board-keys'
import { useKeptSwitch } from '../layout/use-desk-layout'

export interface BoardRoomsProps {
  readonly board: Board
  readonly trip: TripStore
  readonly form: ReactNode
  readonly dialogs: BoardDialogsState
  readonly mayEdit: boolean
  /** Grows with every ride that somebody books for themselves. */
  readonly booked: number
  readonly onNew: () => void
  /** What the cards of searches are told and ask. */
  readonly requests: Pick<ComponentProps<typeof RequestStack>, 'onCanceled' | 'mayAsk'>
}

const RankPanel = lazy(() => import('../ranks/RankPanel'))
const UnreadNotes = lazy(() => import('../notes/UnreadNotes'))
const TableRoom = lazy(() => import('../table/TableRoom'))

const nothing = (): number => 0

/** At a desk: the form at the side, the map next to it with the fleet's header above and its drawer at the edge. */
export function DeskBoard({ board, trip, form, dialogs, mayEdit, onNew, requests }: BoardRoomsProps) {
  const say = useSay()
  const { view, live, shown, chosen, now_ms, staff } = board
  const [destinations, setDestinations] = useKeptSwitch('destinations')
  const [zones, setZones] = useKeptSwitch('zones')
  const select = (id: number): void => {
    board.choose(id)
    board.reveal(id, nothing)
  }
  const center = (): void => {
    const place = board.placeOf(view.selected)
    if (place) board.goTo(place, nothing)
  }
  const jobs = useJobsPanel(staff)
  useKeys([
    ...useDispatcherKeys({
      board,
      destinations,
      onDestinations: setDestinations,
      zones,
      onZones: setZones,
      onSelect: select,
      onCenter: center,
      onNew,
    }),
    jobs.key,
  ])
  const toPlace = useEvent((lat: number, lng: number) => board.goTo([lat, lng], nothing))
  const card = chosen && (
    <VehicleCard
      key={chosen.id}
      vehicle={chosen}
      now_ms={now_ms}
      onCenter={center}
      onClose={() => board.choose(null)}
      onService={dialogs.info}
    />
  )
  const table = staff && view.drawer === 'table'
  const panel = staff && jobs.view.open && (
    <JobsDock
      view={jobs.view}
      onView={jobs.onView}
      mayEdit={mayEdit}
      dialogs={dialogs}
      vehicle={chosen}
      place={jobs.place}
      list={jobs.list}
      onReady={jobs.onReady}
    />
  )
  // The map is gone, and with it whatever it could be told.
  const alone = Boolean(panel) && jobs.view.dock === 'alone'
  const { onMap } = board
  useEffect(() => {
    if (alone) onMap(null)
  }, [alone, onMap])
  const drawer = staff && view.drawer !== 'table' ? view.drawer : null
  return (
    <Box sx={{ display: 'flex', height: 'var(--page-height)', minHeight: 0 }}>
      <Box component="section" aria-label={say('dispatcher.form')} sx={FORM}>
        {form}
      </Box>
      <Box sx={{ flex: 1, minWidth: 0, display: 'flex', flexDirection: 'column' }}>
        {staff && (
          <FleetHeader
            view={view}
            totals={live.fleet?.totals ?? null}
            destinations={destinations}
            onDestinations={setDestinations}
            zones={zones}
            onZones={setZones}
            offline={board.offline}
            onOffline={board.setOffline}
            jobs={jobs.view.open}
            onJobs={jobs.toggle}
          />
        )}
        <Box sx={{ flex: 1, minHeight: 0, position: 'relative', overflow: 'hidden', display: 'flex' }}>
          <Box data-map-room sx={{ flex: 1, minWidth: 0, position: 'relative' }}>
            {!alone && (
              <BoardMap
                vehicles={board.drawn}
                selected={view.selected}
                now_ms={now_ms}
                destinations={destinations}
                zones={zones}
                staff={staff}
                trip={trip}
                onSelect={board.choose}
                onMap={board.onMap}
              />
            )}
            <Box sx={alone ? BESIDE_LIST : OVER}>
              <Box ref={tellCoveredTop} sx={ALERTS}>
                {staff && <AlertStrip onPlace={toPlace} onFindDriver={dialogs.findDriver} onInfo={dialogs.info} />}
                {staff && (
                  <Suspense fallback={null}>
                    <UnreadNotes now_ms={now_ms} />
                  </Suspense>
                )}
              </Box>
              {alone && panel}
              <Box ref={tellCoveredCorner} sx={alone ? REQUESTS_BELOW : REQUESTS}>
                <RequestStack
                  mayEdit={mayEdit}
                  onFindDriver={staff ? dialogs.findDriver : undefined}
                  onInfo={dialogs.info}
                  {...requests}
                />
              </Box>
            </Box>
            {staff && live.failed && drawer !== 'vehicles' && (
              <Box sx={STALE}>
                <FleetStatus live={live} count={shown.length} now_ms={now_ms} />
              </Box>
            )}
            {board.own && (
              <Box component="aside" aria-label={say('dispatcher.own.title')} sx={OWN}>
                <OwnRides onWatch={dialogs.info} />
              </Box>
            )}
            {!drawer && card && <Box sx={CARD}>{card}</Box>}
          </Box>
          {drawer && (
            <BoardDrawer drawer={drawer} card={card} onDrawer={(next) => view.set({ drawer: next })}>
              {drawer === 'vehicles' ? (
                <FleetRows live={live} view={view} shown={shown} now_ms={now_ms} onSelect={select} />
              ) : drawer === 'shifts' ? (
                <ShiftPanel now_ms={now_ms} onSelect={select} />
              ) : (
                <Suspense fallback={<TableSkeleton />}>
                  <RankPanel now_ms={now_ms} onSelect={select} />
                </Suspense>
              )}
            </BoardDrawer>
          )}
        </Box>
        {table && (
          <Box sx={TABLE}>
            <Suspense fallback={<TableSkeleton />}>
              <TableRoom
                board={board}
                trip={trip}
                onClose={() => view.set({ drawer: null })}
                onSelect={({ id, lat, lng }) => {
                  board.choose(id)
                  if (lat !== null && lng !== null) board.goTo([lat, lng], nothing)
                }}
              />
            </Suspense>
          </Box>
        )}
        {jobs.view.dock === 'under' && panel}
      </Box>
      {jobs.view.dock === 'beside' && panel}
    </Box>
  )
}

const FORM = {
  width: { sm: 340, md: 380, xl: 420 },
  flexShrink: 0,
  minHeight: 0,
  display: 'flex',
  flexDirection: 'column',
  bgcolor: 'background.paper',
  borderInlineEnd: 1,
  borderColor: 'divider',
  overflow: 'hidden',
  '& > *': { minHeight: 0 },
} as const
// At least two thirds of what is left are the map's: a press on a row shows something there.
const TABLE = {
  height: 'min(38%, 380px)',
  flexShrink: 0,
  display: 'flex',
  flexDirection: 'column',
  borderTop: 1,
  borderColor: 'divider',
} as const
// One column: however many alerts and searches there are, no card comes to lie over an alert.
const OVER = {
  position: 'absolute',
  top: 12,
  bottom: 40,
  insetInline: 12,
  zIndex: 1,
  display: 'flex',
  flexDirection: 'column',
  justifyContent: 'space-between',
  gap: 1,
  pointerEvents: 'none',
} as const
// Notes stand beside the alerts where there is room: of the map as little as can be is covered.
const ALERTS = {
  flexShrink: 0,
  maxWidth: 1,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'flex-start',
  gap: 1,
  '& > *': { pointerEvents: 'auto' },
} as const
// Without a map the rides have its place, and nothing lies over them.
const BESIDE_LIST = { height: 1, minHeight: 0, display: 'flex', flexDirection: 'column' } as const
const REQUESTS_BELOW = {
  flexShrink: 0,
  maxHeight: '45%',
  maxWidth: 340,
  minHeight: 0,
  display: 'flex',
  flexDirection: 'column',
  '&:not(:empty)': { p: 1 },
} as const
const REQUESTS = {
  width: 340,
  maxWidth: 1,
  minHeight: 0,
  display: 'flex',
  flexDirection: 'column',
  justifyContent: 'flex-end',
  '& > *': { pointerEvents: 'auto' },
} as const
// The map's data is out of date: shown also while the list is closed.
const STALE = {
  position: 'absolute',
  bottom: 66,
  insetInlineEnd: 64,
  zIndex: 1,
  bgcolor: 'background.paper',
  borderRadius: 1,
  boxShadow: 4,
} as const
const OWN = {
  position: 'absolute',
  insetBlock: 12,
  insetInlineEnd: 12,
  zIndex: 1,
  width: DRAWER_PX,
  maxWidth: 'calc(100% - 24px)',
  display: 'flex',
  flexDirection: 'column',
  bgcolor: 'background.paper',
  borderRadius: 1.5,
  boxShadow: 4,
  border: 1,
  borderColor: 'divider',
} as const
const CARD = {
  position: 'absolute',
  top: 12,
  insetInlineEnd: 12,
  zIndex: 1,
  width: DRAWER_PX,
  maxWidth: 'calc(100% - 24px)',
  maxHeight: 'calc(100% - 24px)',
  overflow: 'auto',
  bgcolor: 'background.paper',
  borderRadius: 1.5,
  boxShadow: 4,
  border: 1,
  borderColor: 'divider',
} as const
