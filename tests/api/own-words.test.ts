import { beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import { oneEngine } from '../engines'
import { testApp, type TestApp } from './fixture-app'

const STATES = [
  { value: '1', title: 'Pagada' },
  { value: '0', title: 'Anulada' },
]
const SCHEMAS = {
  letters: {
    title: 'Carta',
    required: ['subject'],
    'x-scope': { shared: true },
    'x-represent': '{subject}',
    properties: {
      subject: { type: 'string', title: 'Referencia', maxLength: 40 },
      body: { type: 'string', title: 'Texto', maxLength: 40 },
      reason: { type: 'string', title: 'Causa', maxLength: 40 },
      recipient: { type: 'string', title: 'Destinatario', maxLength: 40 },
      state: { 'x-type': 'enum', title: 'Situación', default: '1', 'x-values': STATES },
      id_writer: {
        'x-type': 'ref',
        title: 'Autor',
        'x-to': 'users',
        'x-expand': { wr_name: 'name', wr_email: 'email' },
      },
      id_reader: {
        'x-type': 'ref',
        title: 'Lector',
        'x-to': 'users',
        'x-expand': { re_name: 'name', re_email: 'email' },
      },
    },
  },
}
const RESOURCES = {
  letters: {
    list: {
      columns: [
        'subject',
        { f: 'body', title: 'Contenido' },
        'reason',
        'recipient',
        'state',
        'wr_name',
        'wr_email',
        're_name',
        'date_created',
      ],
      details: ['re_email'],
      sort: ['subject', 'asc'],
    },
    filters: [{ f: 'state', title: 'Cómo está' }],
    actions: [{ id: 'read_it', title: 'Leer en voz alta', go: '/letters?id={id}', needs: 'see' }],
  },
}

oneEngine((_engine, open) => {
  describe('the words of a schema', () => {
    let at: TestApp
    beforeAll(async () => {
      at = await testApp({ schemas: SCHEMAS, resources: RESOURCES, open })
      for (const [subject, state] of [
        ['A', '1'],
        ['B', '0'],
      ])
        await at.call('root', 'POST', 'letters/create', { subject: subject ?? '', state: state ?? '' })
    })
    const csv = async (columns: string) =>
      (await at.call('root', 'GET', 'letters', { format: 'csv', columns, headers: 'labels' })).text
        .replace('\uFEFF', '')
        .split(/\r?\n/)

    test("win over the engine's for fields of the same name, and for choices of the same value", async () => {
      const [head, first, second] = await csv('subject,reason,recipient,state,date_created')
      expect(head).toBe('Referencia,Causa,Destinatario,Situación,Fecha de creación')
      expect([first?.split(',')[3], second?.split(',')[3]]).toEqual(['Pagada', 'Anulada'])
    })

    test('name a column, a filter and an action of one catalogue', async () => {
      expect((await csv('subject,body'))[0]).toBe('Referencia,Contenido')
      const { model } = (await at.call('root', 'GET', 'model/any')).body as {
        readonly model: { readonly resources: { readonly [name: string]: JsonObject } }
      }
      expect(model.resources.letters).toMatchObject({
        filters: [{ f: 'state', title: 'Cómo está' }],
        actions: [{ id: 'read_it', title: 'Leer en voz alta' }],
      })
    })

    test('tell two columns of one reference apart, and what an opened row says from the columns above it', async () => {
      expect((await csv('wr_name,wr_email,re_name,re_email'))[0]).toBe(
        'Autor · Nombre,Autor · Correo electrónico,Lector,Lector · Correo electrónico',
      )
    })

    test("leave the engine's own state its common words", async () => {
      await at.call('root', 'POST', 'places/create', { name: 'Aquí' })
      const { text } = await at.call('root', 'GET', 'places', {
        format: 'csv',
        columns: 'name,state',
        headers: 'labels',
      })
      expect(text).toContain('Estado')
      expect(text).toContain('Activo')
    })
  })
})
