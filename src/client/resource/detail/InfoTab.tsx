import Paper from '@mui/material/Paper'
import Stack from '@mui/material/Stack'
import { useId, useMemo } from 'react'
import type { Entity } from '../../../model/entity'
import type { JsonObject } from '../../../model/json'
import type { Model } from '../../../model/model'
import type { Column, Resource } from '../../../model/resource'
import { useConsole } from '../../app/console'
import { useGroupTitle } from '../../app/labels'
import { GroupTitle } from '../../../ui/show/GroupTitle'
import { Facts } from '../Facts'
import { shownColumns } from '../columns'
import { openParts } from '../form/form-fields'
import { useScope } from '../scope'

const SYSTEM = [{ f: 'id' }, { f: 'date_created' }, { f: 'date_updated' }]

/** All of the form's fields, under the form's own titles, and the record's dates. */
export function InfoTab({ record }: { record: JsonObject }) {
  const { resource, entity, contextOf } = useScope()
  const { model } = useConsole()
  const titleOf = useGroupTitle(resource)
  const parts = useMemo(() => {
    const inForm = openParts(resource.form.rows, contextOf(record)).map(({ group, cells }) => ({
      title: group ? titleOf(group) : null,
      cells: cells.filter(({ f }) => f in record),
    }))
    const shown = new Set(inForm.flatMap(({ cells }) => cells.map(({ f }) => f)))
    const brought = resource.list.columns.filter(
      ({ f }) => !shown.has(f) && !isNameOf(f, shown, entity, model) && f !== 'state' && !SYSTEM.some((one) => one.f === f) && f in record,
    )
    const listed = new Set([...shown, ...brought.map(({ f }) => f)])
    const moved = movedFields(resource, entity).filter((f) => !listed.has(f) && (record[f] ?? null) !== null).map((f) => ({ f }))
    const last = { title: null, cells: [...brought, ...moved, ...SYSTEM] }
    return inForm.length === 1 && inForm[0]?.title === null ? [{ title: null, cells: [...inForm[0].cells, ...last.cells] }] : [...inForm, last]
  }, [resource, entity, model, titleOf, contextOf, record])
  return (
    <Paper variant="outlined" sx={{ p: 2.5 }}>
      <Stack spacing={2.5}>
        {parts.map(({ title, cells }, at) => <Part key={at} title={title} cells={cells} record={record} />)}
      </Stack>
    </Paper>
  )
}

/** What the moves of its flow asked, set or numbered. */
function movedFields({ actions }: Resource, { flow }: Entity): readonly string[] {
  const asked = actions.flatMap(({ move, ask }) => (move ? (ask?.fields ?? []).map(({ name }) => name) : []))
  const written = Object.values(flow?.moves ?? {}).flatMap(({ set, series }) => [...(series === undefined ? [] : [series]), ...Object.keys(set)])
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

function Part({ title, cells, record }: { title: string | null; cells: readonly Column[]; record: JsonObject }) {
  const { model, features } = useConsole()
  const { resource, label, isSeen } = useScope()
  const id = useId()
  const columns = shownColumns(cells.map((cell) => asListed(cell, resource)), resource, model, label, features).filter(({ field, from }) => isSeen(from ?? field, record))
  if (columns.length === 0) return null
  if (title === null) return <Facts columns={columns} record={record} />
  return (
    <section aria-labelledby={id}>
      <GroupTitle as="h2" id={id} sx={{ mt: 0, mb: 1.5 }}>{title}</GroupTitle>
      <Facts columns={columns} record={record} />
    </section>
  )
}
