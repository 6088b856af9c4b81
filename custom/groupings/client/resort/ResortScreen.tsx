import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import { useMemo, useState } from 'react'
import { useParams } from 'react-router-dom'
import { LeaveGuard, useAsked, useProvider } from '#engine/client'
import { Notice, useKeys } from '#engine/ui'
import { routeCall } from '../../../geo/model'
import type { LatLng } from '../../../geometry/model'
import { resortCall, restoreCall } from '../../model/grouping-calls'
import type { GroupingRoute } from '../../model/grouping-wire'
import type { Problem } from '../../model/plan/problem'
import { OptimiseDialog } from '../optimise/OptimiseDialog'
import { GroupingMap, polylinePoints, GroupingLegend } from '../route/GroupingMap'
import { isImpossible, useRouteWords } from '../route/route-words'
import { RouteFailure, RouteHead, RouteWaiting } from '../route/RouteFrame'
import { useRoute, type RouteState } from '../route/use-route'
import { PlanVersions } from './PlanVersions'
import { ResortList } from './ResortList'
import { useResort } from './use-resort'

/** Screen `/groupings/:id/services/resort`: the stops of a grouping in another order. */
export default function ResortScreen() {
  const id = Number(useParams()['id'])
  const state = useRoute(id)
  const words = useRouteWords()
  const { route, problem, failure, reload } = state
  if (failure) return <RouteFailure failure={failure} onRetry={reload} />
  if (!route) return <RouteWaiting />
  const back = `/groupings/${id}/services`
  return (
    <Box sx={{ p: 2, minWidth: 0 }}>
      {problem && route.item.can_edit ? (
        <Sorting key={route.item.plan_version} route={route} problem={problem} state={state} back={back} />
      ) : (
        <>
          <RouteHead title={words.say('groupings.resort')} text={route.item.name} back={back} />
          <Notice
            icon="empty"
            title={words.say(route.item.can_edit ? 'groupings.no_services' : 'groupings.is_over')}
            text={words.say('groupings.nothing_to_sort')}
          />
        </>
      )}
    </Box>
  )
}

/** Dragging rests so long before the way by the streets is asked for. */
const PAUSE_MS = 400

function Sorting({
  route,
  problem,
  state: { busy, change, reload },
  back,
}: {
  route: GroupingRoute
  problem: Problem
  state: RouteState
  back: string
}) {
  const { item } = route
  const words = useRouteWords()
  const { say } = words
  const provider = useProvider()
  const resort = useResort(route, problem)
  const [optimising, setOptimising] = useState(false)
  const { order, isChanged, undo, redo, now } = resort
  const stops = useMemo(() => order.flatMap((id) => route.stops.find((stop) => stop.id === id) ?? []), [order, route])
  const points = useMemo(() => stops.map(({ lat, lng }) => ({ lat, lng })), [stops])
  const isSorted = order.join() !== route.stops.map(({ id }) => id).join()
  const { answer } = useAsked(
    routeCall,
    isSorted && points.length > 1 && points.length <= 100 ? { points } : null,
    PAUSE_MS,
  )
  const before = useMemo(
    (): readonly LatLng[] | undefined =>
      isSorted ? (polylinePoints(item.polyline) ?? route.stops.map(({ lat, lng }): LatLng => [lat, lng])) : undefined,
    [isSorted, item, route],
  )
  const impossible = now.violations.some(isImpossible)
  const few = item.num_services < 2
  const maySave = isChanged && !few && !impossible && !busy
  const save = (): void => {
    if (maySave)
      void change(() =>
        provider.call(resortCall, {
          id: item.id,
          id_stops: [...order],
          locked: [...resort.locked],
          plan_version: item.plan_version,
        }),
      )
  }
  const restore = (number: number): void =>
    void change(() => provider.call(restoreCall, { id: item.id, number, plan_version: item.plan_version }))
  useKeys([
    { keys: 'ctrl+s', label: say('form.save'), run: save, active: maySave },
    { keys: 'ctrl+z', label: say('groupings.undo'), run: () => undo?.(), active: undo !== null },
    { keys: 'ctrl+y', label: say('groupings.redo'), run: () => redo?.(), active: redo !== null },
  ])
  return (
    <>
      <LeaveGuard isDirty={isChanged && !busy} />
      <RouteHead title={say('groupings.resort')} text={item.name} back={back}>
        <Button onClick={() => undo?.()} disabled={!undo}>
          {say('groupings.undo')}
        </Button>
        <Button onClick={() => redo?.()} disabled={!redo}>
          {say('groupings.redo')}
        </Button>
        <Button variant="outlined" onClick={() => setOptimising(true)} disabled={busy}>
          {say('groupings.optimise')}
        </Button>
        <Button variant="contained" onClick={save} disabled={!maySave} loading={busy}>
          {say('form.save')}
        </Button>
      </RouteHead>
      {few && (
        <Alert severity="info" sx={{ mb: 1.5 }}>
          {say('groupings.few')}
        </Alert>
      )}
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 11fr) minmax(0, 9fr)' },
          gap: 2,
          alignItems: 'start',
        }}
      >
        <ResortList route={route} problem={problem} resort={resort} words={words} />
        <Box sx={{ display: 'grid', gap: 2, position: { md: 'sticky' }, top: { md: 8 } }}>
          <Paper variant="outlined" sx={{ overflow: 'hidden' }}>
            <Box sx={{ height: { xs: 260, md: 400 } }}>
              <GroupingMap
                stops={stops}
                line={isSorted ? (answer?.polyline ?? null) : item.polyline}
                before={before}
                label={say('groupings.map')}
              />
            </Box>
            <GroupingLegend />
            <Box sx={{ px: 1.5, pb: 1, fontSize: 12.5, color: 'text.secondary' }}>
              {say('groupings.distances_by', { source: say(`groupings.source.${problem.matrix.source}`) })}
            </Box>
          </Paper>
          <PlanVersions id={item.id} words={words} onRestore={isChanged || busy ? null : restore} />
        </Box>
      </Box>
      {optimising && (
        <OptimiseDialog
          item={item}
          now={now}
          words={words}
          onClose={() => setOptimising(false)}
          onAccept={async (id_run) => {
            const kept = await change(() =>
              provider.call(resortCall, { id: item.id, id_run, plan_version: item.plan_version }),
            )
            if (kept) setOptimising(false)
            else reload()
          }}
        />
      )}
    </>
  )
}
