import type { JsonObject } from '#engine/model'
import type { FoundMatter, Hooks, MatterContext } from '#engine/server'

/** By which reference matters belong to records, and to which of these. */
type Whose<Column> = readonly (readonly [Column, readonly number[]])[]

/** The ids of records; of users, of those of a kind alone. */
export const idsOfKind = (records: readonly JsonObject[], type?: string): readonly number[] =>
  records.flatMap(({ id, type_user }) => (type === undefined || type_user === type ? [Number(id)] : []))

/** Hooks of an entity whose records may leave matters open when they are switched off or removed. */
export const openMattersOf = <Column extends string>(
  entity: string,
  whose: (records: readonly JsonObject[]) => Whose<Column>,
  find: (
    context: MatterContext,
    column: Column,
    ids: readonly number[],
    most: number,
  ) => Promise<readonly FoundMatter[]>,
  settleMatter: NonNullable<Hooks['settleMatter']>,
): Hooks => ({
  entity,
  async openMatters(context, records, most) {
    const found: FoundMatter[] = []
    for (const [column, ids] of whose(records))
      if (ids.length > 0) found.push(...(await find(context, column, ids, most)))
    return found
  },
  settleMatter,
})
