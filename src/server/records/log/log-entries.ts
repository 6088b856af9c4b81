import { resourceTitle, oneTitle } from '../fields/labels'
import type { RecordContext } from '../record-context'
import { changeWords, logEntry, type LogEntryItem } from './log-entry'
import type { LogLine } from './log-list'
import type { LogPart } from './log-parts'

/** Whose own activity it is. */
export interface LogOwner {
  readonly title: string
  readonly parts: readonly LogPart[]
}

/**
 * Translates lines into the asker's language, what one write did to the parts of a record into one entry.
 * @param owner null: of no record alone, or of one without parts
 */
export function logEntries(context: RecordContext, lines: readonly LogLine[], owner: LogOwner | null): LogEntryItem[] {
  const groups = new Map<number, [LogLine, ...LogLine[]]>()
  for (const line of lines) {
    const id = line.group?.id ?? line.id
    const group = groups.get(id)
    if (group) group.push(line)
    else groups.set(id, [line])
  }
  return [...groups].map(([id, group]) => {
    const part = owner?.parts.find((one) => one.context.resource.name === group[0].resource)
    if (part && owner) return { ...partEntry(context, group, part, owner), id }
    return withoutSame(logEntry(context, group[0]), owner)
  })
}

/** Rows of the record that stay the same ones are told by their own line alone, which says what changed in them. */
const withoutSame = (entry: LogEntryItem, owner: LogOwner | null): LogEntryItem =>
  owner ? { ...entry, changes: entry.changes.filter(({ from, to }) => from === null || from !== to) } : entry

const MAX_NAMED = 8

/** Rows beside a record: one by its name, several each with what changed in it, or by their names alone. */
function partEntry(
  context: RecordContext,
  lines: readonly [LogLine, ...LogLine[]],
  part: LogPart,
  { title }: LogOwner,
): LogEntryItem {
  const {
    runtime: { words },
    actor: { language },
    model,
  } = context
  const { context: there, link } = part
  const { entity, resource } = there
  const [line] = lines
  const isAlone = lines.length === 1
  const count = line.group?.count ?? lines.length
  // The record whose activity it is need not be told in its own.
  const nameOf = ({ title: own, id_target, key_target }: LogLine): string => {
    const name = own ?? String(key_target ?? id_target ?? '')
    return (
      name
        .split(' · ')
        .filter((one) => one !== title)
        .join(' · ') || name
    )
  }
  // Of a new row, nor what its name says.
  const pieces = [...entity.represent, ...(entity.titled ?? [])]
  const named = pieces.flatMap((piece) => ('field' in piece ? [piece.field] : []))
  const changed = lines.map((one) => ({
    name: nameOf(one),
    id: one.key_target ?? one.id_target ?? 0,
    changes: changeWords(there, one.changes).filter(
      ({ field }) => field !== link && !(one.type_log === 'create' && named.includes(field)),
    ),
  }))
  const changes = changed.flatMap(({ name, id, changes: own }) =>
    isAlone
      ? own
      : own.map((change) => ({ ...change, field: `${id}.${change.field}`, label: `${name} · ${change.label}` })),
  )
  const shown = model.resources[resource.name]
  const many = part.title ?? (shown ? resourceTitle(words, language, shown) : entity.title)
  const entry = logEntry(context, line)
  return {
    ...entry,
    targets: [
      {
        type: isAlone ? oneTitle(words, language, resource, entity) : many,
        name:
          isAlone || (changes.length === 0 && count <= MAX_NAMED)
            ? changed.map(({ name }) => name).join(', ')
            : `${many} (${count})`,
        link: isAlone ? (entry.targets[0]?.link ?? null) : null,
      },
    ],
    changes,
    part: true,
    rest: count - lines.length,
  }
}
