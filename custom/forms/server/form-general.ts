import { living } from '#app/tables'
import { AppError, type FieldError, type JsonObject } from '#engine/model'
import { serveCall } from '#engine/server'
import { formGeneralCall, saveFormGeneralCall } from '../model/form-calls'
import { formsToFill } from './form-to-fill'

/** What general forms are about (`forms` of schemas/application.json). */
const GENERAL = '7'

export const formGeneral = serveCall(formGeneralCall, async ({ db }, { id }) => {
  const item = (await formsToFill(db, GENERAL, null)).find((form) => form.id === id)
  if (!item) throw new AppError('NOT_FOUND')
  return { item }
})

/** Sent again under the same key it is the same answer; errors stand at the keys of the fields. */
export const saveFormGeneral = serveCall(
  saveFormGeneralCall,
  async ({ records, db, actor, say }, { id, version, idempotency, values, ...flat }) => {
    if (!(await formsToFill(db, GENERAL, null)).some((form) => form.id === id)) throw new AppError('NOT_FOUND')
    const answers = { form: id, version: version ?? null, values: (values ?? flat) as JsonObject }
    const saved = await records
      .write(async ({ tx, saveOwn }) => {
        // Of two at once the second finds what the first has saved.
        await living(tx, 'users').where('id', '=', actor.id).select('id').forNoKeyUpdate().execute()
        const there =
          idempotency === undefined
            ? undefined
            : await living(tx, 'form_answers')
                .where('id_user', '=', actor.id)
                .where('idempotency', '=', idempotency)
                .select('id')
                .executeTakeFirst()
        if (there) return there
        return saveOwn(
          'form_answers',
          { answers },
          { also: { id_form: id, id_user: actor.id, ...(idempotency !== undefined && { idempotency }) } },
        )
      })
      .catch((error: unknown) => {
        throw atKeys(error)
      })
    return { id: Number(saved.id), msg: say('forms.sent') }
  },
)

/** Errors of the answers, at the names that were sent. */
function atKeys(error: unknown): unknown {
  if (!(error instanceof AppError) || error.code !== 'VALIDATION') return error
  const errors = Object.entries(error.errors).map(([path, one]): [string, FieldError] => [
    path.replace(/^answers\./, ''),
    one,
  ])
  return new AppError('VALIDATION', { errors: Object.fromEntries(errors) })
}
