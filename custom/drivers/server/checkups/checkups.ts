import { living } from '#app/tables'
import { AppError, type JsonObject } from '#engine/model'
import { iso, type Tx } from '#engine/server'
import { formsToFill } from '../../../forms/server'
import { checkupFormsCall, sendCheckupCall } from '../../model/checkups-call'
import { vehiclesOf } from '../read/vehicles'
import { DRIVER, serveDriver } from '../serve-driver'

/** What checkups are about (`forms` of schemas/application.json). */
const CHECKUPS = '8'

const list = serveDriver(checkupFormsCall, async ({ db }) => ({
  items: [...(await formsToFill(db, CHECKUPS, DRIVER))],
}))

const send = serveDriver(
  sendCheckupCall,
  async (
    context,
    { id_form, version = null, id_vehicle = null, mileage = null, date_checkup = null, values, idempotency },
  ) => {
    const { id_driver, records, db, now } = context
    const date = date_checkup ?? now().toISOString()
    if (Date.parse(date) > now().getTime() + TOLERANCE_MS)
      throw new AppError('VALIDATION', { errors: { date_checkup: { key: 'checkup_future' } } })

    const forms = await formsToFill(db, CHECKUPS, DRIVER)
    if (!forms.some(({ id }) => id === id_form)) throw new AppError('NOT_FOUND')
    const id = await records.write(async ({ tx, saveOwn }) => {
      // Of two at once the second finds what the first has saved.
      await living(tx, 'users').where('id', '=', id_driver).select('id').forNoKeyUpdate().execute()
      const there = await living(tx, 'checkups')
        .where('id_driver', '=', id_driver)
        .where('idempotency', '=', idempotency)
        .select('id')
        .executeTakeFirst()
      if (there) return there.id
      const saved = await saveOwn(
        'checkups',
        { answers: { form: id_form, version, values: values as JsonObject } },
        {
          also: {
            id_driver,
            id_form,
            idempotency,
            mileage,
            date_checkup: date,
            id_vehicle: await vehicleOf(tx, id_driver, id_vehicle),
          },
        },
      )
      return Number(saved.id)
    })
    const row = await living(db, 'checkups')
      .where('id', '=', id)
      .select(['id', 'state', iso('date_checkup').$notNull().as('date_checkup')])
      .executeTakeFirstOrThrow()
    return { ...row, state: String(row.state) }
  },
)

/** A phone's clock may run ahead. */
const TOLERANCE_MS = 10 * 60_000

/** The driver's own vehicle that they name, or the one of their shift, or the only one. */
async function vehicleOf(tx: Tx, id_driver: number, asked: number | null): Promise<number> {
  const own = (await vehiclesOf(tx, id_driver)).map(({ id }) => id)
  const shift = await living(tx, 'driver_shifts')
    .where('id_driver', '=', id_driver)
    .where('state', '<>', 'closed')
    .select('id_vehicle')
    .executeTakeFirst()
  const driven = shift?.id_vehicle ?? null
  if (asked !== null) {
    if (!own.includes(asked) && driven !== asked)
      throw new AppError('VALIDATION', { errors: { id_vehicle: { key: 'ref' } } })
    return asked
  }
  const [only, ...others] = own
  if (driven !== null) return driven
  if (only === undefined || others.length > 0)
    throw new AppError('VALIDATION', { errors: { id_vehicle: { key: 'required' } } })
  return only
}

export const checkupCalls = [list, send]
