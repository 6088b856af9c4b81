import type { Json, JsonObject } from '#engine/model'
import type { Child, Step } from '../../model'
import type { FlowIds } from './flow-ids'

/** The three fields of a step that lead to another one; a child leads by its own. */
export const LINKS = [
  'id_bot_step_next',
  'id_bot_step_positive',
  'id_bot_step_default',
] as const satisfies readonly (keyof Step)[]
export type Link = (typeof LINKS)[number]

/** What a step says and asks, beside its place, its children and where it leads. */
export const CONTENT = [
  'type',
  'name',
  'message_type',
  'message_text',
  'message_action_button',
  'variable',
  'validation_type',
  'validation_pattern',
  'error_text',
  'tries',
  'minutes_wait',
  'action_type',
  'action_url',
] as const satisfies readonly (keyof Step)[]

const CHILD = ['title', 'condition_source', 'condition_operator', 'condition_target'] as const

/**
 * A step as it is drawn. Ids are the editor's own: those of the server, and negative ones for steps that it has not
 * saved yet, or made anew after their removal was undone (`FlowIds`).
 */
export interface StepRow extends Step {
  readonly version: number
}
export type ChildRow = Child

export interface FlowData {
  readonly first: number | null
  readonly steps: ReadonlyMap<number, StepRow>
}

const idOr = (value: Json | undefined): number | null =>
  value === null || value === undefined || value === '' ? null : Number(value)

/** A step of the server under the editor's ids, from the flow or from a step's form. */
export function rowOf(item: JsonObject, { steps, childs }: FlowIds): StepRow {
  const link = (value: Json | undefined): number | null => {
    const id = idOr(value)
    return id === null ? null : steps.local(id)
  }
  const rows = (Array.isArray(item['childs']) ? item['childs'] : []) as readonly JsonObject[]
  const row = {
    id: steps.local(Number(item['id'])),
    version: Number(item['version'] ?? 0),
    ...Object.fromEntries(CONTENT.map((name) => [name, item[name] ?? null])),
    childs: rows.map((child) => ({
      id: childs.local(Number(child['id'])),
      id_bot_step: link(child['id_bot_step']),
      ...Object.fromEntries(CHILD.map((name) => [name, child[name] ?? null])),
    })),
    ...Object.fromEntries(LINKS.map((name) => [name, link(item[name])])),
    position_x: Number(item['position_x'] ?? 0),
    position_y: Number(item['position_y'] ?? 0),
  }
  return row as unknown as StepRow
}

/** The same flow with some steps put or, where the row is null, taken out. */
export function withSteps(
  flow: FlowData,
  rows: Iterable<readonly [id: number, row: StepRow | null]>,
  first = flow.first,
): FlowData {
  const steps = new Map(flow.steps)
  for (const [id, row] of rows) {
    if (row === null) steps.delete(id)
    else steps.set(id, row)
  }
  return { first, steps }
}
