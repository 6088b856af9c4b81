import type { Json, JsonObject } from '#engine/model'
import { type Hooks, stateObjects } from '#engine/server'

/**
 * A company as spec 2 §3 has it: its state in words, its dates, and what the published forms about companies ask of it,
 * with the answers.
 */
export const presentCompanies: Hooks = {
  entity: 'companies',
  async present(_db, records, teller) {
    const states = stateObjects(teller, 'companies')
    const asked = Object.values(teller.model.entities['companies']?.fields ?? {}).filter(({ dynamic }) => dynamic)
    const answer = (record: JsonObject, name: string): Json => record[`${name}__label`] ?? record[name] ?? null
    return records.map(
      (record): JsonObject => ({
        ...record,
        ...(Object.hasOwn(record, 'state') && { state_human: states.get(String(record['state']))?.name ?? null }),
        date_deleted: record['date_deleted'] ?? null,
        ...(asked.some(({ name }) => Object.hasOwn(record, name)) && {
          forms: [
            {
              target: 'companies',
              fields: asked
                .filter(({ name }) => Object.hasOwn(record, name))
                .map(({ name, title, type }) => ({ key: name, label: title, type, value: answer(record, name) })),
            },
          ],
        }),
      }),
    )
  },
}
