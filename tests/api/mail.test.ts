import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import { wakeJob } from '../../src/server/platform/jobs/wake-job'
import { sendMail } from '../../src/server/work/mail/send-mail'
import { MAIL_JOB, queueMail, sealedParts } from '../../src/server/work/mail/queue-mail'
import { oneEngine } from '../engines'
import { testApp, type TestApp } from './fixture-app'
import { mailServer, type MailManners, type MailServer } from './mail-server'
import { TEST_KEYRING } from '../keyring'

oneEngine((_engine, open) => {
  describe('the outbox', () => {
    let at: TestApp
    let clock_ms = Date.parse('2026-11-21T05:00:00Z')
    const servers: MailServer[] = []
    beforeAll(async () => {
      at = await testApp({
        open,
        now: () => new Date(clock_ms),
        resources: { mail_outbox: { title: 'Correos', root: true, readOnly: true } },
      })
    })
    afterEach(async () => {
      await Promise.all(servers.splice(0).map((server) => server.close()))
    })
    afterAll(() => at?.close())

    const outbox = async (): Promise<JsonObject[]> =>
      (await at.call('root', 'GET', 'mail_outbox', { limit: 100, order_col: 'id' })).body
        .items as unknown as JsonObject[]
    const put = (recipient: string, body = 'Hola', secrets?: { [marker: string]: string }) =>
      at.database.transaction((tx) =>
        queueMail(
          tx,
          {
            recipient,
            subject: `Para ${recipient}`,
            body,
            ...(secrets ? { secrets: sealedParts(TEST_KEYRING, secrets) } : {}),
          },
          at.runtime.now(),
        ),
      )
    const about = async (recipient: string): Promise<JsonObject> =>
      (await outbox()).find((row) => row.recipient === recipient) ?? {}
    const becomes = (recipient: string, wanted: JsonObject) =>
      expect.poll(() => about(recipient), { interval: 30 }).toMatchObject(wanted)
    const settle = (mail: JsonObject) =>
      at.call('root', 'POST', 'settings/mailSave', { mail_sender: 'Toolrides <no-reply@test.pe>', ...mail })
    const server = async (account?: { user: string; pass: string }, manners?: MailManners): Promise<MailServer> => {
      const one = await mailServer(account, manners)
      servers.push(one)
      return one
    }

    test('keeps a mail while no server is set, with the reason, and sends it once there is one', async () => {
      await put('ana@test.pe', 'Su enlace: (reservado)', { '(reservado)': 'https://admin.test/secreto' })
      await becomes('ana@test.pe', { status: '1', reason: 'No hay un servidor de correo configurado.', attempts: 0 })
      const { port, mailTo } = await server()
      expect((await settle({ mail_host: `127.0.0.1:${port}`, mail_bcc: 'copia@test.pe' })).status).toBe(200)
      const mail = await mailTo('ana@test.pe')
      expect(mail.text).toContain('Su enlace: https://admin.test/secreto')
      expect(mail.to).toEqual(['ana@test.pe', 'copia@test.pe'])
      expect(mail.raw).toContain('Para ana@test.pe')
      await becomes('ana@test.pe', { status: '2', reason: null, attempts: 1 })
      expect(JSON.stringify(await outbox())).not.toContain('secreto')
      expect(
        (await at.database.db.selectFrom('mail_outbox').select('secrets').execute()).map(({ secrets }) => secrets),
      ).toEqual([null])
    })

    test('gives up a recipient the server does not know, tells why, and goes on with the others', async () => {
      const { port, mailTo } = await server()
      await settle({ mail_host: `127.0.0.1:${port}` })
      await put('refused@test.pe')
      await put('beto@test.pe')
      await mailTo('beto@test.pe')
      await becomes('refused@test.pe', {
        status: '3',
        attempts: 1,
        reason: expect.stringContaining('no such mailbox') as unknown as string,
      })
      await becomes('beto@test.pe', { status: '2' })
    })

    test('tries a dead server again, later each time, loses nothing, and gives up at last', async () => {
      const dead = await server()
      await settle({ mail_host: `127.0.0.1:${dead.port}` })
      await Promise.all(servers.splice(0).map((one) => one.close()))
      await put('carla@test.pe')
      await becomes('carla@test.pe', {
        status: '1',
        attempts: 1,
        reason: expect.stringContaining('ECONNREFUSED') as unknown as string,
      })
      let attempts = 1
      for (const minutes of [1, 5, 15, 30, 60, 120, 240]) {
        const next_ms = clock_ms + minutes * 60_000
        await becomes('carla@test.pe', { attempts, status: '1', date_next: new Date(next_ms).toISOString() })
        clock_ms = next_ms
        await wakeJob(at.database.db, MAIL_JOB)
        attempts++
      }
      await becomes('carla@test.pe', { attempts, status: '3', date_next: null })

      const { port, mailTo } = await server()
      await settle({ mail_host: `127.0.0.1:${port}` })
      const id = (await about('carla@test.pe')).id ?? null
      expect((await at.call('operator', 'POST', 'mail_outbox/send', { id })).status).toBe(403)
      expect((await at.call('root', 'POST', 'mail_outbox/send', { id })).status).toBe(200)
      await mailTo('carla@test.pe')
      await becomes('carla@test.pe', { status: '2' })
    })

    test('logs in where the server wants it, and a wrong password is a setting to mend, not a lost mail', async () => {
      const { port, mailTo } = await server({ user: 'buzon', pass: 'clave-smtp' })
      const account = { mail_host: `127.0.0.1:${port}`, mail_auth: '1', mail_username: 'buzon' }
      await settle({ ...account, mail_password: 'equivocada' })
      await put('dina@test.pe')
      await becomes('dina@test.pe', {
        status: '1',
        attempts: 1,
        reason: expect.stringMatching(/login|credentials|535/i) as unknown as string,
      })
      await settle({ ...account, mail_password: 'clave-smtp' })
      await mailTo('dina@test.pe')
      // An empty password in the form leaves the one there is.
      await settle({ ...account, mail_password: '' })
      await put('elsa@test.pe')
      await mailTo('elsa@test.pe')
      expect((await at.call('root', 'POST', 'settings/mailTry')).body).toMatchObject({
        ok: true,
        msg: expect.stringContaining('root@test.pe') as unknown as string,
      })
      await mailTo('root@test.pe')
    })

    test("its settings are root's alone, the password is told to nobody, and what is needed is asked for", async () => {
      for (const call of ['settings/mailForm', 'settings/mailSave', 'settings/mailTry']) {
        expect((await at.call('operator', 'POST', call)).status).toBe(403)
        expect((await at.call(null, 'POST', call)).status).toBe(401)
      }
      expect((await at.call('root', 'POST', 'settings/mailSave', { mail_auth: '1' })).body.errors).toMatchObject({
        mail_sender: expect.any(String) as unknown,
        mail_host: expect.any(String) as unknown,
        mail_username: expect.any(String) as unknown,
      })
      expect(
        (await at.call('root', 'POST', 'settings/mailSave', { mail_host: 'smtp.test.pe' })).body.errors,
      ).toMatchObject({ mail_sender: expect.any(String) as unknown })
      const form = await at.call('root', 'POST', 'settings/mailForm')
      expect(form.body.item).toMatchObject({ mail_username: 'buzon', mail_password_set: true })
      const told = [form, await at.call('root', 'GET', 'verify'), await at.call('operator', 'GET', 'verify')]
        .map(({ text }) => text)
        .join()
      expect(told).not.toContain('clave-smtp')
      expect(told.slice(form.text.length)).not.toContain('buzon')
    })

    test('without a server nobody need send: the sender is emptied with it', async () => {
      const asked = ['mail_sender', 'mail_bcc', 'mail_host', 'mail_username'].map((key) => [key, ''])
      expect(
        await at.call('root', 'POST', 'settings/mailSave', { ...Object.fromEntries(asked), mail_auth: '0' }),
      ).toMatchObject({ status: 200 })
      expect((await at.call('root', 'POST', 'settings/mailForm')).body.item).toMatchObject({
        mail_sender: null,
        mail_host: null,
      })
    })

    test('tries a mail again that is put off, and goes on with the others meanwhile', async () => {
      const { port, mailTo, mails } = await server()
      await settle({ mail_host: `127.0.0.1:${port}` })
      await put('busy@test.pe')
      await put('fina@test.pe')
      await mailTo('fina@test.pe')
      await becomes('busy@test.pe', {
        status: '1',
        attempts: 1,
        reason: expect.stringContaining('451') as unknown as string,
        date_next: new Date(clock_ms + 60_000).toISOString(),
      })
      clock_ms += 60_000
      await wakeJob(at.database.db, MAIL_JOB)
      await becomes('busy@test.pe', { status: '2', attempts: 2, reason: null })
      expect(mails.filter(({ to }) => to.includes('busy@test.pe'))).toHaveLength(1)
    })

    test('a sender that the server refuses is a setting to mend, and a mail is not sent where its copy alone was taken', async () => {
      const { port, mailTo } = await server(undefined, { sender: 'buzon@test.pe' })
      await settle({ mail_host: `127.0.0.1:${port}` })
      await put('gina@test.pe')
      await becomes('gina@test.pe', {
        status: '1',
        attempts: 1,
        reason: expect.stringContaining('sender unknown') as unknown as string,
      })
      await settle({ mail_host: `127.0.0.1:${port}`, mail_sender: 'buzon@test.pe', mail_bcc: 'copia@test.pe' })
      await mailTo('gina@test.pe')
      await put('refused-too@test.pe')
      await becomes('refused-too@test.pe', {
        status: '3',
        attempts: 1,
        reason: expect.stringContaining('no such mailbox') as unknown as string,
      })
      // A copy that is refused holds up no mail.
      await settle({ mail_host: `127.0.0.1:${port}`, mail_sender: 'buzon@test.pe', mail_bcc: 'refused-copy@test.pe' })
      await put('hugo@test.pe')
      await becomes('hugo@test.pe', { status: '2' })
      await settle({ mail_host: '', mail_bcc: '' })
    })

    test('a server whose certificate nobody has signed gets nothing, and both the outbox and the trial say so', async () => {
      const { port, mails } = await server(undefined, { tls: true })
      // The same machine under a name that is not trusted for being it.
      await settle({ mail_host: `0.0.0.0:${port}`, mail_bcc: '' })
      await put('ines@test.pe')
      await becomes('ines@test.pe', {
        status: '1',
        attempts: 1,
        reason: expect.stringMatching(/certificate/i) as unknown as string,
      })
      const { status, body } = await at.call('root', 'POST', 'settings/mailTry')
      expect([status, body.msg]).toEqual([422, expect.stringMatching(/certificate/i)])
      expect((await at.call('root', 'GET', 'tests/run', { id: 'mail' })).body.item).toMatchObject({
        state: 'failed',
        said: expect.stringMatching(/certificate/i) as unknown,
      })
      expect(mails).toEqual([])
    })

    test('a server that lets one wait too long is left, told, and tried again', async () => {
      const { port, mails } = await server(undefined, { late_ms: 400 })
      const settings = { host: '127.0.0.1', port, sender: 'no-reply@test.pe', bcc: null, auth: null }
      const mail = { recipient: 'juan@test.pe', subject: 'x', text: 'x', id: 'late' }
      expect(await sendMail(settings, mail, 100)).toEqual({ ok: false, reason: 'Timeout', again: true, alone: false })
      expect(await sendMail(settings, mail)).toEqual({ ok: true })
      expect(mails).toHaveLength(1)
    })

    test('is written by the program alone', async () => {
      const id = (await outbox())[0]?.id ?? null
      for (const [call, input] of [
        ['create', { recipient: 'x@test.pe', subject: 'x' }],
        ['create', { id, subject: 'x' }],
        ['remove', { id }],
      ] as const)
        expect((await at.call('root', 'POST', `mail_outbox/${call}`, input)).status).toBe(403)
      expect((await at.call('operator', 'GET', 'mail_outbox')).status).toBe(403)
    })
  })
})
