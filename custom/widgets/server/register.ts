import { living, tables } from '#app/tables'
import { AppError, type FieldError, wrong } from '#engine/model'
import { type CallContext, serveCall } from '#engine/server'
import { internationalPhone } from '../model/calling-codes'
import { clientRegisterCall } from '../model/client-auth-calls'
import { isTaken, openClient, plainEmail } from './client-auth'
import { limitOf, takeProof } from './proof'
import { countUses } from './uses-table'
import { widgetRow } from './widget-row'

const CLIENT = '3'
/** In an hour: accounts of one telephone, from one network, and by all visitors of a widget. */
const MAX_NEW = { phone: 3, network: 20, widget: 500 } as const

/**
 * The role that clients without a company have in this house; null: none, they have what the widget needs all the same.
 */
const clientRole = async ({ db }: CallContext): Promise<number | null> =>
  (
    await living(db, 'roles')
      .where('key', '=', 'client')
      .where('type_user', '=', CLIENT)
      .where('root', '=', false)
      .where('corporate', '=', false)
      .where('state', '=', '1')
      .select('id')
      .executeTakeFirst()
  )?.id ?? null

/** `POST client/auth/register`: the account is a client's, of no company, whatever else is sent. */
export const register = serveCall(
  clientRegisterCall,
  async (context, { name, surname, password, phone: typed, email: address, id_widget, proof }) => {
    const email = plainEmail(address)
    const phone = internationalPhone(typed)
    const errors: { [field: string]: FieldError } = {}
    if (name.trim() === '') errors['name'] = { key: 'required' }
    if (phone === null) errors['phone'] = { key: 'phone' }
    if (phone === null || Object.keys(errors).length > 0) throw new AppError('VALIDATION', { errors })
    const widget = await widgetRow(context, id_widget)
    await takeProof(
      context,
      id_widget,
      proof,
      [
        limitOf('new network', context.network, MAX_NEW.network),
        limitOf('new widget', String(id_widget), MAX_NEW.widget),
      ],
      'account',
    )
    if (await isTaken(context, email)) throw wrong('email', 'widgets.email_taken')
    const id_role = await clientRole(context)
    await context.records.write(async (writes) => {
      const { id } = await writes.saveOwn(
        'clients',
        { name: name.trim(), surname: surname.trim() || null, email, phone, password },
        {
          also: { type_user: CLIENT, language: context.actor.language },
          verb: 'register',
          note: widget.name,
          anyones: true,
        },
      )
      // A visitor has no right to give, so the house's role is the program's to set.
      if (id_role !== null)
        await tables(writes.tx).updateTable('users').set({ id_role }).where('id', '=', Number(id)).execute()
      // A password that is refused makes no account, and counts for none.
      await countUses(writes.tx, [limitOf('new phone', phone, MAX_NEW.phone)], context.now())
    })
    return openClient(context, email, password)
  },
)
