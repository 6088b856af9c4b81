import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { keyringOf, openSecret, useKeyring } from '../../src/server/platform/secrets/keyring'
import { sealStored } from '../../src/server/records/upgrade/seal-stored'
import { sharedKey } from '../../src/server/platform/secrets/shared-key'
import { eachEngine } from '../engines'
import { TEST_KEYRING } from '../keyring'
import { emailOf } from './fixture-users'
import { testApp, type TestApp } from './fixture-app'

const OLD = 'the old key of these secrets, forty chars'
const NEW = 'the new key of these secrets, forty chars'

const SCHEMAS = {
  gateways: {
    title: 'Pasarela',
    type: 'object',
    required: ['name'],
    'x-represent': '{name}',
    properties: {
      name: { type: 'string', maxLength: 40 },
      api_token: { 'x-type': 'secret', title: 'Clave', maxLength: 200 },
    },
  },
  settings_house: {
    title: 'Casa',
    type: 'object',
    'x-settings': true,
    'x-module': false,
    properties: { push_token: { 'x-type': 'secret', title: 'Clave' } },
  },
}
const RESOURCES = {
  gateways: { title: 'Pasarelas' },
  settings_house: { title: 'Casa', singleton: true, endpoint: 'settings/house', route: '/settings/house' },
}

