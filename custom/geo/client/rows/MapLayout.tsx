import BoxIcon from '@mui/icons-material/HighlightAltOutlined'
import ListIcon from '@mui/icons-material/FormatListBulleted'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import Skeleton from '@mui/material/Skeleton'
import ToggleButton from '@mui/material/ToggleButton'
import Tooltip from '@mui/material/Tooltip'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useTheme, type Theme } from '@mui/material/styles'
import { useEvent, useListContext, useNotify, type Identifier } from 'react-admin'
import { useCallback, useMemo, useRef, useState } from 'react'
import type { JsonObject } from '#engine/model'
import { FailedAlert, FailedNotice, type LayoutProps, useMapRows, useScope } from '#engine/client'
import { numberText, useDisplayStyle, useSay } from '#engine/ui'
import MapView from '../MapView'
import { AreaMarks } from './AreaMarks'
import { BoxPick } from './BoxPick'
import { askedView, type SeenBox } from './map-seen'
import { MapLegend } from './MapLegend'
import { MarkCard } from './MarkCard'
import { nearestCopy, type Mark } from './mark'
import { MarkCanvas } from './mark-canvas'
import { MarkLayer } from './MarkLayer'
import { NothingFound } from './NothingFound'
import { MarkList } from './MarkList'
import { areasInside, drawnOf } from './marks-of'
import { useEntries } from './use-entries'
import { useRowsMap } from './use-rows-map'

type Id = Mark['id']

