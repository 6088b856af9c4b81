import MoveIcon from '@mui/icons-material/DriveFileMoveOutlined'
import Alert from '@mui/material/Alert'
import Skeleton from '@mui/material/Skeleton'
import useMediaQuery from '@mui/material/useMediaQuery'
import type { Theme } from '@mui/material/styles'
import { useEvent, useListContext, useTranslate, type Identifier } from 'react-admin'
import { useId, useMemo, useRef, useState, type MouseEvent } from 'react'
import { FailedAlert } from '../../../console/FailedAlert'
import { FailedNotice } from '../../../console/FailedNotice'
import { columnKey, type BoardColumn as Column } from '../../../../model/board'
import type { JsonObject } from '../../../../model/json'
import { HIDDEN } from '../../../../ui/show/hidden-text'
import { Icon } from '../../../../ui/show/Icon'
import { LiveText } from '../../../../ui/show/LiveText'
import { Notice } from '../../../../ui/show/Notice'
import { useDisplayStyle } from '../../../../ui/show/style'
import { useConsole } from '../../../console/console'
import { useActionLabel, type MenuItemEntry } from '../../actions/entries'
import { EntriesMenu } from '../../actions/EntriesMenu'
import { useVerbs } from '../../actions/verbs'
import { shownColumns } from '../../columns'
import { useCardMenu } from '../../list/RecordCard'
import { isPressable } from '../../list/pressable'
import { useScope } from '../../scope'
import { useScreen } from '../../screen'
import type { LayoutProps } from '../layouts'
import { BoardColumn, digits } from './BoardColumn'
import { BoardRing } from './BoardRing'
import { BoardRoot } from './BoardRoot'
import type { CardShape } from './BoardCard'
import { PhoneBoard } from './PhoneBoard'
import { useBoard } from './use-board'
import { focusCard, useBoardKeys, useKeptFocus } from './use-board-keys'
import { useCardDrag } from './use-card-drag'
import { useDrops, type DropWay } from './use-drops'
import { useNextMove } from './use-next-move'
import { useLift } from './use-lift'

/**
 * The records as cards in a column for each value of a field; a card that is dropped on a column gets there by what the
 * catalogue allows.
 */
