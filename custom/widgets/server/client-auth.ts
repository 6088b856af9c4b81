import { sql } from 'kysely'
import { living } from '#app/tables'
import { AppError, wrong } from '#engine/model'
import { type CallContext, serveCall } from '#engine/server'
import { CALLING_CODES } from '../model/calling-codes'
import {
  checkEmailCall,
  clientFormCall,
  clientLoginCall,
  clientLogoutCall,
  clientRecoverCall,
  type LoggedClient,
} from '../model/client-auth-calls'
import { limitOf, takeProof } from './proof'
import { countVisitorCall, countVisit } from './visitor'
import { widgetRow } from './widget-row'

const CLIENT = '3'
const MIN_PASSWORD = 8
/**
 * In an hour: questions whether an address has an account, about one address, from one network, and by all visitors of
 * a widget.
 */
const MAX_CHECKS = { email: 10, network: 60, widget: 2000 } as const
const EMAIL = /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+\.[^\s@\p{Cc}]+$/u

/** @throws {AppError} VALIDATION at `email` */
export function plainEmail(text: string): string {
  const email = text.trim().toLowerCase()
  if (!EMAIL.test(email)) throw wrong('email', 'email')
  return email
}

/** Whether anybody has an account by this address: a client or not, they cannot make another. */
export async function isTaken({ db }: Pick<CallContext, 'db'>, email: string): Promise<boolean> {
  const row = await living(db, 'users')
    .where(sql<boolean>`lower(email collate "C") = lower(${email} collate "C")`)
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}

/** `POST client/auth/checkEmail`: nothing is said before the work is done. */
const checkEmail = serveCall(checkEmailCall, async (context, { email: typed, id_widget, proof }) => {
  const email = plainEmail(typed)
  await widgetRow(context, id_widget)
  await takeProof(
    context,
    id_widget,
    proof,
    [
      limitOf('email', email, MAX_CHECKS.email),
      limitOf('network', context.network, MAX_CHECKS.network),
      limitOf('widget', String(id_widget), MAX_CHECKS.widget),
    ],
    'email',
  )
  return { msg: (await isTaken(context, email)) ? ('exist' as const) : ('not_exist' as const) }
})

/** Opens a session of a client. @throws {AppError} LOGIN_FAILED, SECOND_FACTOR at `code`, TOO_MANY */
export async function openClient(
  context: CallContext,
  email: string,
  password: string,
  code?: string,
): Promise<LoggedClient> {
  const { token, actor } = await context.session
    .open(CLIENT, { username: email, password, platform: 'widget', ...(code !== undefined && { code }) })
    .catch((error: unknown) => {
      // The page has a box for it.
      throw error instanceof AppError && error.code === 'SECOND_FACTOR'
        ? new AppError('SECOND_FACTOR', { errors: { code: { key: 'factor_asked' } } })
        : error
    })
  const { name, surname, id_company } = actor.facts
  const company =
    typeof id_company === 'number'
      ? await living(context.db, 'companies').where('id', '=', id_company).select('name').executeTakeFirst()
      : undefined
  return {
    token,
    id: actor.id,
    name: String(name ?? ''),
    surname: typeof surname === 'string' ? surname : null,
    email,
    company: company?.name ?? null,
  }
}

const login = serveCall(clientLoginCall, async (context, { email, password, code, id_widget }) => {
  await widgetRow(context, id_widget)
  return openClient(context, plainEmail(email), password, code)
})

/** `GET client/auth/form`: countries by their names in the asker's language, the house's own first. */
const form = serveCall(clientFormCall, async (context) => {
  countVisitorCall(context)
  const { actor, settings } = context
  const names = new Intl.DisplayNames([actor.language], { type: 'region' })
  const own = typeof settings['country_code'] === 'string' ? settings['country_code'] : ''
  const countries = [...CALLING_CODES].map(([code, calling_code]) => ({
    code,
    name: names.of(code) ?? code,
    calling_code,
  }))
  return {
    countries: countries.toSorted(
      (a, b) => Number(b.code === own) - Number(a.code === own) || a.name.localeCompare(b.name, actor.language),
    ),
    min_password: MIN_PASSWORD,
  }
})

const recover = serveCall(clientRecoverCall, async (context, { email, id_widget }) => {
  countVisit(context, 'looks', id_widget)
  await widgetRow(context, id_widget)
  await context.session.recover(plainEmail(email))
  return { msg: context.say('widgets.recover_sent') }
})

const logout = serveCall(clientLogoutCall, async ({ actor, session }) => {
  if (actor.facts['type_user'] !== CLIENT) throw new AppError('FORBIDDEN', { say: 'widgets.clients_only' })
  await session.close()
  return {}
})

export const authCalls = [checkEmail, login, form, recover, logout]
