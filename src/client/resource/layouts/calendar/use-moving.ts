import { useEvent, useNotify, useRefresh, useTranslate, type Identifier } from 'react-admin'
import { useCallback, useMemo, useRef, useState, type ReactNode } from 'react'
import { isEditable } from '../../../../model/rights/hidden'
import type { JsonObject } from '../../../../model/json'
import { rulePaths } from '../../../../model/rules/rule-fields'
import { useFailure } from '../../../../ui/failure'
import { useProvider } from '../../../console/provider'
import { useUndo } from '../../actions/use-undo'
import { useScope } from '../../scope'
import { spanText } from './span-text'
import { shiftedValues, type CalendarShift } from './shift'
import type { CalendarStyle } from './use-calendar'

/** A record that is on its way to another day. */
interface Moved {
  readonly record: JsonObject
  /** As it would be. */
  readonly now: JsonObject
  readonly by: 'keys' | 'pointer'
}

export interface Moving {
  readonly moved: Moved | null
  /** A record as it was put last, until it is read anew. */
  readonly standing: (record: JsonObject) => JsonObject
  /** For screen readers. */
  readonly announcement: string
  readonly begin: (record: JsonObject, by: Moved['by']) => boolean
  /** One more step from where it is. */
  readonly step: (shift: CalendarShift) => void
  /** A shift from where it was. */
  readonly put: (shift: CalendarShift) => void
  readonly drop: () => Promise<void>
  readonly cancel: () => void
  /** Whether its end can be moved alone. */
  readonly hasEnd: (record: JsonObject) => boolean
  readonly mayMove: (record: JsonObject) => boolean
  readonly dialog: ReactNode
}

/**
 * Moves records to other days: they are shown there at once, saved when they are dropped, and go back when the server
 * refuses.
 */
export function useMoving(style: CalendarStyle): Moving {
  const { layout, zone } = style
  const { resource, entity, nameOf, contextOf, mayEdit, label } = useScope()
  const provider = useProvider()
  const translate = useTranslate()
  const notify = useNotify()
  const refresh = useRefresh()
  const fail = useFailure()
  const [tell, dialog] = useUndo()
  const [moved, setMoved] = useState<Moved | null>(null)
  const [settled, setSettled] = useState<ReadonlyMap<Identifier, JsonObject>>(new Map())
  const [announcement, announce] = useState('')
  // Who moves a record twice in a row changes it once after the other, the second time as the first has left it.
  const saving = useRef(new Map<Identifier, Promise<JsonObject | null>>())
  const standing = useCallback(
    (record: JsonObject): JsonObject => {
      const put = settled.get(record['id'] as Identifier)
      return put && Number(put['version'] ?? 0) >= Number(record['version'] ?? 0) ? put : record
    },
    [settled],
  )

  const { mayMove, hasEnd } = useMemo(() => {
    const isOpen = (name: string | undefined, record: JsonObject): boolean => {
      const field = name === undefined ? undefined : entity.fields[name]
      if (!mayEdit || !field || field.readOnly || field.system) return false
      // What a rule reads behind a reference is not known here; the server says.
      return (
        [field.edit, field.see].some((rule) => rule && rulePaths(rule).length > 0) ||
        isEditable(field, { ...contextOf(record), before: record })
      )
    }
    const end = (record: JsonObject): boolean => layout.to !== undefined && isOpen(layout.to, record)
    return {
      hasEnd: end,
      mayMove: (record: JsonObject): boolean =>
        isOpen(layout.from, record) && (layout.to === undefined || (record[layout.to] ?? null) === null || end(record)),
    }
  }, [entity, mayEdit, contextOf, layout])

  const begin = useEvent((record: JsonObject, by: Moved['by']): boolean => {
    if (mayMove(record) || hasEnd(record)) {
      setMoved({ record, now: record, by })
      if (by === 'keys') announce(translate('calendar.picked', { name: nameOf(record) }))
      return true
    }
    const why = translate(mayEdit ? 'calendar.fixed' : 'calendar.read_only', {
      name: nameOf(record),
      field: label(layout.from),
    })
    announce(why)
    notify(why, { type: 'info' })
    return false
  })
  const to = (record: JsonObject, from: JsonObject, shift: CalendarShift): JsonObject => {
    if (shift.edge === 'both' && !mayMove(record)) return from
    return { ...from, ...shiftedValues(from, layout, zone, shift) }
  }
  const step = useEvent((shift: CalendarShift) => {
    if (!moved) return
    const now = to(moved.record, moved.now, shift)
    setMoved({ ...moved, now })
    announce(spanText(now, style))
  })
  const put = useEvent((shift: CalendarShift) => {
    if (moved) setMoved({ ...moved, now: to(moved.record, moved.record, shift) })
  })
  const cancel = useEvent(() => {
    if (moved) announce(translate('calendar.put_back', { name: nameOf(moved.record) }))
    setMoved(null)
  })
  const save = async (id: Identifier, { record, now }: Moved, values: JsonObject): Promise<JsonObject | null> => {
    const before = await saving.current.get(id)
    try {
      const {
        rows: [row],
        undo,
      } = await provider.saveRows(resource.name, [{ id, version: (before ?? record)['version'] ?? null, ...values }])
      const said = row?.ok
        ? translate('calendar.moved', { name: nameOf(record), when: spanText(now, style) })
        : translate('calendar.refused', { name: nameOf(record), why: row?.msg ?? '' })
      announce(said)
      if (row?.ok) tell(said, undo)
      else notify(said, { type: 'error' })
      return row?.ok ? { ...now, version: row.item?.['version'] ?? null } : null
    } catch (failure) {
      fail(failure)
      return null
    }
  }
  const drop = useEvent(async () => {
    if (!moved) return
    const { record, now } = moved
    const values = Object.fromEntries(
      [layout.from, layout.to].flatMap((name) =>
        name !== undefined && now[name] !== record[name] ? [[name, now[name] ?? null]] : [],
      ),
    )
    if (Object.keys(values).length === 0) return cancel()
    const id = record['id'] as Identifier
    setMoved(null)
    setSettled((all) => new Map(all).set(id, now))
    const work = save(id, moved, values)
    saving.current.set(id, work)
    const saved = await work
    if (saving.current.get(id) === work) {
      saving.current.delete(id)
      setSettled((all) => (saved ? new Map(all).set(id, saved) : new Map([...all].filter(([one]) => one !== id))))
    }
    refresh()
  })
  return { moved, standing, announcement, begin, step, put, drop, cancel, hasEnd, mayMove, dialog }
}
