import type { EntityDraft } from './entity-draft'

/**
 * What the engine keeps beside entities: its record of the tables that it has made, who has which record open, and the
 * rollups with what they have to count again.
 */
const ENGINE_TABLES: { readonly [table: string]: string } = {
  engine_state: 'the engine',
  presences: 'the engine',
  engine_rollups: 'the engine',
  engine_rollup_marks: 'the engine',
}

/**
 * Tables have one owner: an entity never takes over what a feature or the engine keeps, nor the table of another
 * entity's `refs` (M048).
 * @param owners who keeps a table that no schema describes, by its name
 */
export function checkTables(
  drafts: ReadonlyMap<string, EntityDraft>,
  owners: { readonly [table: string]: string } = {},
): void {
  const taken = { ...ENGINE_TABLES, ...owners }
  const ownerOf = (table: string): string | undefined => {
    // A partition is named after its table and a number.
    const whole = table.replace(/_\d+$/, '')
    return Object.hasOwn(taken, table) ? taken[table] : Object.hasOwn(taken, whole) ? taken[whole] : undefined
  }
  for (const draft of drafts.values()) {
    const owner = draft.entity.remote ? undefined : ownerOf(draft.name)
    if (owner)
      draft.sources
        .at(-1)
        ?.place.error('M048', `the table "${draft.name}" belongs to ${owner}. Give the file another name.`)
    for (const { field, place } of draft.fields.values()) {
      if (!field.virtual || !field.ref || !place) continue
      const table = `${draft.name}_${field.name}`
      const other = drafts.has(table) ? `schemas/${table}.json` : ownerOf(table)
      if (other)
        place.error(
          'M048',
          `its rows are kept in the table "${table}", which belongs to ${other}. Give the field another name.`,
        )
    }
  }
}