/** The rows of a list on a map: marks or areas, a list of those in view beside it, and the card of the pressed one. */
export default function MapLayout({ layout, choice, embedded }: LayoutProps<'map'>) {
  const say = useSay()
  const style = useDisplayStyle()
  const { palette } = useTheme()
  const { title, nameOf, mayEdit, resource } = useScope()
  const { selectedIds, onSelect, onToggleItem } = useListContext()
  const notify = useNotify()
  const narrow = useMediaQuery<Theme>((theme) => theme.breakpoints.down('md'), { noSsr: true })
  const [seen, setSeen] = useState<SeenBox | null>(null)
  const rows = useMapRows(layout, seen && askedView(seen))
  const { map, start, onMap, places } = useRowsMap(rows, embedded, setSeen)
  const { answer, failure, tints, tintOf, placeOf } = rows
  const drawn = useMemo(
    () => drawnOf({ answer, placeOf, tintOf, tints }, nameOf, palette.primary.main),
    [answer, placeOf, tintOf, tints, nameOf, palette],
  )
  const byId = useMemo(() => new Map((answer?.items ?? []).map((row) => [row['id'] as Id, row])), [answer])
  const [open, setOpen] = useState<{ readonly row: JsonObject; readonly byKey: boolean } | null>(null)
  const [active, setActive] = useState<Id | null>(null)
  const [picking, setPicking] = useState(false)
  const [listed, setListed] = useState(false)
  const [canvas] = useState(() => new MarkCanvas())
  const list = useRef<HTMLDivElement>(null)
  const number = useCallback((n: number): string => numberText(n, style), [style])
  const selects = mayEdit || resource.actions.some(({ on }) => on.includes('bulk'))

  const describe = useCallback(
    (mark: Mark): { title: string; text: string } => {
      if (mark.n > 1)
        return { title: say('map.rows.together', { count: number(mark.n) }), text: say('map.rows.closer') }
      const row = byId.get(mark.id)
      const tint = row && tintOf(row)
      return { title: row ? nameOf(row) : '', text: tints.find(({ value }) => value === tint)?.label ?? '' }
    },
    [byId, nameOf, number, say, tintOf, tints],
  )
  const entries = useEntries(drawn, seen, describe)
  const selected = useMemo(() => new Set<Id>(selectedIds), [selectedIds])
  const openRow = open && (byId.get(open.row['id'] as Id) ?? open.row)
  const ringed = useMemo(
    () =>
      new Set<Id>([...selectedIds, ...(openRow ? [openRow['id'] as Id] : []), ...(active === null ? [] : [active])]),
    [selectedIds, openRow, active],
  )

  const toggle = (id: Id): void => {
    if (selects && byId.has(id)) onToggleItem(id as Identifier)
  }
  const press = (id: Id | null, adds: boolean, byKey = false): void => {
    const cluster = answer?.clusters?.find(({ box }) => box.join() === id)
    if (cluster && map) {
      const [west, south, east, north] = cluster.box
      map.fitBounds(
        [
          [south, west],
          [north, east],
        ],
        { maxZoom: Math.min(map.getMaxZoom(), map.getZoom() + 4) },
      )
      return
    }
    const row = id === null ? undefined : byId.get(id)
    if (row && adds) toggle(row['id'] as Id)
    else setOpen(row ? { row, byKey } : null)
    const mark = drawn.marks.find((one) => one.id === id)
    // The card must not cover what it is about.
    if (row && mark && map)
      map.panInside([...nearestCopy(mark, map.getCenter().lng)], {
        paddingTopLeft: [narrow ? 40 : 350, narrow ? 220 : 40],
        paddingBottomRight: [60, 60],
      })
  }
  const pressArea = useEvent(press)
  const close = (): void => {
    setOpen(null)
    if (open?.byKey) list.current?.querySelector<HTMLElement>('[role="listbox"]')?.focus()
  }
  const pick = (found: readonly Mark[], areas: readonly Id[]): void => {
    setPicking(false)
    const many = found.reduce((total, { n }) => total + n, 0)
    if (found.some(({ n }) => n > 1)) return notify(say('map.rows.too_many', { count: number(many) }), { type: 'info' })
    onSelect([...new Set<Identifier>([...selectedIds, ...found.map(({ id }) => id), ...areas])])
  }

  if (!answer && failure) {
    return <FailedNotice title={say('list.error')} failure={failure} onRetry={() => void rows.refetch()} />
  }
  const { total = 0, placed = 0 } = answer ?? {}
  const told = [
    say('map.rows.placed', { smart_count: placed, count: number(placed) }),
    ...(total > placed
      ? [say('map.rows.without', { smart_count: total - placed, count: number(total - placed) })]
      : []),
  ].join(', ')
  const shown = new Set([...byId.values()].flatMap((row) => tintOf(row) ?? []))
  const sheet = !narrow || listed
  return (
    <Box
      sx={{
        display: 'flex',
        flexDirection: 'column',
        minHeight: { xs: 420, sm: 320 },
        ...(embedded
          ? { height: 460 }
          : { height: { xs: 'calc(100dvh - 190px)', sm: 'auto' }, flex: { sm: '1 1 1600px' } }),
      }}
    >
      <Box sx={BAR}>
        <Box role="status" sx={{ flex: 1, minWidth: 0, fontSize: 13, color: 'text.secondary' }}>
          {answer &&
            (placed === 0 ? say(total === 0 ? 'list.empty' : 'map.rows.none_placed', { count: number(total) }) : told)}
        </Box>
        {selects && (
          <Tooltip title={say('map.rows.box_help')}>
            <ToggleButton
              value="box"
              size="small"
              selected={picking}
              onChange={() => setPicking(!picking)}
              aria-label={say('map.rows.box')}
              sx={{ p: 0.5 }}
            >
              <BoxIcon fontSize="small" />
            </ToggleButton>
          </Tooltip>
        )}
        {narrow && (
          <Button
            size="small"
            color="inherit"
            startIcon={<ListIcon />}
            aria-expanded={listed}
            onClick={() => setListed(!listed)}
          >
            {say('map.rows.in_view', { count: number(entries.length) })}
          </Button>
        )}
      </Box>
      <Box sx={{ height: 2, flex: 'none' }}>
        {rows.busy && answer && !layout.from && !resource.list.live && (
          <LinearProgress aria-label={say('map.rows.loading')} sx={{ height: 2 }} />
        )}
      </Box>
      {Boolean(failure) && answer && <FailedAlert flat failure={failure} onRetry={() => void rows.refetch()} />}
      <Box sx={{ flex: 1, minHeight: 0, display: 'flex', flexDirection: narrow ? 'column' : 'row' }}>
        <Box sx={{ flex: 1, minHeight: 0, minWidth: 0, position: 'relative' }}>
          {answer || start ? (
            <MapView
              label={say('map.rows.map', { label: title })}
              center={start?.center}
              zoom={start?.zoom}
              places={places}
              onMap={onMap}
              wheel={!embedded}
            >
              <MarkLayer
                marks={drawn.marks}
                chosen={ringed}
                describe={describe}
                onPress={(mark, adds) => press(mark?.id ?? null, adds)}
                canvas={canvas}
              />
              <AreaMarks areas={drawn.areas} chosen={ringed} onPress={pressArea} />
              {selects && (
                <BoxPick
                  always={picking}
                  colour={palette.primary.main}
                  onBox={(from, to) => pick(canvas.inside(from, to), areasInside(drawn.areas, map, from, to))}
                />
              )}
              <MapLegend tints={tints} shown={shown} />
            </MapView>
          ) : (
            <Skeleton variant="rectangular" sx={{ height: 1 }} />
          )}
          {openRow && (
            <MarkCard
              key={String(openRow['id'])}
              layout={layout}
              choice={choice}
              row={openRow}
              reading={rows}
              takesFocus={open?.byKey ?? false}
              onClose={close}
            />
          )}
        </Box>
        {sheet && (
          <Box
            ref={list}
            component="aside"
            aria-label={say('map.rows.list', { label: title })}
            sx={narrow ? SHEET : SIDE}
          >
            {total === 0 && answer ? (
              <NothingFound />
            ) : (
              <MarkList
                label={say('map.rows.list', { label: title })}
                entries={entries}
                selected={selected}
                onActive={setActive}
                onOpen={(id) => press(id, false, true)}
                onToggle={toggle}
                onAll={() =>
                  selects &&
                  onSelect([
                    ...new Set<Identifier>([
                      ...selectedIds,
                      ...entries.flatMap(({ id }) => (byId.has(id) ? [id] : [])),
                    ]),
                  ])
                }
              />
            )}
          </Box>
        )}
      </Box>
    </Box>
  )
}

const BAR = { display: 'flex', alignItems: 'center', gap: 1, px: 1.5, minHeight: 40, flex: 'none' } as const
const SIDE = {
  width: 280,
  flex: 'none',
  minHeight: 0,
  display: 'flex',
  flexDirection: 'column',
  borderInlineStart: 1,
  borderColor: 'divider',
} as const
const SHEET = {
  height: '42%',
  flex: 'none',
  minHeight: 0,
  display: 'flex',
  flexDirection: 'column',
  borderTop: 1,
  borderColor: 'divider',
} as const
