import MoreIcon from '@mui/icons-material/MoreVert'
import { LinkBase, useTranslate, type Identifier } from 'react-admin'
import { memo } from 'react'
import type { BoardAge } from '../../../../model/board'
import type { Json, JsonObject } from '../../../../model/json'
import { holds } from '../../../../model/rules/holds'
import { Badge } from '../../../../ui/show/Badge'
import { Icon } from '../../../../ui/show/Icon'
import { useDisplayStyle } from '../../../../ui/show/style'
import { useActionLabel } from '../../actions/entries'
import type { ShownColumn } from '../../columns'
import { FieldValue } from '../../FieldValue'
import { recordPath } from '../../../provider/paths'
import { cardFacts } from '../../list/RecordCard'
import { cardName } from '../../record-name'
import { useScope } from '../../scope'
import { useNextMove } from './use-next-move'
import { lengthOfTime, useTick_ms, waitingSince } from './board-age'

/** What all cards of a board have in common; the same object as long as nothing of it changes. */
export interface CardShape {
  /** The list's columns but for the one that the board is divided by. */
  readonly shown: readonly ShownColumn[]
  /** The facts that metadata names. */
  readonly named: readonly ShownColumn[]
  readonly age?: BoardAge
  /** It has a button for what comes next. */
  readonly next: boolean
  /** Id of the sentence that says how cards are moved. */
  readonly hintId: string
}

interface BoardCardProps {
  readonly record: JsonObject
  /** Key of its column. */
  readonly column: string
  readonly shape: CardShape
  /** Whether cards of this column wait. */
  readonly waits: boolean
  /** Null while nothing is selected. */
  readonly selected: boolean | null
  /** It is being moved. */
  readonly busy: boolean
}

/** A record on a board. Its events go to the board: a card is drawn anew only for its own changes. */
export const BoardCard = memo(function BoardCard({ record, column, shape, waits, selected, busy }: BoardCardProps) {
  const { nameOf, entity, resource, contextOf } = useScope()
  const translate = useTranslate()
  const id = record['id'] as Identifier
  const name = nameOf(record)
  const { title, fields } = cardName(resource, entity, record)
  const told = cardFacts(record, shape.shown, fields, shape.named)
  const [icons, facts] = [told.filter(({ icon }) => icon !== undefined), told.filter(({ icon }) => icon === undefined)]
  return (
    <li
      data-row={String(id)}
      data-selected={selected === true}
      data-busy={busy}
      data-dim={resource.list.dim ? holds(resource.list.dim, contextOf(record)) : undefined}
    >
      <div className="head">
        {selected !== null && (
          <input
            type="checkbox"
            checked={selected}
            data-select={String(id)}
            readOnly
            aria-label={translate('list.select_row', { name })}
          />
        )}
        <LinkBase
          to={recordPath(resource, id)}
          className="name"
          aria-describedby={shape.hintId}
          aria-keyshortcuts="m"
          aria-label={title === name ? undefined : name}
        >
          {title}
        </LinkBase>
        {icons.map((column) => (
          <FieldValue key={column.f} column={column} record={record} />
        ))}
        <button
          type="button"
          className="menu"
          data-menu={String(id)}
          aria-haspopup="menu"
          aria-label={translate('list.row_menu', { name })}
        >
          <MoreIcon fontSize="small" />
        </button>
      </div>
      {facts.map((column) => (
        <div key={column.f} className="fact">
          <span className="label">{column.label}</span>
          <span className="value">
            <FieldValue column={column} record={record} />
          </span>
        </div>
      ))}
      {shape.next && <NextMove record={record} name={name} busy={busy} />}
      {waits && shape.age && (
        <CardAge since={record[shape.age.f]} until={promised(record, shape.age, column)} age={shape.age} />
      )}
    </li>
  )
})

/** What comes next, as a button; the board makes the move. */
function NextMove({ record, name, busy }: Pick<BoardCardProps, 'record' | 'busy'> & { readonly name: string }) {
  const { resource } = useScope()
  const labelOf = useActionLabel(resource)
  const move = useNextMove()(record)
  if (!move) return null
  const label = labelOf(move)
  return (
    <button
      type="button"
      className="next"
      data-next={move.id}
      aria-label={`${label}: ${name}`}
      aria-busy={busy}
      aria-disabled={busy || undefined}
    >
      <Icon name={move.icon} size={18} />
      {label}
    </button>
  )
}

const TONES = { late: 'warning', very_late: 'error' } as const
const ICONS = { late: 'hourglass_top', very_late: 'warning' } as const

/** What was promised of a card in this column. */
function promised(record: JsonObject, { until }: BoardAge, column: string): Json | undefined {
  const name = until && Object.hasOwn(until, column) ? until[column] : undefined
  return name === undefined ? undefined : record[name]
}

interface CardAgeProps {
  readonly since: Json | undefined
  readonly until: Json | undefined
  readonly age: BoardAge
}

/**
 * For how long a card waits and how long it still has, in words, and in a colour with a sign of its own once that is
 * long.
 */
function CardAge({ since, until, age }: CardAgeProps) {
  const translate = useTranslate()
  const { language, zone } = useDisplayStyle()
  const waiting = waitingSince(since, age, useTick_ms(), zone, until)
  if (!waiting) return null
  const { how, left, minutes } = waiting
  const time = lengthOfTime(minutes, language)
  const rest =
    left === undefined
      ? null
      : translate(left > 0 ? 'board.left' : 'board.over', { time: lengthOfTime(Math.abs(left), language) })
  if (how === 'in_time')
    return (
      <div className="age">
        <Icon name="schedule" size={14} />
        {rest ? `${time} · ${rest}` : translate('board.waits', { time })}
      </div>
    )
  return (
    <div className="age">
      <Badge color={TONES[how]} icon={ICONS[how]}>
        {rest ? `${time} · ${rest}` : `${translate(`board.${how}`)} · ${time}`}
      </Badge>
    </div>
  )
}
