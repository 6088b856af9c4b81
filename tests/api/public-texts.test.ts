import { beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import { oneEngine } from '../engines'
import { wholeApp, type WholeApp } from './whole-app'
import type { RoleName } from './fixture-users'

oneEngine((_engine, open) => {
  let at: WholeApp
  const call = (role: RoleName, method: 'GET' | 'POST', path: string, input: JsonObject = {}) =>
    at.server.call(role, method, path, input)
  const made = async (path: string, input: JsonObject): Promise<number> => {
    const { body, text } = await call('operator', 'POST', `${path}/create`, input)
    if (typeof body.id !== 'number') throw new Error(text)
    return body.id
  }
  const read = async (path: string, language = 'es') => {
    const response = await at.server.app.inject({
      method: 'GET',
      url: `/api/admin/${path}`,
      headers: { 'accept-language': language },
    })
    return { status: response.statusCode, body: response.json<JsonObject>() }
  }
  const legal = (more: JsonObject) =>
    made('legals', {
      type: 'terms',
      target: 'all',
      prefix: 'terms',
      language: 'es',
      name: 'Términos',
      content: '<p>Uno</p>',
      ...more,
    })

  beforeAll(async () => {
    at = await wholeApp(open, () => new Date('2026-11-23T17:00:00.000Z'))
  })

  describe('a legal text', () => {
    test('is read by everybody in their language, else in the one asked for, else in the first', async () => {
      await legal({ prefix: 'Read' })
      await legal({ prefix: 'read', language: 'en', name: 'Terms' })
      const names = await Promise.all([
        read('legal/read'),
        read('legal/READ', 'en-GB,en'),
        read('legal/read', 'fr'),
        read('legal/read?language=en'),
        read('legal/read?language=pt', 'en'),
      ])
      expect(names.map(({ body }) => body['name'])).toEqual(['Términos', 'Terms', 'Términos', 'Terms', 'Terms'])
      expect(names[0]?.body['languages']).toEqual([
        { id: 'es', name: expect.any(String) },
        { id: 'en', name: expect.any(String) },
      ])
      expect(
        (
          await call('operator', 'POST', 'legals/create', {
            type: 'terms',
            target: 'all',
            prefix: 'read',
            language: 'es',
            name: 'Otra vez',
            content: '<p>x</p>',
          })
        ).status,
      ).toBe(422)
    })

    test('has nothing in it that runs or leads nowhere', async () => {
      await legal({
        prefix: 'hostile',
        content:
          '<p onclick="x()">Uno <script>x()</script><img src=x onerror=x()><a href="javascript:x()">dos</a> <a href="https://a.test">tres</a><iframe src="https://a.test"></iframe></p>',
      })
      const { body } = await read('legal/hostile')
      expect(body['content']).toBe(
        '<p>Uno <a target="_blank" rel="noopener noreferrer nofollow">dos</a> <a href="https://a.test" target="_blank" rel="noopener noreferrer nofollow">tres</a></p>',
      )
    })

    test('is restored to the words it was made with, however often they were changed', async () => {
      const id = await legal({ prefix: 'restored' })
      for (const content of ['<p>Dos</p>', '<p>Tres</p>'])
        expect((await call('operator', 'POST', 'legals/create', { id, name: 'Cambiado', content })).status).toBe(200)
      expect((await call('operator', 'POST', 'legals/create', { id, original_content: '<p>Cuatro</p>' })).status).toBe(
        422,
      )
      expect((await read('legal/restored')).body).toMatchObject({ name: 'Cambiado', content: '<p>Tres</p>' })
      expect((await call('readerA', 'POST', 'legals/restore', { id })).status).not.toBe(200)
      expect((await call('operator', 'POST', 'legals/restore', { id })).status).toBe(200)
      expect((await read('legal/restored')).body).toMatchObject({ name: 'Términos', content: '<p>Uno</p>' })
      expect((await call('operator', 'GET', `legals/${id}`)).body.item).toMatchObject({
        target_text: 'Todos',
        state_human: expect.any(String),
        link: '/legal/restored?language=es',
      })
    })

    test("that is switched off or removed is nobody's to read, nor linked", async () => {
      const id = await legal({ prefix: 'off' })
      const drivers = await legal({ prefix: 'drivers', target: 'driver' })
      const urls = async (query = '') =>
        ((await read(`public_texts${query}`)).body['items'] as JsonObject[]).map(({ url }) => url)
      expect(await urls()).toContain('/legal/off')
      expect(await urls()).not.toContain('/legal/drivers')
      expect(await urls('?target=driver')).toEqual(expect.arrayContaining(['/legal/off', '/legal/drivers']))
      await call('operator', 'POST', 'legals/disable', { id })
      await call('operator', 'POST', 'legals/remove', { id: drivers })
      expect([
        (await read('legal/off')).status,
        (await read('legal/drivers')).status,
        (await read('legal/never')).status,
      ]).toEqual([404, 404, 404])
      expect(await urls('?target=driver')).not.toEqual(expect.arrayContaining(['/legal/off']))
    })
  })

  describe('questions', () => {
    const id: { [name: string]: number } = {}
    beforeAll(async () => {
      id.pay = await made('type_faqs', { target: 'client', name: 'Pagos' })
      id.english = await made('type_faqs', { target: 'client', name: 'Payments', language: 'en' })
      id.shift = await made('type_faqs', { target: 'driver', name: 'Turnos' })
      id.empty = await made('type_faqs', { target: 'partner', name: 'Vacía' })
      id.card = await made('faqs', {
        id_type_faq: id.pay,
        question: '¿Puedo pagar con tarjeta?',
        answer: '<p>Sí, con <strong>cualquiera</strong>.</p>',
      })
      id.cash = await made('faqs', {
        id_type_faq: id.pay,
        question: '¿Y en efectivo?',
        answer: '<p>También, o con tarjeta: 100% igual.</p>',
      })
      id.off = await made('faqs', { id_type_faq: id.pay, question: '¿Con tarjeta de regalo?', answer: '<p>No</p>' })
      await made('faqs', { id_type_faq: id.english, question: 'By card?', answer: '<p>Yes</p>' })
      id.open = await made('faqs', {
        id_type_faq: id.shift,
        question: '¿Cómo abro mi turno?',
        answer: '<p>Con la tarjeta verde.</p>',
      })
      await call('operator', 'POST', 'faqs/disable', { id: id.off })
    })

    test('stand by public and category; a public or category without any is not offered', async () => {
      const { body } = await read('faq')
      expect(body).toMatchObject({
        target: 'client',
        targets: [{ id: 'client' }, { id: 'driver' }],
        items: [{ id: id.pay, name: 'Pagos', num_faqs: 2 }],
        found: [],
      })
      expect((await read('faq', 'en')).body['items']).toMatchObject([{ id: id.pay }, { id: id.english }])
      expect((await read('faq?target=driver')).body).toMatchObject({ target: 'driver', items: [{ id: id.shift }] })
      expect((await read('faq?target=nobody')).body).toMatchObject({ target: 'client' })
      expect((await read(`faq/${id.pay}`)).body['questions']).toMatchObject([{ id: id.card }, { id: id.cash }])
    })

    test('are found by the words of question and answer, whatever their case and accents, never by markup', async () => {
      const found = async (q: string, more = '') =>
        ((await read(`faq?q=${encodeURIComponent(q)}${more}`)).body['found'] as JsonObject[]).map((one) => one['id'])
      expect(await found('TARJETÁ')).toEqual([id.card, id.cash])
      expect(await found('tarjeta efectivo')).toEqual([id.cash])
      expect(await found('tarjeta', '&target=driver')).toEqual([id.open])
      expect([await found('strong'), await found('%'), await found('_'), await found("' or 1=1")]).toEqual([
        [],
        [id.cash],
        [],
        [],
      ])
    })

    test('are answered at their own address alone, and not when they or their category are off', async () => {
      expect((await read(`faq/${id.pay}/${id.card}`)).body).toMatchObject({
        answer: '<p>Sí, con <strong>cualquiera</strong>.</p>',
        item: { name: 'Pagos' },
      })
      const gone = [
        `faq/${id.shift}/${id.card}`,
        `faq/${id.pay}/${id.off}`,
        `faq/${id.empty}`,
        `faq/${id.english}`,
        'faq/999999',
        'faq/999999/1',
      ]
      for (const path of gone) expect({ path, status: (await read(path)).status }).toEqual({ path, status: 404 })
      expect((await read('faq/x')).status).toBe(422)
    })

    test('are told to the console by the calls of the spec', async () => {
      expect((await call('operator', 'GET', 'type_faqs/targets')).body.items).toEqual(
        expect.arrayContaining([{ id: 'client', name: 'Clientes' }]),
      )
      expect((await call('operator', 'GET', 'faqs/type', { id_type_faq: id.pay ?? 0 })).body.items).toMatchObject([
        { id: id.card },
        { id: id.cash },
        { id: id.off, state: '0' },
      ])
      expect((await call('operator', 'GET', 'faqs', { target: 'driver' })).body.items).toMatchObject([{ id: id.open }])
      expect((await call('operator', 'GET', `faqs/${id.card}`)).body.item).toMatchObject({
        target: 'client',
        tf_name: 'Pagos',
      })
    })
  })
})
