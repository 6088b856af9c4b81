import type { Entity } from '../entity'
import { ruleFields as ruleNames } from '../rules/rule-fields'
import { readsOf } from './formula'
import { formulaFields } from './formula-fields'

type Entities = { readonly [name: string]: Entity }

/** A field that a formula fills, anywhere in the Model. */
export interface FormulaNode {
  readonly entity: string
  readonly field: string
}

const keyOf = (entity: string, field: string): string => `${entity}.${field}`

/** The fields, of any entity, that a formula field reads. */
function sourcesOf(entities: Entities, { entity: name, field }: FormulaNode): readonly FormulaNode[] {
  const entity = entities[name]
  const formula = entity?.fields[field]?.formula
  if (!entity || !formula) return []
  const { fields, paths, rows } = readsOf(formula)
  return [
    ...fields.map((one) => ({ entity: name, field: one })),
    ...paths.flatMap((path) => {
      const to = entity.fields[path.ref]?.ref?.to
      return to === undefined ? [] : [{ entity: to, field: path.field }]
    }),
    ...rows.flatMap((part) => rowFields(part).map((one) => ({ entity: part.of, field: one }))),
  ]
}

/** The fields of the rows that a number over them depends on, the reference to the record included. */
export function rowFields({ by, field, where }: ReturnType<typeof readsOf>['rows'][number]): readonly string[] {
  return [...new Set([by, ...(field === undefined ? [] : [field]), ...(where ? ruleNames(where) : [])])]
}

/**
 * All formula fields, each after those that it reads; and those that wait for themselves, as the chain that leads back.
 */
export function formulasInOrder(entities: Entities): {
  readonly order: readonly FormulaNode[]
  readonly circles: readonly (readonly FormulaNode[])[]
} {
  const nodes = new Map(
    Object.values(entities).flatMap((entity) =>
      formulaFields(entity).map(
        ({ name }) => [keyOf(entity.name, name), { entity: entity.name, field: name }] as const,
      ),
    ),
  )
  const done = new Set<string>()
  const order: FormulaNode[] = []
  const circles: FormulaNode[][] = []
  const visit = (node: FormulaNode, above: readonly FormulaNode[]): void => {
    const key = keyOf(node.entity, node.field)
    if (done.has(key)) return
    const at = above.findIndex((one) => keyOf(one.entity, one.field) === key)
    if (at >= 0) {
      circles.push(above.slice(at))
      return
    }
    for (const source of sourcesOf(entities, node)) {
      const next = nodes.get(keyOf(source.entity, source.field))
      if (next) visit(next, [...above, node])
    }
    if (!done.has(key)) order.push(node)
    done.add(key)
  }
  for (const node of nodes.values()) visit(node, [])
  return { order, circles }
}
