import { LinkBase } from 'react-admin'
import { memo, type CSSProperties, type MouseEvent, type PointerEvent } from 'react'
import { fieldTypes } from '../../../../fields/data'
import { typeOf } from '../../../../model/canonical'
import type { Field } from '../../../../model/field'
import type { JsonObject } from '../../../../model/json'
import { choices } from '../../../../model/rules/choices'
import { holds } from '../../../../model/rules/holds'
import { recordPath } from '../../../provider/paths'
import { cardName } from '../../record-name'
import { useScope } from '../../scope'
import type { CalendarEntry } from './entries'
import { hoursText, spanText } from './span-text'
import type { CalendarStyle } from './use-calendar'
import type { Grab } from './use-drag'

/** What every bar of a calendar needs. */
export interface BarRoom {
  readonly style: CalendarStyle
  /** The choice whose colour marks a bar. */
  readonly colour: Field | undefined
  /** What a bar says beside the name. */
  readonly facts: CalendarStyle['layout']['card']
  readonly mayMove: (record: JsonObject) => boolean
  readonly hasEnd: (record: JsonObject) => boolean
  readonly grab: Grab
  readonly wasDrag: () => boolean
  readonly onMenu: (id: CalendarEntry['id'], anchor: HTMLElement) => void
}

interface BarProps {
  readonly entry: CalendarEntry
  readonly room: BarRoom
  readonly place: CSSProperties
  /** Among the hours, not in a row of days. */
  readonly block?: boolean
  readonly low?: boolean
  readonly isBegun: boolean
  readonly goesOn: boolean
  /** A record has one bar that the keys go to. */
  readonly isOwn: boolean
  readonly reached: boolean
}

/** A record in a calendar: a link to its page that can be dragged. */
export const Bar = memo(function Bar({
  entry,
  room,
  place,
  block = false,
  low = false,
  isBegun,
  goesOn,
  isOwn,
  reached,
}: BarProps) {
  const { record, look } = entry
  const { resource, entity, nameOf, contextOf } = useScope()
  const { style, grab, wasDrag } = room
  const name = nameOf(record)
  const isGhost = look === 'ghost'
  const moves = room.mayMove(record)
  const hours = isBegun ? '' : hoursText(record, style)
  const press = (edge: 'both' | 'end') => (event: PointerEvent) => {
    if (edge === 'end') event.stopPropagation()
    if (moves || room.hasEnd(record)) grab(event, record, edge)
  }
  return (
    <div
      className={block ? 'bar block' : 'bar'}
      style={{ ...place, ...markOf(room.colour, record) }}
      data-row={isOwn && !isGhost ? entry.id : undefined}
      data-look={look}
      data-begun={isBegun}
      data-goes={goesOn}
      data-moves={moves}
      data-low={low}
      aria-hidden={isGhost || undefined}
      data-dim={resource.list.dim ? holds(resource.list.dim, contextOf(record)) : undefined}
      onPointerDown={press('both')}
      onContextMenu={(event) => {
        event.preventDefault()
        if ((event.nativeEvent as unknown as { pointerType?: string }).pointerType !== 'touch')
          room.onMenu(entry.id, event.currentTarget)
      }}
      onDragStart={(event) => event.preventDefault()}
    >
      <LinkBase
        to={recordPath(resource, entry.id)}
        draggable={false}
        tabIndex={reached && isOwn ? 0 : -1}
        data-picks={isOwn ? entry.id : undefined}
        aria-label={`${name}, ${spanText(record, style)}`}
        aria-keyshortcuts={moves ? 'Space' : undefined}
        title={`${name}\n${spanText(record, style)}`}
        onClick={(event: MouseEvent) => {
          if (wasDrag()) event.preventDefault()
          event.stopPropagation()
        }}
      >
        {hours !== '' && <span className="time">{hours}</span>}
        {[
          cardName(resource, entity, record).title,
          ...room.facts.flatMap(({ f }) => textIn(record, f) ?? []).slice(0, block ? 2 : 1),
        ].join(' · ')}
      </LinkBase>
      {!goesOn && !isGhost && room.hasEnd(record) && <span className="end" onPointerDown={press('end')} />}
    </div>
  )
})

/** A fact as a bar may say it: a text, or the name of what is referred to. */
function textIn(record: JsonObject, f: string): string | null {
  const text = record[`${f}__label`] ?? record[f]
  return typeof text === 'string' && text !== '' && text.length <= MAX_FACT ? text : null
}

const MAX_FACT = 60

function markOf(field: Field | undefined, record: JsonObject): CSSProperties {
  const value = field && record[field.name]
  const color =
    field && typeOf(field, fieldTypes).name === 'enum'
      ? choices(field).find((choice) => choice.value === value)?.color
      : undefined
  return color === undefined ? {} : { ['--mark' as string]: color }
}
