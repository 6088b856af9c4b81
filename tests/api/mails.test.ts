import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bodyHtml, bodyText, filledHtml, linkedHtml } from '../../src/model/mail/mail-html'
import type { JsonObject } from '../../src/model/json'
import { RECOVERY_JOB } from '../../src/server/work/accounts/recovery-job'
import { wakeJob } from '../../src/server/platform/jobs/wake-job'
import { queueMail } from '../../src/server/work/mail/queue-mail'
import { writeMail } from '../../src/server/work/mail/write-mail'
import { engineMail } from '../../src/server/work/mail/mail-kinds'
import { oneEngine } from '../engines'
import { testApp, type TestApp } from './fixture-app'
import { mailServer, type MailServer } from './mail-server'

oneEngine((_engine, open) => {
  describe('the templates of mails', () => {
    let at: TestApp
    let server: MailServer
    beforeAll(async () => {
      at = await testApp({ open, resources: { mail_outbox: { title: 'Correos', root: true, readOnly: true } } })
      server = await mailServer()
      await at.call('root', 'POST', 'settings/mailSave', {
        mail_sender: 'no-reply@test.pe',
        mail_host: `127.0.0.1:${server.port}`,
      })
      await at.database.transaction((tx) =>
        tx
          .insertInto('settings')
          .values({ key: 'url_console', value: JSON.stringify('https://console.test.pe') })
          .execute(),
      )
      at.runtime.changed('settings')
    })
    afterAll(async () => {
      await at?.close()
      await server?.close()
    })
    const root = (method: 'GET' | 'POST', path: string, input?: JsonObject) => at.call('root', method, path, input)
    const form = async (id: string, language = 'es') =>
      (await root('GET', 'mails/form', { id, language })).body.item as JsonObject

    test('are listed with their subjects, and shown with what can be inserted', async () => {
      const items = (await root('GET', 'mails')).body.items as unknown as JsonObject[]
      expect(items.find(({ id }) => id === 'recovery')).toEqual({
        id: 'recovery',
        name: 'Recuperación de contraseña',
        subject: 'Cambie su contraseña',
        changed: [],
      })
      const item = await form('recovery')
      expect(item).toMatchObject({ subject: item.original_subject, body: item.original_body, changed: false })
      expect((item.vars as unknown as JsonObject[]).map(({ key, required }) => [key, required])).toEqual([
        ['name', false],
        ['link', true],
        ['minutes', false],
      ])
      expect((await form('recovery', 'en')).subject).not.toBe(item.subject)
      expect((await root('GET', 'mails/form', { id: 'none' })).status).toBe(404)
    })

    test('are what the program sends, in the language of who gets it, with the link sealed until it goes', async () => {
      const saved = await root('POST', 'mails/save', {
        id: 'recovery',
        language: 'es',
        subject: 'Su clave, %{name}',
        body: '<h2>Hola %{name}</h2><p>Entre aquí: %{link}</p>',
      })
      expect(saved.status, saved.text).toBe(200)
      await at.request({ method: 'GET', url: '/api/admin/login/recover?username=operator@test.pe' })
      await wakeJob(at.database.db, RECOVERY_JOB)
      const mail = await server.mailTo('operator@test.pe')
      expect(mail.text).toContain('Hola operator Prueba')
      expect(mail.raw).toContain('Su clave, operator Prueba')
      expect(mail.raw.replace(/=\r?\n/g, '').replaceAll('=3D', '=')).toMatch(
        /<a href="https:\/\/console\.test\.pe\/password\/change\/[\w-]+">/,
      )
      const row = await at.database.db
        .selectFrom('mail_outbox')
        .select(['body', 'html'])
        .where('recipient', '=', 'operator@test.pe')
        .executeTakeFirstOrThrow()
      expect(`${String(row.body)} ${String(row.html)}`).not.toContain('/password/change/')
      // English has words of its own, which nobody has changed; a language without any gets what was written for the
      // main one.
      expect(
        (
          await writeMail(at.database.db, at.runtime.words, engineMail('recovery'), 'en', {
            name: 'A',
            link: 'l',
            minutes: 60,
          })
        ).html,
      ).toBeUndefined()
      await root('POST', 'languages/create', { id: 'pt', name: 'Português' })
      expect(
        (
          await writeMail(at.database.db, at.runtime.words, engineMail('recovery'), 'pt', {
            name: 'A',
            link: 'l',
            minutes: 60,
          })
        ).subject,
      ).toBe('Su clave, A')
      await root('POST', 'languages/remove', { id: 'pt' })
    })

    test('take no script, no variable that is not there, and not without the one they are for; values are text', async () => {
      const save = (body: string, subject = 'x') =>
        root('POST', 'mails/save', { id: 'recovery', language: 'es', subject, body })
      expect((await save('<p>%{link} %{password}</p>')).body.errors).toHaveProperty('body')
      expect((await save('<p>Hola</p>')).body.errors).toHaveProperty('body')
      expect((await save('<p>%{link}</p>', '%{nada}')).body.errors).toHaveProperty('subject')
      expect((await save('<p>%{link}</p>', ' ')).body.errors).toHaveProperty('subject')
      expect(
        (await save('<p onclick="x()">%{link}<script>alert(1)</script><img src=x onerror=1></p><p>&nbsp;</p>')).status,
      ).toBe(200)
      expect((await form('recovery')).body).toBe('<p>%{link}</p><p>\u00a0</p>')
      const values = { name: '<b>Ana</b> & %{link}', link: '<script>', minutes: 1 }
      expect((await writeMail(at.database.db, at.runtime.words, engineMail('recovery'), 'es', values)).html).toContain(
        '&lt;script&gt;',
      )
      const preview = await root('POST', 'mails/preview', {
        id: 'changed',
        subject: 'A %{name}',
        body: '<p>Para <b>%{name}</b></p>',
      })
      expect(preview.body).toMatchObject({
        recipient: 'root@test.pe',
        subject: 'A root Prueba',
        html: '<p>Para <b>root Prueba</b></p>',
        text: 'Para root Prueba',
      })
    })

    test("are the program's own again when they are restored", async () => {
      await root('POST', 'mails/save', { id: 'changed', language: 'es', subject: 'Otro', body: '<p>Otro</p>' })
      expect((await form('changed')).changed).toBe(true)
      expect((await root('POST', 'mails/restore', { id: 'changed', language: 'es' })).status).toBe(200)
      const item = await form('changed')
      expect(item).toMatchObject({ changed: false, subject: item.original_subject, body: item.original_body })
    })

    test('are written by the house alone', async () => {
      for (const role of ['reader', 'none', 'companyA'] as const) {
        expect(
          (await at.call(role, 'POST', 'mails/save', { id: 'changed', subject: 'x', body: '<p>x</p>' })).status,
        ).toBe(403)
        expect((await at.call(role, 'POST', 'mails/restore', { id: 'changed' })).status).toBe(403)
      }
      expect((await at.call('companyA', 'GET', 'mails')).status).toBe(403)
      expect((await at.call('reader', 'GET', 'mails')).status).toBe(200)
    })

    test('leave a mail without formats as it was', async () => {
      await at.database.transaction((tx) =>
        queueMail(tx, { recipient: 'zoe@test.pe', subject: 'Hola', body: 'Uno\n\nDos' }, at.runtime.now()),
      )
      expect((await server.mailTo('zoe@test.pe')).text).toContain('Dos')
    })
  })

  test.each([
    ['<p>Uno<br />dos</p><ul><li>a</li><li>b</li></ul>', 'Uno\ndos\n\n- a\n- b'],
    ['<h2>Hola</h2><p><a href="https://x.pe/a">Aquí</a></p>', 'Hola\n\nAquí (https://x.pe/a)'],
  ])('a formatted body %j as a text', (html, text) => expect(bodyText(html)).toBe(text))

  test('addresses become links once, and sentences paragraphs', () => {
    expect(linkedHtml('<p>Vea https://x.pe/a <a href="https://y.pe">https://y.pe</a></p>')).toBe(
      '<p>Vea <a href="https://x.pe/a">https://x.pe/a</a> <a href="https://y.pe">https://y.pe</a></p>',
    )
    expect(bodyHtml('A & b\n\nc\nd')).toBe('<p>A &amp; b</p><p>c<br />d</p>')
    expect(filledHtml('<p>%{a} %{b}</p>', { a: '<i>' })).toBe('<p>&lt;i&gt; %{b}</p>')
  })
})
