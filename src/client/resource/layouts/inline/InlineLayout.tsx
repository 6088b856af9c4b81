import Alert from '@mui/material/Alert'
import Skeleton from '@mui/material/Skeleton'
import Box from '@mui/material/Box'
import useMediaQuery from '@mui/material/useMediaQuery'
import type { Theme } from '@mui/material/styles'
import { useEvent, useListContext, useTranslate, type Identifier } from 'react-admin'
import {
  lazy,
  Suspense,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ClipboardEvent,
  type KeyboardEvent,
  type MouseEvent,
} from 'react'
import { flushSync } from 'react-dom'
import type { Json, JsonObject } from '../../../../model/json'
import { isSame } from '../../../../model/values/same'
import { useKeys } from '../../../../ui/keys'
import { LookupProvider, useLookup } from '../../../../ui/lookup'
import { LiveText } from '../../../../ui/show/LiveText'
import { prepareInputs } from '../../../../ui/inputs/late-input'
import { useConsole } from '../../../console/console'
import { RouteGuard, useWindowGuard } from '../../../form/leave-guard'
import { RestoredNotice } from '../../../form/notices'
import { shownColumns } from '../../columns'
import { cellOf, focusCell, type CellPlace } from '../../grid/grid-keys'
import { usePaste } from '../../grid/use-paste'
import { useCardMenu } from '../../list/RecordCard'
import { TableHead } from '../../list/TableHead'
import { useScope } from '../../scope'
import type { LayoutProps } from '../layouts'
import { cellAction } from './cell-keys'
import { changedNames, isTyped, newest } from './changes'
import { InlineBar } from './InlineBar'
import { InlineRoot } from './InlineRoot'
import { InlineRow } from './InlineRow'
import { isOverList, useInline } from './use-inline'

const ListCards = lazy(() => import('../../list/ListCards'))

void prepareInputs()

