import type { Json, JsonObject } from '../json'
import type { FormCell, FormGroup, FormLayout, FormRow } from '../resource'
import { ruleFields } from '../rules/rule-fields'
import { checkIcon } from './check-icon'
import type { ErrorPlace } from './metadata-error'

const LAYOUTS: readonly FormLayout[] = ['tabs', 'steps']

/** How a form is written: where its rows stand, and the layout that they are in; null: nothing is written. */
interface WrittenForm {
  readonly key: 'rows' | FormLayout
  readonly layout?: FormLayout
  readonly items: readonly Json[]
}

export function writtenForm(form: JsonObject, place: ErrorPlace): WrittenForm | null {
  const layout = LAYOUTS.find((key) => form[key] !== undefined)
  const others = (['rows', ...LAYOUTS] as const).filter((key) => key !== layout && form[key] !== undefined)
  if (layout === undefined) return Array.isArray(form.rows) ? { key: 'rows', items: form.rows } : null
  for (const other of others)
    place.in(other).error('M098', `a form has either "rows", "tabs" or "steps". Put these into "${layout}".`)
  return { key: layout, layout, items: form[layout] as readonly Json[] }
}

/** A tab or a step as a group: its key is the group's name. */
export function asGroup({ tab, step, ...said }: JsonObject, layout: FormLayout): JsonObject {
  return { ...said, group: (layout === 'tabs' ? tab : step) ?? '' }
}

/** What parts of a form have to keep to beside what groups do. */
export function checkParts(parts: readonly FormGroup[], layout: FormLayout, place: ErrorPlace): void {
  parts.forEach(({ icon }, at) => checkIcon(icon, place.in(at, 'icon')))
  if (layout === 'tabs') {
    if (parts.every(({ show }) => show))
      place.error('M099', 'every tab has a rule, so that somebody could find an empty form. Take "show" out of one.')
    return
  }
  if (parts[0]?.show)
    place.in(0, 'show').error('M099', 'the first step is always there: the others depend on it. Remove "show".')
  parts.forEach(({ show }, at) => {
    const later = new Set(cellNames(parts.slice(at)))
    const [asked] = show && at > 0 ? ruleFields(show).filter((name) => later.has(name)) : []
    if (asked !== undefined)
      place
        .in(at, 'show')
        .error(
          'M101',
          `"${asked}" is not asked before this step. Put it into an earlier one, or ask for another field.`,
        )
  })
}

const cellsOf = (rows: readonly FormRow[]): readonly FormCell[] =>
  rows.flatMap((row) => ('cells' in row ? row.cells : cellsOf(row.rows)))

/** Names of all fields that rows have. */
export const cellNames = (rows: readonly FormRow[]): readonly string[] => cellsOf(rows).map(({ f }) => f)
