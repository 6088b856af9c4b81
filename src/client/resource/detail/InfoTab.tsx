import Paper from '@mui/material/Paper'
import Stack from '@mui/material/Stack'
import { useId, useMemo } from 'react'
import type { Entity } from '../../../model/entity'
import type { JsonObject } from '../../../model/json'
import type { Model } from '../../../model/model'
import type { Column, FormGroup, Resource } from '../../../model/resource'
import type { RuleContext } from '../../../model/rules/rule'
import { useConsole } from '../../console/console'
import { useGroupTitle } from '../../console/labels'
import { GroupTitle } from '../../../ui/show/GroupTitle'
import { Facts } from '../Facts'
import { shownColumns, type ShownColumn } from '../columns'
import { isGroupShown, openParts } from '../form/form-fields'
import { useScope } from '../scope'

const SYSTEM = [{ f: 'id' }, { f: 'date_created' }, { f: 'date_updated' }]

/** Facts that belong together. */
interface FactGroup {
  readonly title: string | null
  readonly cells: readonly Column[]
}
/** Facts under the title of a form's tab or step, or under none. */
interface Section {
  readonly title: string | null
  readonly parts: readonly FactGroup[]
}

/** All of the form's fields, under the form's own titles, and the record's dates. */
export function InfoTab({ record }: { record: JsonObject }) {
  const { resource, entity, contextOf } = useScope()
  const { model } = useConsole()
  const titleOf = useGroupTitle(resource)
  const sections = useMemo(() => {
    const inForm = sectionsOf(resource.form, record, contextOf(record), titleOf)
    const shown = new Set(inForm.flatMap(({ parts }) => parts.flatMap(({ cells }) => cells.map(({ f }) => f))))
    const brought = resource.list.columns.filter(
      ({ f }) =>
        !shown.has(f) &&
        !isNameOf(f, shown, entity, model) &&
        f !== 'state' &&
        entity.fields[f]?.type !== 'tags' &&
        !SYSTEM.some((one) => one.f === f) &&
        f in record,
    )
    const known = new Set([...shown, ...SYSTEM.map(({ f }) => f), ...brought.map(({ f }) => f)])
    // What the list says in an opened row.
    const details = resource.list.details.filter(
      ({ f }) => !known.has(f) && !isNameOf(f, known, entity, model) && f !== 'state' && (record[f] ?? null) !== null,
    )
    const listed = new Set([...known, ...details.map(({ f }) => f)])
    const moved = movedFields(resource, entity)
      .filter((f) => !listed.has(f) && (record[f] ?? null) !== null)
      .map((f) => ({ f }))
    const last: FactGroup = { title: null, cells: [...brought, ...details, ...moved, ...SYSTEM] }
    const [only, ...others] = inForm.length === 1 && inForm[0]?.title === null ? inForm[0].parts : []
    if (only?.title === null && others.length === 0)
      return [{ title: null, parts: [{ title: null, cells: [...only.cells, ...last.cells] }] }]
    return [...inForm, { title: null, parts: [last] }]
  }, [resource, entity, model, titleOf, contextOf, record])
  return (
    <Paper variant="outlined" sx={{ p: 2.5 }}>
      <Stack spacing={2.5}>
        {sections.map(({ title, parts }, at) =>
          title === null ? (
            parts.map((part, place) => <Part key={`${at}.${place}`} {...part} level="h2" record={record} />)
          ) : (
            <Titled key={at} title={title} parts={parts} record={record} />
          ),
        )}
      </Stack>
    </Paper>
  )
}

/** The form's open cells: a section for each tab or step, each whatever its form has closed. */
function sectionsOf(
  { layout, rows }: Resource['form'],
  record: JsonObject,
  context: RuleContext,
  titleOf: (group: FormGroup) => string | null,
): readonly Section[] {
  const partsOf = (of: Resource['form']['rows']): readonly FactGroup[] =>
    openParts(of, context).map(({ group, cells }) => ({
      title: group ? titleOf(group) : null,
      cells: cells.filter(({ f }) => f in record),
    }))
  if (!layout) return [{ title: null, parts: partsOf(rows) }]
  return rows.flatMap((row) =>
    'rows' in row && isGroupShown(row, context) ? [{ title: titleOf(row), parts: partsOf(row.rows) }] : [],
  )
}

/** What the moves of its flow asked, set or numbered. */
function movedFields({ actions }: Resource, { flow }: Entity): readonly string[] {
  const asked = actions.flatMap(({ move, ask }) => (move ? (ask?.fields ?? []).map(({ name }) => name) : []))
  const written = Object.values(flow?.moves ?? {}).flatMap(({ set, series }) => [
    ...(series === undefined ? [] : [series]),
    ...Object.keys(set),
  ])
  return [...new Set([...written, ...asked])]
}

/** Whether a column of the list is the name of a record that is already shown as a link. */
function isNameOf(f: string, shown: ReadonlySet<string>, entity: Entity, model: Model): boolean {
  return Object.values(entity.fields).some(({ name, ref }) => {
    const represent = ref && shown.has(name) ? (model.entities[ref.to]?.represent ?? []) : []
    const [only] = represent
    return represent.length === 1 && only !== undefined && 'field' in only && ref?.expand[f] === only.field
  })
}

/** Draws a field as the list does. */
function asListed(cell: Column, { list }: Pick<Resource, 'list'>): Column {
  const widget = cell.widget ?? [...list.columns, ...list.details].find(({ f }) => f === cell.f)?.widget
  return widget === undefined ? cell : { ...cell, widget }
}

/** The columns of some cells that this user may see in this record. */
function useColumns(record: JsonObject): (cells: readonly Column[]) => readonly ShownColumn[] {
  const { model, features } = useConsole()
  const { resource, label, isSeen } = useScope()
  return (cells) =>
    shownColumns(
      cells.map((cell) => asListed(cell, resource)),
      resource,
      model,
      label,
      features,
    ).filter(({ field, from }) => isSeen(from ?? field, record))
}

function Titled({ title, parts, record }: { title: string; parts: readonly FactGroup[]; record: JsonObject }) {
  const columnsOf = useColumns(record)
  const id = useId()
  if (parts.every(({ cells }) => columnsOf(cells).length === 0)) return null
  return (
    <section aria-labelledby={id}>
      <GroupTitle as="h2" id={id} sx={{ mt: 0, mb: 1.5 }}>
        {title}
      </GroupTitle>
      <Stack spacing={2}>
        {parts.map((part, at) => (
          <Part key={at} {...part} level="h3" record={record} />
        ))}
      </Stack>
    </section>
  )
}

function Part({ title, cells, level, record }: FactGroup & { level: 'h2' | 'h3'; record: JsonObject }) {
  const id = useId()
  const columns = useColumns(record)(cells)
  if (columns.length === 0) return null
  if (title === null) return <Facts columns={columns} record={record} />
  return (
    <section aria-labelledby={id}>
      <GroupTitle as={level} id={id} sx={{ mt: 0, mb: 1.5, ...(level === 'h3' && { border: 0, pb: 0, mb: 1 }) }}>
        {title}
      </GroupTitle>
      <Facts columns={columns} record={record} />
    </section>
  )
}
