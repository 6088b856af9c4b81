import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import LinearProgress from '@mui/material/LinearProgress'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { Suspense, useMemo, useState } from 'react'
import Skeleton from '@mui/material/Skeleton'
import type { LatLngTuple, Map as LeafletMap } from 'leaflet'
import type { CallResponse } from '#engine/model'
import { Badge } from '#engine/ui'
import { MapView } from '../../../geo/client'
import { CircleMarker, Polyline } from '../../../geo/client/marks'
import type { LatLng } from '../../../geometry/model'
import { evaluatePlan } from '../../model/plan/evaluate'
import { problemOfWire } from '../../model/problem-wire'
import type { buildCall, OptimiserRun } from '../../model/run-calls'
import { violationText, type RouteWords } from '../route/route-words'
import type { BuildChoices } from './BuildForm'
import { LeftList } from './LeftList'

interface Props {
  readonly run: OptimiserRun
  readonly begun: CallResponse<typeof buildCall>
  readonly choices: BuildChoices
  readonly words: RouteWords
  readonly accepting: boolean
  readonly onStop: () => void
  readonly onAccept: (vehicles: readonly number[]) => void
  readonly onDiscard: () => void
}

/** Colours of neighbouring routes; what they mean stands beside each. */
const COLOURS = [
  '#1565c0',
  '#c62828',
  '#2e7d32',
  '#8e24aa',
  '#ef6c00',
  '#00838f',
  '#6d4c41',
  '#ad1457',
  '#558b2f',
  '#4527a0',
]
const colourOf = (at: number): string => COLOURS[at % COLOURS.length] ?? '#1565c0'

