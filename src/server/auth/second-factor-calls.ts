import { isStaffKind } from '../../model/application'
import { AppError } from '../../model/errors'
import { beginFactorCall, renewCodesCall, resetFactorCall, secondFactorCall, turnOffFactorCall, turnOnFactorCall } from '../../model/second-factor-calls'
import { writeLog } from '../audit'
import type { Tx } from '../database/database'
import { iso } from '../database/iso'
import { serveCall, type CallContext, type ServerCall } from '../feature/call'
import { engineMail } from '../mail/mail-kinds'
import { queueMail } from '../mail/queue-mail'
import { writeMail } from '../mail/write-mail'
import type { Runtime } from '../runtime'
import { assertConfirmed } from './confirmation'
import { allowsNoMore } from './protect-grants'
import { codesLeft, renewCodes } from './recovery-codes'
import { beginFactor, dropFactor, type FactorOwner, markFactor, spendStep } from './second-factor'
import { mayEditPerson } from './session-to-end'
import { keyUri, newSecret } from './totp'

interface Person extends FactorOwner {
  readonly type_user: string
  readonly id_role: number | null
  readonly on: boolean
  /** By their role. */
  readonly required: boolean
  readonly root: boolean
}

/** One's own second factor, and taking it from somebody who lost theirs. */
export function secondFactorCalls(runtime: Runtime): readonly ServerCall[] {
  const { words } = runtime
  const sure = ({ db, session, now }: CallContext) => assertConfirmed(db, session.id, now())
  const told = async (tx: Tx, { actor, session, platform, now }: CallContext, person: Person, verb: string) => {
    await writeLog(tx, {
      id_user: actor.id, type_log: verb, target: 'users', id_target: person.id, title: person.name, platform, id_session: session.id, date: now(),
    })
    if (person.email === null) return
    const by = [actor.facts.name, actor.facts.surname].filter(Boolean).join(' ')
    await queueMail(tx, { recipient: person.email, ...await writeMail(tx, words, engineMail(verb), person.language, { name: person.name, by }) }, now())
  }
  return [
    serveCall(secondFactorCall, async (context) => {
      const { id, required } = await ownPerson(context)
      const row = await context.db.selectFrom('second_factors').select(iso('date_confirmed').as('since')).where('id_user', '=', id).executeTakeFirst()
      return { since: typeof row?.since === 'string' ? row.since : null, codes_left: await codesLeft(context.db, id), required }
    }),
    serveCall(beginFactorCall, async (context) => {
      const person = await ownPerson(context)
      await sure(context)
      if (person.on) throw new AppError('CONFLICT', { say: 'errors.second_factor_on' })
      const secret = newSecret()
      await context.transaction((tx) => beginFactor(context.db, tx, person.id, secret, context.now()))
      return { secret, uri: keyUri(secret, String(context.settings.brand ?? ''), person.email ?? person.name) }
    }),
    serveCall(turnOnFactorCall, async (context, { code }) => {
      const person = await ownPerson(context)
      if (person.on) throw new AppError('CONFLICT', { say: 'errors.second_factor_on' })
      if (!await spendStep(context.db, person.id, code.replace(/\s/g, ''), context.now())) throw new AppError('VALIDATION', { errors: { code: { key: 'factor_code' } } })
      const date = context.now()
      const codes = await context.transaction(async (tx) => {
        await tx.updateTable('second_factors').set({ date_confirmed: date.toISOString() }).where('id_user', '=', person.id).execute()
        await markFactor(tx, person.id, true, date)
        await told(tx, context, person, 'factor_on')
        return renewCodes(tx, person.id, date)
      })
      runtime.changed('users')
      return { codes, msg: context.say('second_factor.turned_on') }
    }),
    serveCall(turnOffFactorCall, async (context) => {
      const person = await ownPerson(context)
      await sure(context)
      if (person.required) throw new AppError('FORBIDDEN', { say: 'errors.second_factor_required' })
      if (person.on) {
        await context.transaction(async (tx) => {
          await dropFactor(tx, person.id, context.now())
          await told(tx, context, person, 'factor_off')
        })
      }
      runtime.changed('users')
      return { msg: context.say('second_factor.turned_off') }
    }),
    serveCall(renewCodesCall, async (context) => {
      const person = await ownPerson(context)
      await sure(context)
      if (!person.on) throw new AppError('CONFLICT', { say: 'errors.second_factor_none' })
      const codes = await context.transaction(async (tx) => {
        await told(tx, context, person, 'factor_codes')
        return renewCodes(tx, person.id, context.now())
      })
      return { codes, msg: context.say('second_factor.codes_renewed') }
    }),
    serveCall(resetFactorCall, async (context, { id }) => {
      const { actor, model } = context
      if (actor.facts.can_set_passwords !== true) throw new AppError('FORBIDDEN')
      await sure(context)
      const person = await mayEditPerson(runtime, actor, { id_session: context.session.id, platform: context.platform }, id) ? await personOf(context, id) : null
      if (!person) throw new AppError('NOT_FOUND')
      if (id === actor.id) throw new AppError('FORBIDDEN', { say: 'errors.second_factor_own' })
      if (person.root && !actor.root) throw new AppError('FORBIDDEN', { say: 'errors.root_only' })
      if (!actor.operator && isStaffKind(model.application, person.type_user)) throw new AppError('FORBIDDEN', { say: 'errors.beyond_account' })
      const date = context.now()
      await context.transaction(async (tx) => {
        if (person.id_role !== null && !await allowsNoMore({ tx, model, actor }, person.id_role)) throw new AppError('FORBIDDEN', { say: 'errors.beyond_account' })
        await dropFactor(tx, id, date)
        const closed = { state: '0', date_closed: date.toISOString(), date_updated: date.toISOString() }
        await tx.updateTable('sessions').set(closed).where('id_user', '=', id).where('state', '=', '1').execute()
        await told(tx, context, person, 'factor_reset')
      })
      for (const entity of ['users', 'sessions']) runtime.changed(entity)
      return { msg: context.say('second_factor.reset', { name: person.name }) }
    }),
  ]
}

/** The asker themselves. @throws {AppError} FORBIDDEN while viewing as another, whose second factor is theirs alone */
async function ownPerson(context: CallContext): Promise<Person> {
  const viewed = await context.db.selectFrom('sessions').select('id').where('id', '=', context.session.id).where('id_user_as', 'is not', null).executeTakeFirst()
  if (viewed) throw new AppError('FORBIDDEN', { say: 'errors.viewing_as' })
  const person = await personOf(context, context.actor.id)
  if (!person) throw new AppError('UNAUTHENTICATED')
  return person
}

async function personOf({ db }: CallContext, id: number): Promise<Person | null> {
  const row = await db.selectFrom('users as u').leftJoin('roles as r', (on) => on.onRef('r.id', '=', 'u.id_role').on('r.state', '=', '1').on('r.date_deleted', 'is', null))
    .select(['u.id', 'u.name', 'u.surname', 'u.email', 'u.language', 'u.type_user', 'u.id_role', 'u.second_factor as on', 'r.second_factor as required', 'r.root'])
    .where('u.id', '=', id).where('u.date_deleted', 'is', null).executeTakeFirst()
  if (!row) return null
  return {
    id, name: [row.name, row.surname].filter(Boolean).join(' '), email: typeof row.email === 'string' ? row.email : null, language: String(row.language ?? ''),
    type_user: String(row.type_user), id_role: row.id_role === null ? null : Number(row.id_role), on: row.on === true, required: row.required === true, root: row.root === true,
  }
}
