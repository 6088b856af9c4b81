import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import type { Map as LeafletMap } from 'leaflet'
import { lazy, Suspense, useCallback, useMemo, useRef, useState, type ReactNode } from 'react'
import type { JsonObject, FormRow, Resource, Json } from '#engine/model'
import { ImportDialog, ResourceScope, type RunExport, useConsole, useProvider, useScope } from '#engine/client'
import { useKeys, useSay } from '#engine/ui'
import type { LatLng } from '../../../geometry/model'
import { AreaBoardProvider, type AreaBoard as Board, type AreaEditing } from './area-board'
import { BoardList } from './BoardList'
import { useBoardPlace } from './use-board-place'
import { useAreaVerbs } from './use-area-verbs'
import { useGetList, type RaRecord } from 'react-admin'
import { ringOfValue } from '../polygon/ring-value'
import type { ListedArea } from './AreaList'

/** Maximum number of areas on one map, which is also the largest page of a list. */
const MAX_AREAS = 1000

interface AreaLook {
  /** The field that holds the area. */
  readonly areaField: string
  /** `#rrggbb`. */
  readonly colourOf: (record: JsonObject) => string
  readonly factOf?: (record: JsonObject) => ListedArea['fact']
}

/** All areas of a board, by name. */
function useBoardAreas(bound: JsonObject, { areaField, colourOf, factOf }: AreaLook) {
  const { resource, nameOf } = useScope()
  const { data, error, refetch } = useGetList<RaRecord>(
    resource.name,
    {
      filter: bound,
      sort: { field: 'name', order: 'ASC' },
      pagination: { page: 1, perPage: MAX_AREAS },
    },
    { retry: false },
  )
  const areas = useMemo(
    () =>
      data?.map(
        (record): ListedArea => ({
          id: Number(record.id),
          name: nameOf(record as JsonObject),
          colour: colourOf(record as JsonObject),
          ring: ringOfValue((record[areaField] as Json | undefined) ?? null),
          fact: factOf?.(record as JsonObject) ?? null,
        }),
      ),
    [data, nameOf, colourOf, areaField, factOf],
  )
  return { areas, error, refetch }
}

/** Columns of twelve for a field next to a map, where there is room for two in a line. */
const HALF = 6

/**
 * A resource for its form next to a map: the form omits what the board fixes, and no line holds more than two fields.
 */
const boardResource = (resource: Resource, bound: JsonObject): Resource => ({
  ...resource,
  form: { ...resource.form, rows: rowsAlongside(resource.form.rows, bound) },
})

const rowsAlongside = (rows: readonly FormRow[], bound: JsonObject): FormRow[] =>
  rows.flatMap((row): FormRow[] => {
    if (!('cells' in row)) return [{ ...row, rows: rowsAlongside(row.rows, bound) }]
    const cells = row.cells
      .filter(({ f }) => !Object.hasOwn(bound, f))
      .map((cell) => ({ ...cell, columns: cell.columns <= HALF ? HALF : 12 }))
    return cells.length > 0 ? [{ ...row, cells }] : []
  })

const BoardMap = lazy(() => import('./BoardMap'))
const AreaForm = lazy(() => import('./AreaForm'))

interface AreaBoardProps extends AreaLook {
  readonly resource: string
  /**
   * What all of its areas have in common: the list's filter, values of new areas and of those from files. Keep the
   * object the same.
   */
  readonly bound: JsonObject
  /** Further initial values of a new one. */
  readonly begin?: () => JsonObject
  readonly heading: 'h1' | 'h2'
  readonly empty: string
  /** CSS height on a desktop. */
  readonly height: string
  /** Above the list. */
  readonly note?: ReactNode
}

/** A catalogue of areas as one map with a list at its side, to draw, move, rename, import and export them. */
export default function AreaBoard(props: AreaBoardProps) {
  const { model } = useConsole()
  const found = model.resources[props.resource]
  const resource = useMemo(() => found && boardResource(found, props.bound), [found, props.bound])
  if (!resource) throw new Error(`This board is about the resource ${props.resource}, which the model lacks.`)
  return (
    <ResourceScope resource={resource}>
      <Rooms {...props} />
    </ResourceScope>
  )
}