/** The routes that were found, to be kept or not, each on the map in its colour, and who is in none. */
export function Proposals({ run, begun, choices, words, accepting, onStop, onAccept, onDiscard }: Props) {
  const { say, length, minutes, money, time } = words
  const problem = useMemo(() => problemOfWire(begun.problem), [begun])
  const routes = useMemo(() => run.routes.filter(({ stops }) => stops.length > 0), [run])
  const found = useMemo(() => evaluatePlan(problem, { routes, left: run.left }), [problem, routes, run])
  const [off, setOff] = useState<ReadonlySet<number>>(new Set())
  const chosen = routes.map(({ vehicle }) => vehicle).filter((vehicle) => !off.has(vehicle))
  const at = useMemo(() => new Map(begun.stops.map((stop) => [stop.id, stop])), [begun])
  const zero_ms = Date.parse(problem.zero)
  const isDone = run.state !== 'running'
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <Paper variant="outlined" sx={{ p: 1.5, display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        <Box sx={{ flex: '1 1 260px', minWidth: 0 }}>
          <Box role="status" sx={{ fontWeight: 600, fontSize: 14 }}>
            {say('groupings.build.found', {
              routes: routes.length,
              taken: begun.problem.services.length - run.left.length,
              all: begun.problem.services.length,
            })}
          </Box>
          <Box sx={{ fontSize: 13, color: 'text.secondary' }}>
            {[
              length(found.metres),
              minutes(found.drive_s),
              money(found.cost),
              run.balance_m === null
                ? null
                : say('groupings.build.balance_costs', { by: length(Math.max(0, run.balance_m)) }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </Box>
          <LinearProgress
            variant={run.iterations > 0 ? 'determinate' : 'indeterminate'}
            value={isDone ? 100 : Math.min(100, (100 * run.iteration) / Math.max(1, run.iterations))}
            aria-label={say('groupings.run.searching')}
            sx={{ mt: 0.75 }}
          />
        </Box>
        {!isDone && <Button onClick={onStop}>{say('groupings.run.stop')}</Button>}
        <Button color="inherit" onClick={onDiscard}>
          {say('groupings.build.discard')}
        </Button>
        <Button
          variant="contained"
          disabled={!isDone || chosen.length === 0}
          loading={accepting}
          onClick={() => onAccept(chosen)}
        >
          {say('groupings.build.accept', { smart_count: chosen.length })}
        </Button>
      </Paper>
      <Paper variant="outlined" sx={{ overflow: 'hidden', height: { xs: 260, md: 380 } }}>
        {/* A map fits the first routes that it has. */}
        <ProposalMap
          key={routes.length > 0 ? 'found' : 'waiting'}
          label={say('groupings.map')}
          lines={routes.map(({ stops }) =>
            stops.flatMap((stop): LatLng[] => {
              const one = at.get(stop)
              return one ? [[one.lat, one.lng]] : []
            }),
          )}
        />
      </Paper>
      <Box
        component="ul"
        aria-label={say('groupings.build.routes')}
        sx={{
          listStyle: 'none',
          m: 0,
          p: 0,
          display: 'grid',
          gap: 1.5,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
        }}
      >
        {routes.map(({ vehicle, stops }, index) => {
          const car = choices.vehicles.find(({ id }) => id === vehicle)
          const route = found.routes[index]
          const rides = new Set(stops.map((stop) => at.get(stop)?.id_service)).size
          const wrong = route?.violations ?? []
          const name = [car?.plate ?? say('field.unreadable'), car?.driver].filter(Boolean).join(' · ')
          return (
            <Paper
              component="li"
              variant="outlined"
              key={vehicle}
              sx={{ p: 1, borderInlineStart: `5px solid ${colourOf(index)}`, minWidth: 0 }}
            >
              <Box sx={{ display: 'flex', alignItems: 'center' }}>
                <Checkbox
                  checked={!off.has(vehicle)}
                  onChange={(_, checked) =>
                    setOff(new Set(checked ? [...off].filter((one) => one !== vehicle) : [...off, vehicle]))
                  }
                  slotProps={{ input: { 'aria-label': name } }}
                />
                <Box sx={{ minWidth: 0 }}>
                  <Typography sx={{ fontWeight: 600, fontSize: 14 }} noWrap>
                    {name}
                  </Typography>
                  <Box sx={{ fontSize: 13, color: 'text.secondary' }}>
                    {[
                      say('groupings.build.rides_n', { smart_count: rides }),
                      route && length(route.metres),
                      route && minutes(route.drive_s),
                      route && money(route.cost),
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </Box>
                </Box>
              </Box>
              <Box
                component="ol"
                sx={{
                  m: 0,
                  paddingInlineStart: 5,
                  paddingInlineEnd: 1,
                  fontSize: 13,
                  maxHeight: 190,
                  overflowY: 'auto',
                }}
              >
                {stops.map((stop, place) => {
                  const one = at.get(stop)
                  const visit = route?.visits[place]
                  return (
                    one && (
                      <li key={stop}>
                        {visit && `${time(zero_ms + visit.arrival_s * 1000)} `}
                        {one.kind === 'dropoff' ? '↓' : '↑'} {one.who ?? `#${one.id_service}`}
                      </li>
                    )
                  )
                })}
              </Box>
              {wrong.length > 0 && (
                <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5, paddingInlineStart: 5, pt: 0.5 }}>
                  {wrong.map((one) => (
                    <Badge key={`${one.kind} ${one.stop}`} color="warning">
                      {at.get(one.stop)?.who ?? ''}: {violationText(words, one)}
                    </Badge>
                  ))}
                </Box>
              )}
            </Paper>
          )
        })}
      </Box>
      <LeftList run={run} choices={choices} words={words} />
    </Box>
  )
}

function ProposalMap({ lines, label }: { lines: readonly (readonly LatLng[])[]; label: string }) {
  const [, setMap] = useState<LeafletMap | null>(null)
  const places = lines.flat()
  return (
    <Suspense fallback={<Skeleton variant="rectangular" sx={{ height: 1 }} />}>
      <MapView label={label} places={() => places} wheel={false} onMap={useFit(places, setMap)}>
        {lines.map((line, at) => (
          <Polyline
            key={at}
            positions={line.map(([lat, lng]): LatLngTuple => [lat, lng])}
            pathOptions={{ color: colourOf(at), weight: 4, opacity: 0.8 }}
            interactive={false}
          />
        ))}
        {lines.flatMap((line, at) =>
          line.map(([lat, lng], stop) => (
            <CircleMarker
              key={`${at} ${stop}`}
              center={[lat, lng]}
              radius={5}
              pathOptions={{ color: '#ffffff', weight: 1.5, fillColor: colourOf(at), fillOpacity: 1 }}
              interactive={false}
            />
          )),
        )}
      </MapView>
    </Suspense>
  )
}

/** Brings everything into view once the map is there. */
function useFit(places: readonly LatLng[], setMap: (map: LeafletMap) => void): (map: LeafletMap) => void {
  const [first] = useState(places)
  return useMemo(
    () => (map: LeafletMap) => {
      setMap(map)
      if (first.length > 0)
        map.fitBounds(
          first.map(([lat, lng]): LatLngTuple => [lat, lng]),
          { padding: [24, 24], animate: false },
        )
    },
    [first, setMap],
  )
}
