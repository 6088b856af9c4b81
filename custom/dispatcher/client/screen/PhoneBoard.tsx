import MobileOff from '@mui/icons-material/MobileOff'
import Moving from '@mui/icons-material/Moving'
import HexagonOutlined from '@mui/icons-material/HexagonOutlined'
import TableRows from '@mui/icons-material/TableRows'
import Box from '@mui/material/Box'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { lazy, Suspense, useId, useState } from 'react'
import { useParams } from 'react-router-dom'
import { useKeys, useSay } from '#engine/ui'
import { RideDeed } from '../../../services/client/public'
import { AlertStrip } from '../alerts/AlertStrip'
import { FleetCounters } from '../fleet/FleetCounters'
import { FleetRows } from '../fleet/FleetRows'
import { FleetSearch } from '../fleet/FleetSearch'
import { FleetStatus } from '../fleet/FleetStatus'
import { HeaderToggle } from '../header/HeaderToggle'
import { StateFilter } from '../header/StateFilter'
import { BoardMap } from '../map/BoardMap'
import { useJobsPanel } from '../jobs/use-jobs-panel'
import { OwnRides } from '../own/OwnRides'
import { RequestStack } from '../request/RequestStack'
import { ShiftPanel } from '../shifts/ShiftPanel'
import { TableSkeleton } from '../table/TableSkeleton'
import { VehicleCard } from '../vehicle/VehicleCard'
import { BottomSheet, covered_px, sheetPeek_px, type SheetStop } from './BottomSheet'
import { tellCoveredTop } from './covered-map'
import type { BoardRoomsProps } from './DeskBoard'
import { useDispatcherKeys } from './use-board-keys'
import { useKeptSwitch } from '../layout/use-desk-layout'
import { useOnNews } from '../live/on-news'

const JobsRoom = lazy(() => import('../jobs/JobsRoom'))
const RankPanel = lazy(() => import('../ranks/RankPanel'))
const UnreadNotes = lazy(() => import('../notes/UnreadNotes'))
const TableRoom = lazy(() => import('../table/TableRoom'))

const HEAD_PX = 48
// Of the map, by the sheet.
const SHARES = { peek: 0.1, half: 0.55, full: 0.55 } as const
const SHEETS = ['form', 'own', 'jobs', 'vehicles', 'shifts', 'ranks'] as const
type Sheet = (typeof SHEETS)[number]

