import { isStaffKind } from '../../../model/application'
import { AppError } from '../../../model/errors'
import {
  beginFactorCall,
  renewCodesCall,
  resetFactorCall,
  secondFactorCall,
  turnOffFactorCall,
  turnOnFactorCall,
} from '../../../model/second-factor-calls'
import { iso } from '../../platform/database/iso'
import { serveCall, type ServerCall } from '../../language/feature/call'
import type { Runtime } from '../../language/runtime'
import { assertSureOf, ownPerson, personOf, teller } from '../../work/accounts/own-factor'
import { lockCalls } from './lock-calls'
import { ownPasskeys, passkeyCalls } from './passkey-calls'
import { passkeySite } from '../../work/accounts/passkeys'
import { allowsNoMore } from '../../work/accounts/protect-grants'
import { codesLeft, renewCodes } from '../../work/accounts/recovery-codes'
import { beginFactor, dropFactor, factorsOf, settleFactor, spendStep } from '../../work/accounts/second-factor'
import { mayEditPerson } from '../../work/accounts/session-to-end'
import { keyUri, newSecret } from '../../work/accounts/totp'
import { engineTables } from '../../platform/database/engine-tables'

/** One's own second factor and passkeys, taking it from somebody who lost theirs, and the lock that they open. */
export function secondFactorCalls(runtime: Runtime): readonly ServerCall[] {
  const told = teller(runtime)
  return [
    ...passkeyCalls(runtime),
    ...lockCalls(runtime),
    serveCall(secondFactorCall, async (context) => {
      const { id, required } = await ownPerson(context)
      const row = await engineTables(context.db)
        .selectFrom('second_factors')
        .select(iso('date_confirmed').as('since'))
        .where('id_user', '=', id)
        .executeTakeFirst()
      return {
        since: typeof row?.since === 'string' ? row.since : null,
        codes_left: await codesLeft(context.db, id),
        required,
        passkeys: await ownPasskeys(context.db, id),
        passkeys_at: passkeySite(context.origin)?.origin ?? null,
      }
    }),
    serveCall(beginFactorCall, async (context) => {
      const person = await ownPerson(context)
      await assertSureOf(context)
      if ((await factorsOf(context.db, person.id)).application)
        throw new AppError('CONFLICT', { say: 'errors.second_factor_on' })
      const secret = newSecret()
      await context.transaction((tx) => beginFactor(context.db, tx, person.id, secret, context.now()))
      return { secret, uri: keyUri(secret, String(context.settings.brand ?? ''), person.email ?? person.name) }
    }),
    serveCall(turnOnFactorCall, async (context, { code }) => {
      const person = await ownPerson(context)
      if ((await factorsOf(context.db, person.id)).application)
        throw new AppError('CONFLICT', { say: 'errors.second_factor_on' })
      if (!(await spendStep(context.db, person.id, code.replace(/\s/g, ''), context.now())))
        throw new AppError('VALIDATION', { errors: { code: { key: 'factor_code' } } })
      const date = context.now()
      const codes = await context.transaction(async (tx) => {
        await engineTables(tx)
          .updateTable('second_factors')
          .set({ date_confirmed: date.toISOString() })
          .where('id_user', '=', person.id)
          .execute()
        await settleFactor(tx, person.id, date)
        await told(tx, context, person, 'factor_on')
        // Those of a passkey that was there before go on.
        return (await codesLeft(tx, person.id)) > 0 ? [] : renewCodes(tx, person.id, date)
      })
      runtime.changed('users')
      return { codes, msg: context.say('second_factor.turned_on') }
    }),
    serveCall(turnOffFactorCall, async (context) => {
      const person = await ownPerson(context)
      await assertSureOf(context)
      await context.transaction(async (tx) => {
        const gone = await engineTables(tx)
          .deleteFrom('second_factors')
          .where('id_user', '=', person.id)
          .where('date_confirmed', 'is not', null)
          .returning('id')
          .executeTakeFirst()
        if (!(await settleFactor(tx, person.id, context.now())) && person.required)
          throw new AppError('FORBIDDEN', { say: 'errors.second_factor_required' })
        if (gone) await told(tx, context, person, 'factor_off')
      })
      runtime.changed('users')
      return { msg: context.say('second_factor.turned_off') }
    }),
    serveCall(renewCodesCall, async (context) => {
      const person = await ownPerson(context)
      await assertSureOf(context)
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
      await assertSureOf(context)
      const person = (await mayEditPerson(
        runtime,
        actor,
        { id_session: context.session.id, platform: context.platform },
        id,
      ))
        ? await personOf(context, id)
        : null
      if (!person) throw new AppError('NOT_FOUND')
      if (id === actor.id) throw new AppError('FORBIDDEN', { say: 'errors.second_factor_own' })
      if (person.root && !actor.root) throw new AppError('FORBIDDEN', { say: 'errors.root_only' })
      if (!actor.operator && isStaffKind(model.application, person.type_user))
        throw new AppError('FORBIDDEN', { say: 'errors.beyond_account' })
      const date = context.now()
      await context.transaction(async (tx) => {
        if (person.id_role !== null && !(await allowsNoMore({ tx, model, actor }, person.id_role)))
          throw new AppError('FORBIDDEN', { say: 'errors.beyond_account' })
        await dropFactor(tx, id, date)
        const closed = { state: '0' as const, date_closed: date.toISOString(), date_updated: date.toISOString() }
        await engineTables(tx)
          .updateTable('sessions')
          .set(closed)
          .where('id_user', '=', id)
          .where('state', '=', '1')
          .execute()
        await told(tx, context, person, 'factor_reset')
      })
      for (const entity of ['users', 'sessions']) runtime.changed(entity)
      return { msg: context.say('second_factor.reset', { name: person.name }) }
    }),
  ]
}
