import { sql, type RawBuilder } from 'kysely'
import type { Application } from '../../../model/application'
import type { Field } from '../../../model/field'
import type { Json, JsonObject } from '../../../model/json'
import type { Model } from '../../../model/model'
import type { FieldSql } from '../../../fields/field-sql'

/** A field of the record to which people belong, and the reference of `users` that names it. */
interface OwnerFact {
  readonly of: string
  readonly by: string
  readonly field: Field
}

type Scoped = Pick<Model, 'entities' | 'application'>

function ownerFacts({ entities, application: { scopes } }: Scoped): readonly OwnerFact[] {
  return Object.values(scopes).flatMap(({ field: by, facts = [] }) => {
    const owner = entities[entities['users']?.fields[by]?.ref?.to ?? '']
    return facts.flatMap((name) => {
      const field = owner?.fields[name]
      return owner && field ? [{ of: owner.name, by, field }] : []
    })
  })
}

/** Entities whose records decide what their people may see. */
export const factEntities = (model: Scoped): readonly string[] => [...new Set(ownerFacts(model).map(({ of }) => of))]

/** What the records to which a user `u` belongs tell of them, a JSON object by field. */
export function readOwnerFacts(model: Model): RawBuilder<string | null> {
  const facts = ownerFacts(model)
  if (facts.length === 0) return sql`null::text`
  const pairs = facts.flatMap(({ of, by, field: { name } }) => [
    sql`${sql.lit(name)}::text`,
    sql`(select o.${sql.ref(name)} from ${sql.table(of)} o
      where o.id = ${sql.ref(`u.${by}`)} and o.date_deleted is null)`,
  ])
  return sql`json_build_object(${sql.join(pairs)})::text`
}

/** The same as facts of an actor, by field; null where they belong to nobody. */
export function ownerFactValues(
  application: Application,
  entities: Model['entities'],
  read: JsonObject,
  fieldSql: { readonly [type: string]: FieldSql },
): JsonObject {
  return Object.fromEntries(
    ownerFacts({ entities, application }).map(({ field }): [string, Json] => {
      const raw = read[field.name] ?? null
      return [field.name, raw === null ? null : (fieldSql[field.type]?.decode(raw, field) ?? null)]
    }),
  )
}
