import { sql } from 'kysely'
import type { Entity } from '../../../model/entity'
import type { Model } from '../../../model/model'
import { homePhone } from '../../../model/values/home-phone'
import type { ServerFeature } from '../../language/feature/feature'
import type { DataChange } from './data-change'

/**
 * What earlier versions wrote and is changed once: by the features, and telephones that were kept as they were typed.
 */
export const phoneChanges = (model: Model, features: readonly ServerFeature[]): readonly DataChange[] => [
  ...features.flatMap(({ changes = [] }) => changes),
  ...Object.values(model.entities).flatMap(homePhones),
]

/**
 * Telephones of the house's country in their one form (`x-home`), a table at a time; unique ones stay, since another
 * may have that form already.
 */
function homePhones({ name, fields, key, remote }: Entity): DataChange[] {
  const columns = Object.values(fields).filter(
    (field) => field.type === 'phone' && field.schema['x-home'] && !field.unique && !field.dynamic,
  )
  const [code] = columns.map(({ schema }) => String(schema['x-home']))
  if (code === undefined || key || remote) return []
  return [
    {
      name: `phones ${name} ${code}`,
      table: name,
      async change(tx, ids) {
        let changed = 0
        for (const { name: column } of columns) {
          const { rows } = await sql<{
            id: number
            phone: string
          }>`select id, ${sql.ref(column)} as phone from ${sql.table(name)}
          where id = any(${[...ids]}::int[]) and ${sql.ref(column)} ~ ${`^([+]|00)?${code}[0-9]{8,10}$`}`.execute(tx)
          const kept = rows.flatMap(({ id, phone }) =>
            homePhone(phone, code) === phone ? [] : [{ id, phone: homePhone(phone, code) }],
          )
          await sql`update ${sql.table(name)} t set ${sql.ref(column)} = kept.phone
          from unnest(${kept.map(({ id }) => id)}::int[], ${kept.map(({ phone }) => phone)}::text[]) as kept(id, phone)
          where t.id = kept.id`.execute(tx)
          changed += kept.length
        }
        return changed
      },
    },
  ]
}
