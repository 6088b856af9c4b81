import type { NotNull } from 'kysely'
import { AppError } from '../../../model/errors'
import {
  addPasskeyCall,
  beginPasskeyCall,
  passkeyConfirmCall,
  passkeyLoginCall,
  removePasskeyCall,
  renamePasskeyCall,
} from '../../../model/passkey-calls'
import type { Db } from '../../platform/database/database'
import { iso } from '../../platform/database/iso'
import { serveCall, type CallContext, type ServerCall } from '../../language/feature/call'
import type { Runtime } from '../../language/runtime'
import { spendChallenge } from '../../work/accounts/challenge'
import { assertSureOf, ownPerson, teller } from '../../work/accounts/own-factor'
import {
  madePasskey,
  passkeyQuestion,
  passkeyRecipe,
  passkeySite,
  type PasskeySite,
} from '../../work/accounts/passkeys'
import { codesLeft, renewCodes } from '../../work/accounts/recovery-codes'
import { settleFactor } from '../../work/accounts/second-factor'
import { engineTables } from '../../platform/database/engine-tables'

/** Of one account. */
const MAX_PASSKEYS = 20

interface Line {
  readonly id: number
  readonly name: string
  readonly site: string
  readonly date_created: string
  readonly date_used: string | null
}

/** An account's passkeys, also those of an address that the console had before. */
export async function ownPasskeys(db: Db, id_user: number): Promise<Line[]> {
  return engineTables(db)
    .selectFrom('passkeys')
    .select(['id', 'name', 'site', iso('date_created').as('date_created'), iso('date_used').as('date_used')])
    .where('id_user', '=', id_user)
    .orderBy('id')
    .$narrowType<{ name: NotNull; site: NotNull; date_created: NotNull }>()
    .execute()
}

/** Passkeys of the asker, and the challenges for a log-in and for a confirmation. */
export function passkeyCalls(runtime: Runtime): readonly ServerCall[] {
  const told = teller(runtime)
  return [
    serveCall(passkeyLoginCall, async (context) => ({
      options: await passkeyQuestion(context.db, siteOf(context), 'login', null, context.now()),
    })),
    serveCall(passkeyConfirmCall, async ({ db, origin, session, actor, now }) => {
      const site = passkeySite(origin)
      const own = await engineTables(db)
        .selectFrom('sessions')
        .select('id_user_as')
        .where('id', '=', session.id)
        .executeTakeFirst()
      // Who views as another proves who they are themselves.
      return {
        options:
          site &&
          (await passkeyQuestion(db, site, 'confirm', own?.id_user_as ? Number(own.id_user_as) : actor.id, now())),
      }
    }),
    serveCall(beginPasskeyCall, async (context) => {
      const person = await ownPerson(context)
      await assertSureOf(context)
      if ((await ownPasskeys(context.db, person.id)).length >= MAX_PASSKEYS)
        throw new AppError('CONFLICT', { say: 'errors.passkeys_most', params: { max: MAX_PASSKEYS } })
      return {
        options: await passkeyRecipe(
          context.db,
          siteOf(context),
          String(context.settings.brand ?? ''),
          person,
          context.now(),
        ),
      }
    }),
    serveCall(addPasskeyCall, async (context, { name: typed, passkey }) => {
      const person = await ownPerson(context)
      await assertSureOf(context)
      const name = typed.trim()
      if (name === '') throw new AppError('VALIDATION', { errors: { name: { key: 'required' } } })
      const date = context.now()
      const made = await madePasskey(context.db, siteOf(context), passkey, person.id, date)
      if (!made) throw new AppError('VALIDATION', { errors: { passkey: { key: 'passkey_new' } } })
      const codes = await context.transaction(async (tx) => {
        const there = await engineTables(tx)
          .selectFrom('passkeys')
          .select('id')
          .where('credential', '=', made.row.credential)
          .executeTakeFirst()
        if (there || !(await spendChallenge(tx, made.challenge, date)))
          throw new AppError('VALIDATION', { errors: { passkey: { key: 'passkey_new' } } })
        const stamp = date.toISOString()
        await engineTables(tx)
          .insertInto('passkeys')
          .values({ ...made.row, id_user: person.id, name, date_created: stamp, date_updated: stamp })
          .execute()
        await settleFactor(tx, person.id, date)
        await told(tx, context, person, 'passkey_on', { passkey: name })
        return (await codesLeft(tx, person.id)) > 0 ? [] : renewCodes(tx, person.id, date)
      })
      runtime.changed('users')
      return { codes, msg: context.say('second_factor.passkey_added', { name }) }
    }),
    serveCall(renamePasskeyCall, async (context, { id, name: typed }) => {
      const person = await ownPerson(context)
      const name = typed.trim()
      if (name === '') throw new AppError('VALIDATION', { errors: { name: { key: 'required' } } })
      const changed = await engineTables(context.db)
        .updateTable('passkeys')
        .set({ name, date_updated: context.now().toISOString() })
        .where('id', '=', id)
        .where('id_user', '=', person.id)
        .returning('id')
        .executeTakeFirst()
      if (!changed) throw new AppError('NOT_FOUND')
      return { msg: context.say('second_factor.passkey_renamed', { name }) }
    }),
    serveCall(removePasskeyCall, async (context, { id }) => {
      const person = await ownPerson(context)
      await assertSureOf(context)
      const name = await context.transaction(async (tx) => {
        const gone = await engineTables(tx)
          .deleteFrom('passkeys')
          .where('id', '=', id)
          .where('id_user', '=', person.id)
          .returning('name')
          .executeTakeFirst()
        if (!gone) throw new AppError('NOT_FOUND')
        if (!(await settleFactor(tx, person.id, context.now())) && person.required)
          throw new AppError('FORBIDDEN', { say: 'errors.second_factor_required' })
        await told(tx, context, person, 'passkey_off', { passkey: String(gone.name) })
        return String(gone.name)
      })
      runtime.changed('users')
      return { msg: context.say('second_factor.passkey_removed', { name }) }
    }),
  ]
}

/** @throws {AppError} FORBIDDEN where the console's own address is unknown, or none that browsers keep passkeys for */
function siteOf({ origin }: CallContext): PasskeySite {
  const site = passkeySite(origin)
  if (!site) throw new AppError('FORBIDDEN', { say: 'errors.passkey_no_address' })
  return site
}
