import type { Static } from 'typebox'
import type { Json } from '#engine/model'
import { type Db, readPublishedForms } from '#engine/server'
import type { FormToFill } from '../model/form-calls'

/**
 * The published forms about something that are on, as an application draws them.
 * @param kind of people whose application asks; null: the console, which asks everything
 */
export async function formsToFill(
  db: Db,
  target: string,
  kind: string | null,
): Promise<readonly Static<typeof FormToFill>[]> {
  const forms = (await readPublishedForms(db)).filter((form) => form.target === target)
  return forms.map(({ version: { form, number, title, fields } }) => ({
    id: form,
    name: title,
    target,
    version: number,
    fields: fields
      .filter(({ app }) => kind === null || app === undefined || app.includes(kind))
      .map((field) => ({
        key: field.key,
        label: field.label,
        type: field.type,
        help: field.help ?? null,
        required: field.required === true,
        options: [...(field.options ?? [])],
        properties: {
          minimum: field.minimum ?? null,
          maximum: field.maximum ?? null,
          var1: field.list?.var1 ?? null,
          var2: field.list?.var2 ?? null,
        },
        condition: (field.condition ?? null) as Json,
        app: [...(field.app ?? [])],
        show_to_text: field.show_to_text === true,
        value: null,
      })),
  }))
}
