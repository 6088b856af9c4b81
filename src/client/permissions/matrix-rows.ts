import type { CallResponse } from '../../model/call'
import type { Json } from '../../model/json'
import { modulesAt, rightsIn, type RightRow, type Rights, type RightsOf } from '../../model/rights/permissions'
import type { permissionsCall } from '../../model/role-calls'
import { fold } from '../../model/values/fold'
import { gridRowsOf, type GridRow } from '../provider/grid-rows'

type PermissionRow = CallResponse<typeof permissionsCall>['rows'][number]
export type PermissionRole = CallResponse<typeof permissionsCall>['roles'][number]

/** A row of the matrix: how deep it stands, and the modules that its boxes are about. */
export interface MatrixRow extends PermissionRow {
  readonly level: number
  readonly modules: readonly number[]
}

/**
 * The tree as lines from above: each group with what is in it, each module with the rights that some of its moves ask
 * for. What only full access has cannot be given.
 */
export function matrixRows(rows: readonly PermissionRow[]): readonly MatrixRow[] {
  const open = rows.filter(({ root }) => !root)
  const tree: readonly RightRow[] = open
  const under = (parent: number | null, level: number): readonly MatrixRow[] =>
    open.flatMap((row) => {
      if (row.of !== null || row.id_parent !== parent) return []
      const own = open
        .filter(({ of }) => of === row.id)
        .map((right) => ({ ...right, level: level + 1, modules: [right.id] }))
      const line = { ...row, level, modules: row.group ? modulesAt(tree, row.id) : [row.id] }
      return [line, ...own, ...(row.group ? under(row.id, level + 1) : [])]
    })
  return under(null, 0).filter(({ group, modules }) => !group || modules.length > 0)
}

/** The lines that a text finds, below the groups they are in; a group that is found stands with all of its own. */
export function foundLines(
  rows: readonly MatrixRow[],
  text: string,
  only: ReadonlySet<number> | null,
): readonly MatrixRow[] {
  const wanted = fold(text.trim())
  const named = new Set(rows.filter(({ name }) => fold(name).includes(wanted)).flatMap(({ modules }) => modules))
  const shown = new Set([...named].filter((id) => only === null || only.has(id)))
  return rows.flatMap((row) => {
    const modules = row.modules.filter((id) => shown.has(id))
    return modules.length === 0 ? [] : [{ ...row, modules }]
  })
}

/** The pairs that a form holds. */
export const rightsOfValue = (value: Json | undefined): RightsOf =>
  new Map(
    gridRowsOf(value).flatMap((row) => {
      const { id_module, see, edit } = row
      return typeof id_module === 'number'
        ? [[id_module, { see: isOn(see) || isOn(edit), edit: isOn(edit) }] as const]
        : []
    }),
  )

/** The same, changed: a pair that was there stays that row. */
export function valueOfRights(value: Json | undefined, rights: RightsOf): readonly GridRow[] {
  const before = gridRowsOf(value).filter(({ id_module }) => typeof id_module === 'number' && rights.has(id_module))
  const known = new Set(before.map(({ id_module }) => id_module))
  const flags = ({ see, edit }: Rights) => ({ see: see ? 1 : 0, edit: edit ? 1 : 0 })
  return [
    ...before.map((row) => ({ ...row, ...flags(rightsIn(rights, Number(row['id_module']))) })),
    ...[...rights].flatMap(([id_module, pair]) => (known.has(id_module) ? [] : [{ id_module, ...flags(pair) }])),
  ]
}

const isOn = (flag: Json | undefined): boolean => flag === 1 || flag === true
