import { sql, type RawBuilder } from 'kysely'
import type { Field } from '../../../model/field'
import type { JsonObject } from '../../../model/json'
import { mayReadLog } from '../../../model/rights/access'
import { contextOf, type RecordContext } from '../record-context'
import { idOf } from '../record-id'
import { fieldLabel } from '../fields/labels'
import { ruleHolds } from '../rule-readings'
import { seenFields } from '../fields/seen-fields'
import { childContext, childrenFields } from '../read/children-rows'

/**
 * Rows that are kept beside a record and edited in its own page, so that its activity tells theirs: a tariff's zones
 * and the prices between them.
 */
export interface LogPart {
  readonly context: RecordContext
  /** The field by which such a row belongs to the record. */
  readonly link: string
  /** What the record's form calls them; absent: the title of their catalogue. */
  readonly title?: string
  /** Rows of the record's own form: the record's line tells which there are, theirs what changed within one. */
  readonly onlyEdits: boolean
}

/**
 * What belongs to the records of a catalogue, and whose activity the asker reads: the rows of its own form, and
 * catalogues without a right of their own (their module is the record's) whose rows cannot be without one of its
 * records.
 */
export function logParts(context: RecordContext, record: JsonObject): readonly LogPart[] {
  const {
    model,
    actor,
    resource,
    entity,
    runtime: { words },
  } = context
  const seen = seenFields(context).fields
  const inForm = childrenFields(entity).flatMap((field): LogPart[] => {
    const rule = seen.get(field.name)
    const isSeen = rule === null || (rule !== undefined && ruleHolds(context, rule, record))
    const there = isSeen ? childContext(context, field.children, null) : null
    if (!there) return []
    const title = fieldLabel(words, actor.language, resource, field, field.name)
    return [{ context: there, link: field.children.link, title, onlyEdits: true }]
  })
  const beside = Object.values(model.resources).flatMap((one): LogPart[] => {
    const rows = model.entities[one.entity]
    if (!rows || rows.remote || one.name === resource.name || one.module !== resource.name) return []
    const isLink = ({ ref, virtual, required }: Field): boolean => ref?.to === entity.name && !virtual && required
    const link = Object.values(rows.fields).find(isLink)
    if (!link || !mayReadLog(actor, one) || inForm.some((part) => part.context.entity === rows)) return []
    return [{ context: contextOf(context, rows, one), link: link.name, onlyEdits: false }]
  })
  return [...inForm, ...beside]
}

/** Ids of the lines about a record, `own`, and about its parts: by their own indexes, however long the log is. */
export function partLines(context: RecordContext, parts: readonly LogPart[], id: string): RawBuilder<unknown> {
  const [column, value] = context.entity.key ? ['key_target', id] : ['id_target', idOf(id)]
  return sql.join(
    [
      sql`select l.id, true as own from logs as l
      where l.target = ${context.entity.name} and ${sql.ref(`l.${column}`)} = ${value}`,
      ...parts.map(
        ({ context: { entity }, link, onlyEdits }) => sql`select l.id, false as own
      from ${sql.table(entity.name)} as p join logs as l
        on l.target = ${entity.name} and ${sql.ref(entity.key ? 'l.key_target' : 'l.id_target')} = p.id
      where ${sql.ref(`p.${link}`)} = ${value}${onlyEdits ? sql` and l.type_log = 'edit'` : sql``}`,
      ),
    ],
    sql` union all `,
  )
}
