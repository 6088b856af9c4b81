import ChartIcon from '@mui/icons-material/InsertChartOutlined'
import CsvIcon from '@mui/icons-material/FileDownloadOutlined'
import ImageIcon from '@mui/icons-material/ImageOutlined'
import MoreIcon from '@mui/icons-material/MoreVert'
import TableIcon from '@mui/icons-material/TableChartOutlined'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Paper from '@mui/material/Paper'
import Stack from '@mui/material/Stack'
import { useTheme } from '@mui/material/styles'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import { type ReactNode, useId, useRef, useState } from 'react'
import { useSay } from '../../../ui/show/style'
import { EntriesMenu } from '../actions/EntriesMenu'
import { seriesOf, type ChartProps } from './chart-props'
import { HeatChart } from './HeatChart'
import type { ChartFiles, HeatSource } from './map-chart'
import { MapChart } from './MapChart'
import PartsChart from './PartsChart'
import { PartTable } from './PartTable'
import { saveCanvas, saveCsv, savePng, saveTable } from './save-chart'

/** A chart with its title, a sentence that says it, the table behind it, and both as files. */
export function ChartCard({
  title,
  by,
  heat,
  aside,
  ...chart
}: ChartProps & {
  readonly title: string
  readonly by: string
  readonly heat?: HeatSource
  readonly aside?: ReactNode
}) {
  const { stat, answer, words, colourOf } = chart
  const say = useSay()
  const theme = useTheme()
  const id = useId()
  const frame = useRef<HTMLDivElement>(null)
  const files = useRef<ChartFiles | null>(null)
  const [isTable, setTable] = useState(false)
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const series = seriesOf(answer)
  const { parts = [] } = answer
  const legend =
    stat.as === 'donut'
      ? parts.map((part, place) => ({
          label: `${words.part(part)} ${words.value(part.value, part.lacking)}`,
          colour: colourOf(part.key, place),
        }))
      : series.map((one, place) => ({ label: words.split(one), colour: colourOf(one.key, place) }))
  const png = (): void => {
    const svg = frame.current?.querySelector('svg')
    const drawn = files.current?.picture()
    if (drawn)
      void saveCanvas(
        drawn,
        title,
        { paper: theme.palette.background.paper, text: theme.palette.text.primary },
        files.current?.legend ?? [],
      )
    else if (svg instanceof SVGSVGElement)
      void savePng(svg, title, { paper: theme.palette.background.paper, text: theme.palette.text.primary }, legend)
  }
  const isMap = stat.as === 'map' && heat !== undefined
  const isPicture = !isTable && (isMap ? Boolean(answer.extent) : stat.as !== 'heat' && parts.length > 0)
  const isWide = stat.as === 'heat' || isMap
  return (
    <Paper
      variant="outlined"
      component="figure"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-said`}
      sx={{ m: 0, p: 1.5, minWidth: 0, gridColumn: { md: isWide ? 'span 2' : undefined } }}
    >
      <Stack direction="row" sx={{ alignItems: 'flex-start', gap: 0.5 }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography variant="subtitle2" component="h2" id={`${id}-title`} noWrap>
            {title}
          </Typography>
          <Typography variant="caption" id={`${id}-said`} sx={{ color: 'text.secondary', display: 'block' }}>
            {sentenceOf(chart, say)}
          </Typography>
        </Box>
        {aside}
        <Tooltip title={say(isTable ? 'stats.as_chart' : 'stats.as_table')}>
          <IconButton
            size="small"
            aria-label={`${title}: ${say(isTable ? 'stats.as_chart' : 'stats.as_table')}`}
            aria-pressed={isTable}
            onClick={() => setTable(!isTable)}
          >
            {isTable ? <ChartIcon fontSize="small" /> : <TableIcon fontSize="small" />}
          </IconButton>
        </Tooltip>
        <IconButton
          size="small"
          aria-label={`${title}: ${say('stats.save')}`}
          aria-haspopup="menu"
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          <MoreIcon fontSize="small" />
        </IconButton>
      </Stack>
      <Box
        ref={frame}
        sx={{
          mt: 1,
          '& svg:focus': { outline: 'none' },
          '& svg:focus-visible': { outline: '2px solid', outlineColor: 'primary.main' },
          '& text': { fill: theme.palette.text.secondary },
        }}
      >
        {isMap && answer.extent ? (
          <MapChart {...chart} title={title} by={by} isTable={isTable} heat={heat} files={files} />
        ) : parts.length === 0 ? (
          <Typography variant="body2" sx={{ color: 'text.secondary', py: 4, textAlign: 'center' }}>
            {say('stats.nothing')}
          </Typography>
        ) : isTable ? (
          <PartTable {...chart} title={title} by={by} />
        ) : stat.as === 'heat' ? (
          <HeatChart {...chart} />
        ) : (
          <PartsChart {...chart} />
        )}
      </Box>
      {legend.length > 0 && !isTable && (
        <Stack
          direction="row"
          component="ul"
          sx={{
            flexWrap: 'wrap',
            gap: 1.5,
            m: 0,
            mt: 0.5,
            p: 0,
            listStyle: 'none',
            fontSize: 12,
            color: 'text.secondary',
          }}
        >
          {legend.map(({ label, colour }) => (
            <Stack key={label} component="li" direction="row" sx={{ gap: 0.5, alignItems: 'center' }}>
              <Box sx={{ width: 9, height: 9, borderRadius: 0.5, bgcolor: colour }} />
              {label}
            </Stack>
          ))}
        </Stack>
      )}
      <EntriesMenu
        anchor={anchor}
        label={say('stats.save')}
        onClose={() => setAnchor(null)}
        entries={[
          {
            id: 'csv',
            label: say('stats.save_csv'),
            icon: <CsvIcon fontSize="small" />,
            run: () =>
              isMap && files.current
                ? saveTable(files.current.table(), title)
                : saveCsv(chart, title, by, say('stats.lacking_head')),
          },
          ...(isPicture
            ? [{ id: 'png', label: say('stats.save_png'), icon: <ImageIcon fontSize="small" />, run: png }]
            : []),
        ]}
      />
    </Paper>
  )
}

/** `En total 210. El mayor: Ana Ruiz, 35.` */
function sentenceOf({ answer, words, stat }: ChartProps, say: ReturnType<typeof useSay>): string {
  const { parts = [] } = answer
  const total =
    say(stat.measure.what === 'count' || stat.measure.what === 'sum' ? 'stats.total' : 'stats.whole', {
      value: words.value(answer.value),
    }) + (answer.lacking === undefined ? '' : ` ${say('stats.lacking', { smart_count: answer.lacking })}`)
  const sized = parts.map((part) => ({
    part,
    size: part.split ? part.split.reduce((sum, { value }) => sum + Number(value ?? 0), 0) : Number(part.value ?? 0),
  }))
  const largest = sized.reduce<(typeof sized)[number] | null>(
    (most, one) => (most === null || one.size > most.size ? one : most),
    null,
  )
  return largest && parts.length > 1
    ? `${total} ${say('stats.largest', { name: words.part(largest.part), value: words.value(largest.size) })}`
    : total
}