export default function BoardLayout({ layout, choice }: LayoutProps<'board'>) {
  const { by, card, age, next = false, rings, sum: summed } = layout
  const translate = useTranslate()
  const { selectedIds, onToggleItem } = useListContext()
  const { resource, label, title, nameOf } = useScope()
  const { model, features } = useConsole()
  const { thousands_separator: separator } = useDisplayStyle()
  const screen = useScreen()
  const verbs = useVerbs()
  const nextOf = useNextMove()
  const labelOf = useActionLabel(resource)
  const isNarrow = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'), { noSsr: true })
  const root = useRef<HTMLDivElement>(null)
  const hintId = useId()
  const board = useBoard(by, age?.f, rings !== undefined)
  const { columns, pending, refetch } = board
  const [judge, undoDialog] = useDrops(layout)
  const named = useMemo(
    () => shownColumns(card, resource, model, label, features),
    [card, resource, model, label, features],
  )
  const sum = useMemo(
    () => (summed === undefined ? undefined : shownColumns([{ f: summed }], resource, model, label, features)[0]),
    [summed, resource, model, label, features],
  )
  const shown = useMemo(() => choice.shown.filter(({ f }) => f !== by), [choice, by])
  const shape = useMemo<CardShape>(() => ({ shown, named, age, next, hintId }), [shown, named, age, next, hintId])
  const rows = useMemo(() => columns?.flatMap(({ items }) => items) ?? [], [columns])
  const { hold } = useKeptFocus(root)

  /** A dialog gives the focus back to a card that may be drawn elsewhere by now. */
  const keepFocus = (id: Identifier) =>
    setTimeout(() => {
      if (document.activeElement === document.body) focusCard(root.current, String(id))
    }, FOCUS_MS)
  const [ways, setWays] = useState<{ anchor: HTMLElement; label: string; entries: readonly MenuItemEntry[] } | null>(
    null,
  )
  const go = useEvent(async (record: JsonObject, to: Column, way: DropWay) => {
    if (way.sure) await board.moving(record, to, way.run)
    else await way.run()
    keepFocus(record['id'] as Identifier)
  })
  const drop = useEvent((record: JsonObject, to: Column, anchor: HTMLElement | null) => {
    const meant = judge(record, to, columns ?? [])
    if (meant.kind !== 'allowed') return
    const [only, ...more] = meant.ways
    if (only && (more.length === 0 || !anchor)) void go(record, to, only)
    else if (anchor)
      setWays({
        anchor,
        label: translate('board.choose_way', { name: nameOf(record), column: to.label }),
        entries: meant.ways.map((way) => ({
          id: way.id,
          label: way.label,
          icon: <Icon name={way.icon ?? 'arrow_forward'} size={20} />,
          run: () => void go(record, to, way),
        })),
      })
  })
  const lift = useLift(root, { columns, rows, judge, drop, pending })
  const moveTo = (record: JsonObject, anchor: HTMLElement): readonly MenuItemEntry[] => {
    const others = (columns ?? []).flatMap((column) => {
      const meant = judge(record, column, columns ?? [])
      return meant.kind === 'here' ? [] : [{ column, meant }]
    })
    const [first] = others
    if (!first) return []
    const entry: MenuItemEntry = {
      id: 'move_to',
      label: translate('board.move_to'),
      icon: <MoveIcon fontSize="small" />,
      apart: true,
      run: () =>
        setWays({
          anchor,
          label: translate('board.move_to'),
          entries: others.map(({ column, meant }) => ({
            id: columnKey(column.value),
            label: column.label,
            icon: <MoveIcon fontSize="small" />,
            run: () => drop(record, column, anchor),
            ...(meant.kind === 'refused' && { refused: meant.why }),
          })),
        }),
    }
    return [
      others.every(({ meant }) => meant.kind === 'refused') && first.meant.kind === 'refused'
        ? { ...entry, refused: first.meant.why }
        : entry,
    ]
  }
  const { open: openMenu, menu } = useCardMenu(rows, moveTo)
  useCardDrag(root, {
    active: !isNarrow && columns !== null,
    onLift: (id) => lift.up(id, false),
    onOver: lift.over,
    onDrop: lift.drop,
    onCancel: lift.cancel,
  })
  const onKeyDown = useBoardKeys(root, {
    lift: (id) => lift.up(id, true),
    menu: (id, anchor) => openMenu(rows.find((row) => String(row['id']) === id)?.['id'] as Identifier, anchor),
    select: (id) => toggle(String(id)),
    lifted: lift.onKey,
  })

  const toggle = useEvent((id: string) => {
    const record = rows.find((row) => String(row['id']) === id)
    if (record) onToggleItem(record['id'] as Identifier)
  })
  const busy = useMemo(
    () => (pending.size > 0 || verbs.busy.size > 0 ? new Set([...pending.keys(), ...verbs.busy]) : NO_IDS),
    [pending, verbs.busy],
  )
  const moveOn = async (id: Identifier) => {
    const record = rows.find((row) => row['id'] === id)
    const move = record && !busy.has(id) ? nextOf(record) : null
    if (!record || !move) return
    await verbs.act(move, labelOf(move), [record], [id])
    keepFocus(id)
  }
  const onClick = (event: MouseEvent) => {
    const target = event.target as Element
    const [pressed, ticked, moved] = ['[data-menu]', '[data-select]', '[data-next]'].map((part) =>
      target.closest<HTMLElement>(part),
    )
    const card = target.closest<HTMLElement>('[data-row]')
    const id = card && (rows.find((row) => String(row['id']) === card.dataset['row'])?.['id'] as Identifier | undefined)
    if (!card || id === null || id === undefined) return
    if (pressed) openMenu(id, pressed)
    else if (moved) void moveOn(id)
    else if (ticked) onToggleItem(id)
    else if (isPressable(target) || window.getSelection()?.toString()) return
    else if (selectedIds.length > 0) onToggleItem(id)
    else screen.open(id)
  }
  const selected = useMemo(() => (selectedIds.length > 0 ? new Set(selectedIds) : null), [selectedIds])
  const more = useEvent(board.more)
  const draw = (column: Column) => {
    const key = columnKey(column.value)
    return (
      <BoardColumn
        key={key}
        column={column}
        shape={shape}
        sum={sum}
        mark={lift.marks?.get(key)}
        over={lift.at === key}
        selected={selected}
        busy={busy}
        onMore={more}
      />
    )
  }

  if (!columns) {
    return board.failure ? (
      <FailedNotice
        title={translate('board.error')}
        failure={board.failure}
        busy={board.busy}
        onRetry={() => void refetch()}
      />
    ) : (
      <BoardRoot aria-busy>
        {Array.from({ length: isNarrow ? 1 : 4 }, (_column, index) => (
          <Skeleton key={index} variant="rounded" sx={{ flex: '1 0 248px', height: 320 }} />
        ))}
      </BoardRoot>
    )
  }
  const failed = board.failure ? <FailedAlert flat failure={board.failure} onRetry={() => void refetch()} /> : null
  return (
    <>
      {failed}
      {rings && <BoardRing columns={columns} rings={rings} />}
      {columns.length === 0 ? (
        <Notice icon="empty" title={translate('list.empty')} text={translate('list.empty_filtered')} />
      ) : (
        <BoardRoot
          ref={root}
          role="group"
          aria-label={title}
          data-narrow={isNarrow}
          onKeyDown={onKeyDown}
          onClick={onClick}
          onPointerDown={lift.left}
          onFocus={(event) =>
            hold((event.target as Element).closest<HTMLElement>('[data-row]')?.dataset['row'] ?? null)
          }
          onBlur={(event) => {
            if (event.relatedTarget instanceof Element && !event.currentTarget.contains(event.relatedTarget)) {
              hold(null)
              lift.left()
            }
          }}
        >
          {isNarrow ? <PhoneBoard columns={columns}>{draw}</PhoneBoard> : columns.map(draw)}
        </BoardRoot>
      )}
      {board.others && (
        <Alert severity="info" sx={{ borderRadius: 0 }}>
          {translate('board.others', {
            smart_count: board.others.columns,
            count: digits(board.others.count, separator),
          })}
        </Alert>
      )}
      <p id={hintId} style={HIDDEN}>
        {translate('board.hint')}
      </p>
      <LiveText text={lift.said} />
      <EntriesMenu
        anchor={ways?.anchor ?? null}
        label={ways?.label ?? ''}
        entries={ways?.entries ?? []}
        onClose={() => setWays(null)}
      />
      {menu}
      {undoDialog}
    </>
  )
}

const NO_IDS: ReadonlySet<Identifier> = new Set()
/** After a dialog is gone. */
const FOCUS_MS = 60