eachEngine((_engine, open) => {
  describe('a secret of another program', () => {
    let at: TestApp
    let id = 0
    beforeAll(async () => {
      at = await testApp({ open, schemas: SCHEMAS, resources: RESOURCES })
      id = Number(
        (await at.call('root', 'POST', 'gateways/create', { name: 'Uno', api_token: 'sk-live-12345' })).body['id'],
      )
      await at.call('root', 'POST', 'settings/house/create', { push_token: 'push-98765' })
      await at.call('root', 'POST', 'settings/mailSave', {
        mail_sender: 'a@test.pe',
        mail_host: 'mail.test',
        mail_auth: '1',
        mail_username: 'ana',
        mail_password: 'clave-del-correo',
      })
      await at.request({
        method: 'POST',
        url: '/api/admin/login/recover',
        headers: { host: 'localhost' },
        payload: JSON.stringify({ username: emailOf('operator') }),
      })
    })
    afterAll(() => at?.close())

    const stored = async (): Promise<string> =>
      String(
        (
          await at.database.db.selectFrom('gateways').select('api_token').where('id', '=', id).executeTakeFirstOrThrow()
        )['api_token'],
      )

    /** Every value of every table, as text. */
    async function everything(): Promise<string> {
      const { rows } = await sql<{
        name: string
      }>`select table_name as name from information_schema.tables
        where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(at.database.db)
      const texts = await Promise.all(
        rows.map(
          async ({ name }) =>
            (
              await sql<{ t: string | null }>`select string_agg(t::text, ' ') as t from ${sql.table(name)} t`.execute(
                at.database.db,
              )
            ).rows[0]?.t ?? '',
        ),
      )
      return texts.join(' ')
    }

    test("stands nowhere in the database as it was written: keys, the mail server's password, links that log somebody in", async () => {
      await expect
        .poll(async () => (await at.database.db.selectFrom('mail_outbox').select('id').execute()).length)
        .toBe(1)
      const all = await everything()
      expect(all).toContain('mail.test')
      for (const plain of ['sk-live-12345', 'push-98765', 'clave-del-correo', '/password/change/'])
        expect([plain, all.includes(plain)]).toEqual([plain, false])
    })

    test('is sent to nobody, and read by the server', async () => {
      for (const answer of [
        await at.call('root', 'GET', 'gateways'),
        await at.call('root', 'POST', 'gateways/form', { id }),
        await at.call('root', 'GET', 'gateways', { format: 'csv' }),
        await at.call('root', 'GET', 'verify'),
      ]) {
        expect([answer.status, /sk-live|sealed:|push-9/.test(answer.text)]).toEqual([200, false])
      }
      expect(openSecret(at.database.db, 'gateways.api_token', await stored())).toBe('sk-live-12345')
      expect(await at.runtime.settings()).toMatchObject({
        push_token: 'push-98765',
        mail_password: 'clave-del-correo',
        mail_host: 'mail.test',
      })
    })

    test('is kept by a save without it, and replaced by one with it', async () => {
      await at.call('root', 'POST', 'gateways/create', { id, name: 'Dos', api_token: null })
      expect(openSecret(at.database.db, 'gateways.api_token', await stored())).toBe('sk-live-12345')
      await at.call('root', 'POST', 'gateways/create', { id, api_token: 'sk-live-67890' })
      expect(openSecret(at.database.db, 'gateways.api_token', await stored())).toBe('sk-live-67890')
    })

    test('does not open in another place, changed, or without its key', async () => {
      const sealed = await stored()
      expect(() => openSecret(at.database.db, 'gateways.name', sealed)).toThrow(/does not open/)
      expect(() => openSecret(at.database.db, 'gateways.api_token', `${sealed.slice(0, -2)}AA`)).toThrow(
        /does not open/,
      )
      expect(() => keyringOf([NEW]).open(sealed, 'gateways.api_token')).toThrow(/a key that is not here/)
    })

    test('is sealed at the next start where it stood in plain text, and anew when the key changes', async () => {
      const model = at.metadata.model()
      await sql`update gateways set api_token = 'sk-from-before' where id = ${id}`.execute(at.database.db)
      expect(await sealStored(at.database, model, TEST_KEYRING)).toEqual({ sealed: 1, dropped: 0 })
      expect(openSecret(at.database.db, 'gateways.api_token', await stored())).toBe('sk-from-before')
      const files = await sharedKey(at.database.db, 'files_key')
      await sql`update gateways set api_token = ${keyringOf([OLD]).seal('sk-old', 'gateways.api_token')}
        where id = ${id}`.execute(at.database.db)
      await expect(sealStored(at.database, model, TEST_KEYRING)).rejects.toThrow(/gateways\.api_token.*SECRET_KEYS/)
      const both = keyringOf([NEW, OLD, 'a key for tests alone, and of enough characters'])
      expect((await sealStored(at.database, model, both)).dropped).toBe(0)
      // The old ones are no longer needed.
      const alone = keyringOf([NEW])
      useKeyring(at.database.db, alone)
      expect(alone.open(await stored(), 'gateways.api_token')).toBe('sk-old')
      expect(await sharedKey(at.database.db, 'files_key')).toEqual(files)
      useKeyring(at.database.db, both)
    })

    test('that servers made for themselves is made anew where its key is lost', async () => {
      const lost = keyringOf(['a key that nobody has any more, at all, really'])
      const before = await sharedKey(at.database.db, 'files_key')
      await sql`update settings set value = to_jsonb(${lost.seal('x', 'settings.files_key')}::text)
        where key = 'files_key'`.execute(at.database.db)
      const keys = keyringOf([NEW, OLD, 'a key for tests alone, and of enough characters'])
      expect(await sealStored(at.database, at.metadata.model(), keys)).toEqual({ sealed: 0, dropped: 1 })
      const after = await sharedKey(at.database.db, 'files_key')
      expect([after.length, after.equals(before)]).toEqual([before.length, false])
    })

    test('whose key is lost is emptied on request alone, so that the server starts', async () => {
      const lost = keyringOf(['a key that nobody has any more, at all, really'])
      await sql`update gateways set api_token = ${lost.seal('x', 'gateways.api_token')} where id = ${id}`.execute(
        at.database.db,
      )
      const keys = keyringOf([NEW])
      expect(await sealStored(at.database, at.metadata.model(), keys, { drop: true })).toEqual({
        sealed: 0,
        dropped: 1,
      })
      expect(
        await at.database.db.selectFrom('gateways').select('api_token').where('id', '=', id).executeTakeFirst(),
      ).toEqual({ api_token: null })
      expect(await sealStored(at.database, at.metadata.model(), keys)).toEqual({ sealed: 0, dropped: 0 })
    })
  })
})