/** The page of rows with cells that are typed in place, as in a spreadsheet; all that was typed is saved together. */
export default function InlineLayout({ layout, choice }: LayoutProps<'inline'>) {
  const translate = useTranslate()
  const { data, isPending, isPlaceholderData } = useListContext()
  const { resource, entity, title, label, contextOf } = useScope()
  const { model, features } = useConsole()
  const narrow = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'), { noSsr: true })
  const page = useMemo(() => (data ?? []) as readonly JsonObject[], [data])
  const known = useRef<readonly JsonObject[]>(page)
  useEffect(() => {
    known.current = page
  }, [page])
  const rowOf = useEvent((id: Identifier): JsonObject | undefined => known.current.find((row) => row['id'] === id))
  const inline = useInline(rowOf)
  const { changes, saved, troubles } = inline
  const [only, setOnly] = useState(false)
  const rows = useMemo(
    () =>
      only
        ? [...changes.values()]
        : page.map((row) => {
            const before = newest(row, saved)
            return changes.get(row['id'] as Identifier) ?? { before, row: before }
          }),
    [only, changes, page, saved],
  )
  const columns = useMemo(() => {
    const extra = shownColumns(
      layout.fields.filter((f) => !choice.shown.some((column) => column.f === f)).map((f) => ({ f })),
      resource,
      model,
      label,
      features,
    )
    return [...choice.shown, ...extra]
  }, [layout, choice, resource, model, label, features])
  const cells = useMemo(() => new Set(layout.fields), [layout])
  const grid = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState<CellPlace>({
    row: 0,
    column: Math.max(
      0,
      columns.findIndex(({ f }) => cells.has(f)),
    ),
  })
  const [editing, setEditing] = useState(false)
  const origin = useRef<Json>(null)
  const [announcement, announce] = useState('')
  const active: CellPlace = {
    row: Math.min(at.row, Math.max(0, rows.length - 1)),
    column: Math.min(at.column, columns.length - 1),
  }
  const idAt = (row: number): Identifier => rows[row]?.before['id'] as Identifier
  const isOpen = ({ row, column }: CellPlace): boolean => {
    const [shown, one] = [rows[row], columns[column]]
    return (
      shown !== undefined &&
      one !== undefined &&
      cells.has(one.f) &&
      isTyped(one.field, { ...contextOf(shown.row), before: shown.before })
    )
  }
  const reverting = useRef(false)
  const set = useEvent((row: number, name: string, value: Json) => {
    if (!reverting.current) inline.type([{ id: idAt(row), name, value }])
  })
  const leaveCell = useEvent((row: number, name: string) => {
    if (!reverting.current) inline.leave(idAt(row), name)
  })
  const cellEvents = useMemo(() => ({ set, preset: set, leave: leaveCell }), [set, leaveCell])

  const choose = (place: CellPlace) => {
    flushSync(() => {
      setAt(place)
      setEditing(false)
    })
    const cell = grid.current?.querySelector<HTMLElement>(`[data-cell="${place.row}-${place.column}"]`)
    cell?.focus()
    cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }
  const edit = (place: CellPlace) => {
    const name = columns[place.column]?.f ?? ''
    origin.current = rows[place.row]?.row[name] ?? null
    flushSync(() => {
      setAt(place)
      setEditing(true)
    })
    focusCell(grid.current, place)
  }
  const type = (place: CellPlace, value: Json) =>
    inline.type([{ id: idAt(place.row), name: columns[place.column]?.f ?? '', value }])
  /** As the cell above has it; then the next one down, so that the key pressed again fills further. */
  const fill = (place: CellPlace) => {
    const name = columns[place.column]?.f ?? ''
    type(place, rows[place.row - 1]?.row[name] ?? null)
    inline.leave(idAt(place.row), name)
    choose({ ...place, row: Math.min(place.row + 1, rows.length - 1) })
  }
  const revert = () => {
    // What the input still tells when it loses the focus is not to be kept.
    reverting.current = true
    choose(active)
    reverting.current = false
    type(active, origin.current)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const place = cellOf(event.target)
    if (!place) return
    const isChosen = event.target instanceof HTMLElement && event.target.dataset['cell'] !== undefined
    const action = cellAction(event, place, !isChosen, { rows: rows.length, columns: columns.length, isOpen })
    if (!action) return
    // A letter goes on into the input that it opened.
    if (action.do !== 'edit' || event.key.length !== 1 || event.key === ' ') event.preventDefault()
    event.stopPropagation()
    if (action.do === 'go') choose(action.to)
    else if (action.do === 'edit') edit(place)
    else if (action.do === 'clear') type(place, null)
    else if (action.do === 'fill') fill(place)
    else revert()
  }
  const onClick = (event: MouseEvent) => {
    const place = cellOf(event.target)
    if (!place || (editing && place.row === active.row && place.column === active.column)) return
    if (event.target instanceof Element && event.target.closest('a, button')) return
    if (isOpen(place)) edit(place)
    else choose(place)
  }
  const blank = useMemo<JsonObject>(() => ({}), [])
  const { paste, announcement: pasted } = usePaste({
    columns,
    closed: ({ f }) => !cells.has(f),
    rows: rows.map(({ row }) => row),
    blank,
    max: rows.length,
    disabled: inline.saving,
    fill: (next) => {
      const patches = next.flatMap((row, index) =>
        columns.flatMap(({ f }) =>
          cells.has(f) && !isSame(row[f] ?? null, rows[index]?.row[f] ?? null)
            ? [{ id: idAt(index), name: f, value: row[f] ?? null }]
            : [],
        ),
      )
      const refused = inline.type(patches)
      for (const { id, name } of patches) inline.leave(id, name)
      announce(refused > 0 ? translate('inline.closed', { smart_count: refused }) : '')
    },
    patch: (found) =>
      void inline.type(
        found.flatMap(({ at: row, name, value }) => (name.endsWith('__named') ? [] : [{ id: idAt(row), name, value }])),
      ),
    onError: (row, name, message) => setTimeout(() => inline.tell(idAt(row), name, message)),
  })
  const onPaste = (event: ClipboardEvent) => {
    const place = cellOf(event.target)
    const isChosen = event.target instanceof HTMLElement && event.target.dataset['cell'] !== undefined
    if (place) paste(event, place, isChosen)
  }
  const onCopy = (event: ClipboardEvent) => {
    if (
      !(event.target instanceof HTMLElement) ||
      event.target.dataset['cell'] === undefined ||
      window.getSelection()?.toString()
    )
      return
    event.clipboardData.setData('text/plain', event.target.textContent ?? '')
    event.preventDefault()
  }
  useKeys([
    { keys: 'ctrl+s', label: translate('form.key_save'), run: () => void inline.save(), active: changes.size > 0 },
  ])
  const isDirty = changes.size > 0
  const left = useRef(false)
  useWindowGuard(isDirty, left)
  const { discard, take } = inline
  const actions = useMemo(() => ({ discard, take }), [discard, take])
  const { open, menu } = useCardMenu(rows.map(({ before }) => before))
  const showMenu = useEvent(open)
  const lookup = useLookup()
  const ownLookup = useMemo(() => ({ ...lookup, labelOf: label }), [lookup, label])
  const count = useMemo(
    () => [...changes.values()].reduce((sum, change) => sum + changedNames(entity, change).length, 0),
    [changes, entity],
  )
  return (
    <>
      <RouteGuard isDirty={isDirty} left={left} stays={isOverList(resource.route)} onLeave={inline.forget} />
      {inline.isRestored && isDirty && <RestoredNotice onDiscard={() => inline.discard()} />}
      {(!narrow || isDirty) && (
        <InlineBar
          cells={count}
          rows={changes.size}
          wrong={troubles.size}
          saving={inline.saving}
          only={only}
          onOnly={setOnly}
          onSave={() => void inline.save()}
          onDiscard={() => {
            inline.discard()
            setOnly(false)
          }}
        />
      )}
      {narrow ? (
        <>
          <Alert severity="info">{translate('inline.narrow')}</Alert>
          <Suspense>
            <ListCards choice={choice} />
          </Suspense>
        </>
      ) : (
        <Box
          ref={grid}
          data-grid
          sx={{ overflow: 'auto', minHeight: 76, flex: '0 1 auto', overscrollBehaviorX: 'contain' }}
          onKeyDown={onKeyDown}
          onClick={onClick}
          onPaste={onPaste}
          onCopy={onCopy}
        >
          {isPending ? (
            <Skeleton variant="rectangular" height={320} />
          ) : (
            <LookupProvider value={ownLookup}>
              <InlineRoot
                role="grid"
                aria-label={title}
                aria-rowcount={rows.length}
                aria-busy={isPlaceholderData || undefined}
              >
                <TableHead shape={{ columns, selects: false, expands: false, drags: false }} />
                <tbody>
                  {rows.map(({ before, row }, index) => (
                    <InlineRow
                      key={String(before['id'])}
                      row={row}
                      before={before}
                      at={index}
                      columns={columns}
                      cells={cells}
                      active={active.row === index ? active.column : null}
                      editing={active.row === index && editing}
                      trouble={troubles.get(before['id'] as Identifier)}
                      events={cellEvents}
                      actions={actions}
                      onMenu={showMenu}
                    />
                  ))}
                </tbody>
              </InlineRoot>
            </LookupProvider>
          )}
        </Box>
      )}
      <LiveText text={announcement || pasted} />
      {menu}
      {inline.dialog}
    </>
  )
}
