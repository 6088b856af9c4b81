import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { LinkBase } from 'react-admin'
import { useMemo, useState } from 'react'
import { type PanelProps, useProvider } from '#engine/client'
import { Badge, Notice, useConfirm } from '#engine/ui'
import {
  assignGroupingVehicleCall,
  autoAssignCall,
  removeServiceCall,
  removeGroupingVehicleCall,
  resortCall,
} from '../../model/grouping-calls'
import type { GroupingService } from '../../model/grouping-wire'
import { evaluatePlan } from '../../model/plan/evaluate'
import { planOfOrder } from '../../model/problem-wire'
import { OptimiseDialog } from '../optimise/OptimiseDialog'
import { GroupingMap } from '../route/GroupingMap'
import { useRouteWords } from '../route/route-words'
import { RouteFailure, RouteWaiting } from '../route/RouteFrame'
import { useRoute } from '../route/use-route'
import { RideList } from './RideList'
import { StopTable } from './StopTable'
import { VehicleDialog } from './VehicleDialog'

/** Panel `grouping-services`: the route on a map, its stops, its rides, and what can be done with them. */
export default function ServicesPanel({ record }: PanelProps) {
  const id = Number(record['id'])
  const state = useRoute(id)
  const { route, problem, failure, busy, reload, change } = state
  const words = useRouteWords()
  const { say, length, minutes } = words
  const provider = useProvider()
  const [ask, question] = useConfirm()
  const [open, setOpen] = useState<'vehicle' | 'optimise' | null>(null)
  const now = useMemo(
    () =>
      route && problem
        ? evaluatePlan(
            problem,
            planOfOrder(
              problem,
              route.stops.map((stop) => stop.id),
            ),
          )
        : null,
    [route, problem],
  )
  if (failure) return <RouteFailure failure={failure} onRetry={reload} />
  if (!route) return <RouteWaiting />
  const { item } = route
  const { can_edit, plan_version } = item
  const removeVehicle = async (): Promise<void> => {
    if (await ask({ title: say('groupings.remove_vehicle'), text: say('groupings.remove_vehicle_text'), danger: true }))
      await change(() => provider.call(removeGroupingVehicleCall, { id }))
  }
  const removeRide = async ({ id: id_service }: GroupingService): Promise<void> => {
    if (
      !(await ask({
        title: say('groupings.remove_title', { id: id_service }),
        text: say('groupings.remove_text'),
        danger: true,
      }))
    )
      return
    await change(() => provider.call(removeServiceCall, { id, id_service, plan_version }))
  }
  const auto = async (): Promise<void> => {
    if (
      await ask({
        title: say('groupings.auto'),
        text: say(item.id_vehicle === null ? 'groupings.auto_text' : 'groupings.auto_own'),
      })
    )
      await change(() => provider.call(autoAssignCall, { id }))
  }
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        <Badge color={item.state_obj.color}>{item.state_obj.name}</Badge>
        <Typography variant="body2" sx={{ flex: '1 1 240px' }}>
          {[
            item.plate && `${item.plate} · ${[item.dr_name, item.dr_surname].filter(Boolean).join(' ')}`,
            say('groupings.people_of', { n: item.total_capacity_1, max: item.max_capacity_1 ?? '–' }),
            item.distance && length(item.distance),
            item.duration && minutes(item.duration),
          ]
            .filter(Boolean)
            .join('  ·  ')}
        </Typography>
        {can_edit && (
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }} role="group" aria-label={say('groupings.actions')}>
            <Button variant="contained" component={LinkBase} to={`/groupings/${id}/services/assign`}>
              {say('groupings.assign')}
            </Button>
            <Button
              variant="outlined"
              component={LinkBase}
              to={`/groupings/${id}/services/resort`}
              disabled={item.num_services < 2}
            >
              {say('groupings.resort')}
            </Button>
            <Button
              variant="outlined"
              onClick={() => setOpen('optimise')}
              disabled={!problem || item.num_services === 0}
            >
              {say('groupings.optimise')}
            </Button>
            <Button variant="outlined" onClick={() => setOpen('vehicle')} disabled={busy}>
              {say(item.id_vehicle === null ? 'groupings.assign_vehicle' : 'groupings.change_vehicle')}
            </Button>
            <Button variant="outlined" onClick={() => void auto()} disabled={busy}>
              {say('groupings.auto')}
            </Button>
            {item.id_vehicle !== null && (
              <Button color="error" onClick={() => void removeVehicle()} disabled={busy}>
                {say('groupings.remove_vehicle')}
              </Button>
            )}
          </Box>
        )}
      </Box>
      {route.total === 0 ? (
        <Paper variant="outlined">
          <Notice
            icon="empty"
            title={say('groupings.no_services')}
            text={say('groupings.no_services_text')}
            action={
              can_edit && (
                <Button variant="contained" component={LinkBase} to={`/groupings/${id}/services/assign`}>
                  {say('groupings.assign')}
                </Button>
              )
            }
          />
        </Paper>
      ) : (
        <Box
          sx={{
            display: 'grid',
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 5fr) minmax(0, 4fr)' },
            gap: 1.5,
            alignItems: 'start',
          }}
        >
          <Paper variant="outlined" sx={{ overflow: 'hidden' }}>
            <Box sx={{ height: { xs: 300, md: 520 } }}>
              <GroupingMap stops={route.stops} line={item.polyline} label={say('groupings.map')} />
            </Box>
            {problem && (
              <Box sx={{ px: 1.5, py: 1, fontSize: 12.5, color: 'text.secondary' }}>
                {say('groupings.distances_by', { source: say(`groupings.source.${problem.matrix.source}`) })}
              </Box>
            )}
          </Paper>
          <Box sx={{ display: 'grid', gap: 1.5 }}>
            {problem && (
              <Paper variant="outlined">
                <Typography variant="h2" sx={{ px: 1.5, pt: 1.25 }}>
                  {say('groupings.stops')}
                </Typography>
                <StopTable route={route} problem={problem} words={words} />
              </Paper>
            )}
            <Paper variant="outlined">
              <Typography variant="h2" sx={{ px: 1.5, pt: 1.25 }}>
                {say('groupings.rides')}
              </Typography>
              <RideList
                rides={route.items}
                words={words}
                onRemove={can_edit ? (ride) => void removeRide(ride) : null}
              />
            </Paper>
          </Box>
        </Box>
      )}
      {question}
      {open === 'vehicle' && (
        <VehicleDialog
          id={id}
          words={words}
          onClose={() => setOpen(null)}
          onChoose={(id_vehicle) => {
            setOpen(null)
            void change(() => provider.call(assignGroupingVehicleCall, { id, id_vehicle, plan_version }))
          }}
        />
      )}
      {open === 'optimise' && now && (
        <OptimiseDialog
          item={item}
          now={now}
          words={words}
          onClose={() => setOpen(null)}
          onAccept={async (id_run) => {
            setOpen(null)
            if (!(await change(() => provider.call(resortCall, { id, id_run, plan_version })))) reload()
          }}
        />
      )}
    </Box>
  )
}