/** On a phone: the map first; the form, the vehicles and the shifts in a sheet that is drawn up over it. */
export function PhoneBoard({ board, trip, form, dialogs, mayEdit, booked, onNew, requests }: BoardRoomsProps) {
  const say = useSay()
  const tabId = useId()
  const { id } = useParams()
  const { view, live, shown, chosen, now_ms, staff } = board
  const onNews = useOnNews()
  const [destinations, setDestinations] = useKeptSwitch('destinations')
  const [zones, setZones] = useKeptSwitch('zones')
  // The sheet opens for a user who comes for one service, or who has no fleet and comes to order.
  const [stop, setStop] = useState<SheetStop>(id === undefined && staff ? 'peek' : 'half')
  const [sheet, setSheet] = useState<Sheet>('form')
  // Whoever asks for a service's form, as to repeat a ride, sees it.
  const [asked, setAsked] = useState(id)
  if (asked !== id) {
    setAsked(id)
    if (id !== undefined) {
      setSheet('form')
      setStop('half')
    }
  }
  // What somebody has just booked for themselves is shown where it is followed.
  const [seen, setSeen] = useState(booked)
  if (seen !== booked) {
    setSeen(booked)
    setSheet('own')
    setStop('half')
  }
  const covered =
    (at: SheetStop) =>
    (map_px: number): number =>
      covered_px(at, HEAD_PX, map_px)
  const select = (vehicle: number): void => {
    board.choose(vehicle)
    board.reveal(vehicle, covered('half'))
    setSheet('vehicles')
    setStop('half')
  }
  const selectOnMap = (vehicle: number | null): void => {
    if (vehicle !== null) return select(vehicle)
    board.choose(null)
    setStop('peek')
  }
  const center = (): void => {
    const place = board.placeOf(view.selected)
    if (place) board.goTo(place, covered('peek'))
    setStop('peek')
  }
  useKeys(
    useDispatcherKeys({
      board,
      destinations,
      onDestinations: setDestinations,
      zones,
      onZones: setZones,
      onSelect: select,
      onCenter: center,
      onNew,
    }),
  )
  const jobs = useJobsPanel(false)
  const table = view.drawer === 'table'
  // What has the focus is seen.
  const draw = (): void => setStop((now) => (now === 'peek' ? 'half' : now))
  const phone = { ...PHONE, '--map-inset-bottom': `${sheetPeek_px(HEAD_PX)}px`, '--map-covered': SHARES[stop] }
  const sheets = staff ? STAFF : board.own ? OWN : FORM
  return (
    <Box data-map-room sx={phone}>
      <BoardMap
        vehicles={board.drawn}
        selected={view.selected}
        now_ms={now_ms}
        destinations={destinations}
        zones={zones}
        staff={staff}
        trip={trip}
        onSelect={selectOnMap}
        onMap={board.onMap}
      />
      <Box ref={tellCoveredTop} sx={OVER}>
        {staff && live.failed && (
          <Box sx={{ bgcolor: 'background.paper', borderRadius: 1, boxShadow: 4 }}>
            <FleetStatus live={live} count={shown.length} now_ms={now_ms} />
          </Box>
        )}
        {staff && (
          <AlertStrip
            onPlace={(lat, lng) => board.goTo([lat, lng], covered('peek'))}
            onFindDriver={dialogs.findDriver}
            onInfo={dialogs.info}
          />
        )}
        {staff && (
          <Suspense fallback={null}>
            <UnreadNotes now_ms={now_ms} />
          </Suspense>
        )}
        {staff && (
          <Box sx={DEED}>
            <RideDeed onNews={(service) => onNews(service, null)} />
          </Box>
        )}
        <RequestStack
          mayEdit={mayEdit}
          onFindDriver={staff ? dialogs.findDriver : undefined}
          onInfo={dialogs.info}
          {...requests}
        />
      </Box>
      <BottomSheet stop={stop} onStop={setStop} head_px={HEAD_PX}>
        <Tabs
          value={sheet}
          onChange={(_, next: Sheet) => setSheet(next)}
          // Also the tab that is chosen already draws the sheet up.
          onClick={draw}
          variant={sheets.length > 4 ? 'scrollable' : 'fullWidth'}
          sx={{ minHeight: HEAD_PX, flexShrink: 0, borderBottom: 1, borderColor: 'divider' }}
        >
          {sheets.map((one) => (
            <Tab
              key={one}
              value={one}
              id={`${tabId}-${one}`}
              aria-controls={`${tabId}-room-${one}`}
              label={say(one === 'form' && !staff ? 'dispatcher.own.book' : LABELS[one])}
            />
          ))}
        </Tabs>
        {/* The form stays while another sheet is looked at: what was typed is not lost. */}
        <Box
          role="tabpanel"
          id={`${tabId}-room-form`}
          aria-labelledby={`${tabId}-form`}
          onFocus={draw}
          sx={{ ...ROOM, display: sheet === 'form' ? 'flex' : 'none' }}
        >
          {form}
        </Box>
        {sheet !== 'form' && (
          <Box
            role="tabpanel"
            id={`${tabId}-room-${sheet}`}
            aria-labelledby={`${tabId}-${sheet}`}
            onFocus={draw}
            sx={{ ...ROOM, display: 'flex' }}
          >
            {sheet === 'own' ? (
              <OwnRides onWatch={dialogs.info} />
            ) : sheet === 'jobs' ? (
              <Suspense fallback={<TableSkeleton />}>
                <JobsRoom
                  view={jobs.view}
                  onView={jobs.onView}
                  mayEdit={mayEdit}
                  dialogs={dialogs}
                  vehicle={chosen}
                  place={null}
                  list={jobs.list}
                  onReady={jobs.onReady}
                />
              </Suspense>
            ) : sheet === 'shifts' ? (
              <ShiftPanel now_ms={now_ms} onSelect={select} />
            ) : sheet === 'ranks' ? (
              <Suspense fallback={<TableSkeleton />}>
                <RankPanel now_ms={now_ms} onSelect={select} />
              </Suspense>
            ) : chosen ? (
              <Box sx={{ overflow: 'auto' }}>
                <VehicleCard
                  key={chosen.id}
                  vehicle={chosen}
                  now_ms={now_ms}
                  onCenter={center}
                  onClose={() => board.choose(null)}
                  onService={dialogs.info}
                />
              </Box>
            ) : (
              <>
                <Box sx={HEAD}>
                  <Box sx={{ display: 'flex', gap: 1 }}>
                    <FleetSearch q={view.q} onSearch={(text) => view.set({ q: text })} />
                    <StateFilter states={view.states} onStates={(next) => view.set({ states: next.join(',') })} />
                    <HeaderToggle
                      label={say('dispatcher.destinations')}
                      on={destinations}
                      onToggle={() => setDestinations(!destinations)}
                    >
                      <Moving fontSize="small" />
                    </HeaderToggle>
                    <HeaderToggle label={say('ranks.zones_on_map')} on={zones} onToggle={() => setZones(!zones)}>
                      <HexagonOutlined fontSize="small" />
                    </HeaderToggle>
                    <HeaderToggle
                      label={say('dispatcher.fleet_offline')}
                      on={board.offline}
                      onToggle={() => board.setOffline(!board.offline)}
                    >
                      <MobileOff fontSize="small" />
                    </HeaderToggle>
                    <HeaderToggle
                      label={say('dispatcher.table.title')}
                      on={table}
                      onToggle={() => view.set({ drawer: table ? null : 'table' })}
                    >
                      <TableRows fontSize="small" />
                    </HeaderToggle>
                  </Box>
                  <FleetCounters
                    totals={live.fleet?.totals ?? null}
                    wanted={view.wanted}
                    onWant={(availability) => view.set({ availability })}
                  />
                </Box>
                {table ? (
                  <Suspense fallback={<TableSkeleton />}>
                    <TableRoom
                      narrow
                      board={board}
                      trip={trip}
                      onSelect={({ id: vehicle, lat, lng }) => {
                        select(vehicle)
                        if (lat !== null && lng !== null) board.goTo([lat, lng], covered('half'))
                      }}
                    />
                  </Suspense>
                ) : (
                  <FleetRows live={live} view={view} shown={shown} now_ms={now_ms} onSelect={select} />
                )}
              </>
            )}
          </Box>
        )}
      </BottomSheet>
    </Box>
  )
}

const STAFF = SHEETS.filter((one) => one !== 'own')
const OWN = ['form', 'own'] as const
const FORM = ['form'] as const
const LABELS = {
  own: 'dispatcher.own.title',
  form: 'dispatcher.form',
  jobs: 'dispatcher.jobs.tab',
  vehicles: 'dispatcher.list',
  shifts: 'dispatcher.shifts.title',
  ranks: 'ranks.title',
} as const
const PHONE = { position: 'relative', height: 'var(--page-height)', overflow: 'hidden' } as const
const OVER = {
  position: 'absolute',
  top: 8,
  insetInline: 8,
  zIndex: 1,
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 1,
  maxHeight: '45%',
  overflowY: 'auto',
  pointerEvents: 'none',
  '& > *': { pointerEvents: 'auto' },
} as const
const DEED = { bgcolor: 'background.paper', borderRadius: 1, boxShadow: 4, '&:empty': { display: 'none' } } as const
const ROOM = { flex: 1, minHeight: 0, flexDirection: 'column' } as const
const HEAD = { p: 1.5, pb: 1, display: 'grid', gap: 1, flexShrink: 0 } as const