function Rooms({ bound, begin, heading, empty, height, note, ...look }: AreaBoardProps) {
  const say = useSay()
  const provider = useProvider()
  const { resource, title, mayEdit } = useScope()
  const { areas, error, refetch } = useBoardAreas(bound, look)
  const { place, open, bring, saved, onAsk } = useBoardPlace()
  const [run, verbDialog] = useAreaVerbs(saved, () => void refetch())
  const [editing, setEditing] = useState<AreaEditing | null>(null)
  const [marked, mark] = useState<readonly (readonly LatLng[])[]>([])
  const map = useRef<LeafletMap | null>(null)
  const drawn = useRef<readonly LatLng[] | null>(null)
  const { colourOf } = look
  const board = useMemo<Board>(
    () => ({
      areas: areas ?? [],
      center: () => {
        const at = map.current?.getCenter()
        return at ? [at.lat, at.lng] : null
      },
      takeDrawn: () => {
        const ring = drawn.current
        drawn.current = null
        return ring
      },
      colourOf,
      edit: setEditing,
      mark,
    }),
    [areas, colourOf],
  )
  const prefill = useMemo(
    () => (place.area === 'new' ? { ...begin?.(), ...bound } : undefined),
    [place.area, begin, bound],
  )
  const onMap = useCallback((one: LeafletMap) => {
    map.current = one
  }, [])
  const onDrawn = (ring: readonly LatLng[]) => {
    drawn.current = ring
    open('new')
  }
  const close = () => open(null)
  // An area chosen in the list may be off the map, or too small there to move its corners.
  const openInView = (id: number | 'new') => {
    const ring = areas?.find((area) => area.id === id)?.ring ?? []
    if (ring.length > 0)
      map.current?.fitBounds(
        ring.map(([lat, lng]): [number, number] => [lat, lng]),
        { padding: [48, 48], animate: false },
      )
    if (mayEdit) open(id)
  }
  useKeys([{ keys: 'escape', label: say('form.close'), run: close, active: place.area !== null }])
  const exportAll: RunExport = (format, options) => {
    const rows =
      format === 'pdf' || format === 'html' ? resource.list.columns.map(({ f }) => f) : (resource.import?.columns ?? [])
    const columns = rows.filter((name) => !Object.hasOwn(bound, name))
    return provider.exportFile(
      resource.name,
      { filter: bound, sort: { field: 'name', order: 'ASC' }, columns },
      format,
      options,
    )
  }
  return (
    <AreaBoardProvider value={board}>
      <Box sx={{ ...ROOMS, height: { md: height } }}>
        <Box component="aside" aria-label={title} sx={SIDE}>
          {place.area !== null && mayEdit ? (
            <Suspense fallback={<Skeleton variant="rectangular" height={240} />}>
              <AreaForm
                key={place.area}
                id={place.area === 'new' ? null : place.area}
                prefill={prefill}
                onClose={close}
                onSaved={saved}
                onVerb={run}
                onAsk={onAsk}
              />
            </Suspense>
          ) : (
            <BoardList
              areas={areas}
              error={error}
              heading={heading}
              empty={empty}
              note={note}
              onRetry={() => void refetch()}
              onChoose={openInView}
              onBring={() => bring(null)}
              onExport={exportAll}
            />
          )}
        </Box>
        <Box sx={MAP}>
          <Suspense fallback={<Skeleton variant="rectangular" sx={{ height: 1 }} />}>
            {areas || error ? (
              <BoardMap
                label={say('map.polygon.map', { label: title })}
                areas={areas ?? []}
                chosen={place.area === 'new' ? null : place.area}
                editing={editing}
                marked={editing ? marked : []}
                center={middleOf((areas ?? []).flatMap(({ ring }) => ring))}
                onMap={onMap}
                onChoose={mayEdit ? open : doNothing}
                onDrawn={mayEdit ? onDrawn : undefined}
              />
            ) : (
              <Skeleton variant="rectangular" sx={{ height: 1 }} />
            )}
          </Suspense>
        </Box>
      </Box>
      {verbDialog}
      {place.bring && (
        <Suspense>
          <ImportDialog run={place.bring.run} values={bound} onRun={bring} onClose={() => bring('close')} />
        </Suspense>
      )}
    </AreaBoardProvider>
  )
}

// Users who may only look see its name under the mouse.
const doNothing = (): void => undefined

/** Where a map of these opens; undetermined without any. */
function middleOf(places: readonly LatLng[]): LatLng | undefined {
  if (places.length === 0) return undefined
  const mean = (at: 0 | 1): number => places.reduce((sum, place) => sum + place[at], 0) / places.length
  return [mean(0), mean(1)]
}

const ROOMS = {
  display: 'flex',
  flexDirection: { xs: 'column-reverse', md: 'row' },
  minHeight: 0,
  minWidth: 0,
} as const
const SIDE = {
  width: { xs: 1, md: 380 },
  flexShrink: 0,
  display: 'flex',
  flexDirection: 'column',
  minHeight: { xs: 240, md: 0 },
  bgcolor: 'background.paper',
  borderInlineEnd: { md: 1 },
  borderColor: { md: 'divider' },
} as const
const MAP = {
  flex: { xs: 'none', md: 1 },
  height: { xs: '46vh', md: 'auto' },
  minWidth: 0,
  position: 'relative',
} as const
