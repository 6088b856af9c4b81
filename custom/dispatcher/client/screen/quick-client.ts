import type { FormRow, Resource } from '#engine/model'

type FormCell = Extract<FormRow, { readonly cells: unknown }>['cells'][number]

/** What a caller is asked for; the rest is for whoever has the time. */
const QUICK = ['name', 'surname', 'phone']

/** The form of a client with name and phone first, and all else under a title that opens it. */
export function quickForm(resource: Resource, title: string): Resource {
  const cells = cellsOf(resource.form.rows)
  const first = QUICK.flatMap((name) => cells.filter(({ f }) => f === name))
  const rows: readonly FormRow[] = [
    ...first.map((cell) => ({ cells: [{ ...cell, columns: 12 }] })),
    { group: 'more', title, collapsed: true, rows: withoutCells(resource.form.rows) },
  ]
  return { ...resource, form: { ...resource.form, rows } }
}

const cellsOf = (rows: readonly FormRow[]): readonly FormCell[] =>
  rows.flatMap((row) => ('cells' in row ? row.cells : cellsOf(row.rows)))

const withoutCells = (rows: readonly FormRow[]): readonly FormRow[] =>
  rows.flatMap((row): FormRow[] => {
    if (!('cells' in row)) return [{ ...row, rows: withoutCells(row.rows) }]
    const cells = row.cells.filter(({ f }) => !QUICK.includes(f))
    return cells.length > 0 ? [{ ...row, cells }] : []
  })
