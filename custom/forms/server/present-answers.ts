import { answersOf, type Json, type JsonObject } from '#engine/model'
import { type Hooks, stateObjects } from '#engine/server'

/** The form of a record with what was asked and answered (spec 2 §3: form answer, checkup). */
const formOf = (record: JsonObject): JsonObject => ({
  id: record['id_form'] ?? null,
  name: record['id_form__label'] ?? null,
  version: answersOf(record['answers'])?.version ?? null,
  ...('fo_target' in record && { target: record['fo_target'] ?? null }),
  fields: (answersOf(record['answers'])?.words ?? []).map(
    ({ key, label, text }): JsonObject => ({ key, label, value: text ?? null }),
  ) as Json,
})

export const presentFormAnswers: Hooks = {
  entity: 'form_answers',
  async present(_, records, teller) {
    const types = stateObjects(teller, 'users', 'type_user')
    return records.map((record) => ({
      ...record,
      form: formOf(record),
      user: record['id_user']
        ? {
            id: record['id_user'],
            name: record['id_user__label'] ?? null,
            type_text: types.get(String(record['us_type']))?.name ?? null,
          }
        : null,
    }))
  },
}

export const presentCheckups: Hooks = {
  entity: 'checkups',
  async present(_, records, teller) {
    const states = stateObjects(teller, 'checkups')
    return records.map((record) => ({
      ...record,
      forms: [formOf(record)],
      state_obj: states.get(String(record['state'])) ?? null,
    }))
  },
}
