import Box from '@mui/material/Box'
import LinearProgress from '@mui/material/LinearProgress'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { useTheme } from '@mui/material/styles'
import { useImperativeHandle, useMemo, useState } from 'react'
import { FailedAlert, type MapChartProps, useHeat } from '#engine/client'
import { MIN_ROWS } from '#engine/model'
import { LiveText, useSay } from '#engine/ui'
import { useDrawnMap } from '../base/BaseLayer'
import MapView from '../MapView'
import { areaName } from './area-name'
import { HeatCanvas } from './heat-canvas'
import { legendOf } from './heat-legend'
import { heatPicture } from './heat-picture'
import { heatClasses } from './heat-scale'
import { boxMiddle, spotFilters, spotsOf, type HeatSpot } from './heat-spots'
import { HeatLayer } from './HeatLayer'
import { HeatLegend } from './HeatLegend'
import { HeatTable } from './HeatTable'
import { useHeatMap } from './use-heat-map'

const LOOKS = ['smooth', 'cells'] as const
type Look = (typeof LOOKS)[number]

/** Where there is how much: a smooth picture on the map, squares that lead to their rows, or a table of them. */
export default function HeatChart({ stat, answer, words, onDrill, title, by, isTable, heat, files }: MapChartProps) {
  const say = useSay()
  const { mode } = useTheme().palette
  const [look, setLook] = useState<Look>('smooth')
  const [canvas] = useState(() => new HeatCanvas())
  const drawn = useDrawnMap()
  const { map, onMap, places, view } = useHeatMap(answer.extent ?? [-180, -85, 180, 85], look === 'smooth')
  const { answer: found, failure, busy, retry } = useHeat(heat, view)
  const spots = useMemo(() => (found ? [...spotsOf(found)].sort((a, b) => b.value - a.value) : []), [found])
  const classes = useMemo(
    () =>
      heatClasses(
        spots.map(({ value }) => value),
        mode,
      ),
    [spots, mode],
  )
  const legend = useMemo(() => legendOf(classes, (value) => words.value(value)), [classes, words])
  const counts = stat.measure.what === 'count'

  const nameOf = (spot: HeatSpot): string => {
    const [lat, lng] = boxMiddle(spot.box)
    const [place, name] = [`${lat.toFixed(4)}, ${lng.toFixed(4)}`, areaName(drawn, [lat, lng])]
    return name === null ? place : `${name} (${place})`
  }
  const describe = (spot: HeatSpot): { title: string; text: string } => ({
    title: words.value(spot.measured),
    text: counts
      ? (areaName(drawn, boxMiddle(spot.box)) ?? '')
      : say('map.heat.of', { smart_count: spot.count, count: words.count(spot.count) }),
  })
  const filtersOf = (spot: HeatSpot) => spotFilters(answer.filters, stat.by ?? '', spot)
  useImperativeHandle(files, () => ({
    legend,
    picture: () => heatPicture(map, mode),
    table: () => ({
      head: [
        by,
        say('map.heat.west'),
        say('map.heat.south'),
        say('map.heat.east'),
        say('map.heat.north'),
        ...(counts ? [] : [say('map.heat.rows')]),
        title,
      ],
      rows: spots.map((spot) => [
        nameOf(spot),
        spot.box.west,
        spot.box.south,
        spot.box.east,
        spot.box.north,
        ...(counts ? [] : [spot.count]),
        spot.measured,
      ]),
    }),
  }))
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 1 }}>
      {Boolean(failure) && <FailedAlert failure={failure} onRetry={retry} />}
      {isTable ? (
        <HeatTable
          title={title}
          by={by}
          spots={spots}
          counts={counts}
          nameOf={nameOf}
          text={({ measured }) => words.value(measured)}
          onOpen={(spot) => onDrill(filtersOf(spot))}
          isOpenable={(spot) => filtersOf(spot) !== null}
        />
      ) : (
        <>
          <ToggleButtonGroup
            exclusive
            size="small"
            value={look}
            aria-label={say('map.heat.look')}
            onChange={(_event, next: Look | null) => next && setLook(next)}
            sx={{ alignSelf: 'flex-start' }}
          >
            {LOOKS.map((one) => (
              <ToggleButton key={one} value={one} sx={{ py: 0.25, textTransform: 'none' }}>
                {say(`map.heat.${one}`)}
              </ToggleButton>
            ))}
          </ToggleButtonGroup>
          <Box sx={{ height: { xs: 340, sm: 420 }, position: 'relative', borderRadius: 1, overflow: 'hidden' }}>
            <MapView label={say('map.rows.map', { label: title })} onMap={onMap} places={places} wheel={false}>
              <HeatLayer
                spots={spots}
                classes={classes}
                isSmooth={look === 'smooth'}
                describe={describe}
                onPress={(spot) => onDrill(filtersOf(spot))}
                canvas={canvas}
              />
              <HeatLegend title={title} entries={legend} />
            </MapView>
            {busy && (
              <LinearProgress
                aria-label={say('map.rows.loading')}
                sx={{ position: 'absolute', insetInline: 0, top: 0, height: 2 }}
              />
            )}
          </Box>
        </>
      )}
      <Box component="p" sx={{ m: 0, fontSize: 12, color: 'text.secondary' }}>
        {found && spots.length === 0
          ? say('map.heat.none_in_view')
          : say(look === 'cells' && !isTable ? 'map.heat.press' : 'map.heat.least', { count: MIN_ROWS })}
      </Box>
      <LiveText
        text={found ? say('map.heat.loaded', { smart_count: spots.length, count: words.count(spots.length) }) : ''}
      />
    </Box>
  )
}
