import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Type } from 'typebox'
import { defineCall } from '../../src/model/call'
import type { JsonObject } from '../../src/model/json'
import { serveCall, type ServerFeature } from '#engine/server'
import { openOne } from '../engines'
import { testApp, type TestApp } from './fixture-app'

const request = Type.Object({ resource: Type.String(), rows: Type.Array(Type.Record(Type.String(), Type.Unknown())) })
const many = serveCall(
  defineCall({
    method: 'POST',
    path: 'many',
    access: 'session',
    request,
    response: Type.Object({ saved: Type.Array(Type.Unknown()) }),
  }),
  async ({ records }, { resource, rows }) => ({
    saved: [...(await records.write(({ saveMany }) => saveMany(resource, rows as JsonObject[], 'juntos')))],
  }),
)
const heard: [entity: string, names: unknown][] = []
const feature: ServerFeature = {
  name: 'many',
  needs: {},
  calls: [many],
  hooks: [
    {
      entity: 'shades',
      beforeSave: async (_context, data) => ('name' in data ? { ...data, name: String(data.name).trim() } : data),
    },
    {
      entity: 'shades',
      afterSave: async (_context, { name }, before) => void heard.push(['shades', [before?.name ?? null, name]]),
    },
    {
      entity: 'notes',
      afterSaveMany: async (_context, saved) => void heard.push(['notes', saved.map(({ record }) => record.text)]),
    },
  ],
}
const schemas = {
  notes: {
    title: 'Nota',
    type: 'object',
    required: ['text'],
    'x-represent': '{text}',
    'x-scope': { company: 'id_company' },
    properties: {
      text: { type: 'string', title: 'Texto', maxLength: 20 },
      stars: { type: 'integer', title: 'Estrellas', default: 1 },
      id_company: { 'x-type': 'ref', title: 'Empresa', 'x-to': 'companies' },
      id_shade: { 'x-type': 'ref', title: 'Tono', 'x-to': 'shades', 'x-choices': { name: { eq: { form: 'text' } } } },
    },
  },
}

describe('records saved together', () => {
  let at: TestApp
  const save = (role: Parameters<TestApp['call']>[0], resource: string, rows: JsonObject[]) =>
    at.call(role, 'POST', 'many', { resource, rows })
  const listed = async (resource: string) =>
    (await at.call('root', 'GET', resource, { limit: 100, order_col: 'id', order_dir: 'asc' })).body
      .items as JsonObject[]
  beforeAll(async () => {
    at = await testApp({ open: openOne, schemas, features: [feature] })
  })
  afterAll(() => at?.close())

  test('are written, logged and told to hooks as one by one; what is as it was is left alone', async () => {
    const { body, text } = await save('root', 'shades', [
      { name: ' Rojo ', code: '#ff0000' },
      { name: 'Azul', code: '#0000ff' },
    ])
    expect(body.saved, text).toEqual([
      { id: 1, done: 'created' },
      { id: 2, done: 'created' },
    ])
    expect(
      (
        await save('root', 'shades', [
          { id: 2, name: 'Celeste', version: 1 },
          { id: 1, name: 'Rojo' },
          { name: 'Verde', code: '#00ff00' },
        ])
      ).body.saved,
    ).toEqual([
      { id: 2, done: 'changed' },
      { id: 1, done: 'unchanged' },
      { id: 3, done: 'created' },
    ])
    expect((await listed('shades')).map(({ name, version }) => [name, version])).toEqual([
      ['Rojo', 1],
      ['Celeste', 2],
      ['Verde', 1],
    ])
    expect(heard.splice(0)).toEqual([
      ['shades', [null, 'Rojo']],
      ['shades', [null, 'Azul']],
      ['shades', ['Azul', 'Celeste']],
      ['shades', [null, 'Verde']],
    ])
    await at.call('root', 'POST', 'shades/create', { id: 1, name: 'Grana', version: 1 })
    heard.length = 0
    const lines = (await at.database.db
      .selectFrom('logs')
      .select(['type_log', 'title', 'note', 'id_target', 'changes'])
      .where('target', '=', 'shades')
      .orderBy('id')
      .execute()) as unknown as {
      type_log: string
      title: string
      note: string | null
      id_target: number
      changes: JsonObject
    }[]
    expect(lines.map(({ type_log, title, note, id_target }) => [type_log, title, note, Number(id_target)])).toEqual([
      ['create', 'Rojo', 'juntos', 1],
      ['create', 'Azul', 'juntos', 2],
      ['edit', 'Celeste', 'juntos', 2],
      ['create', 'Verde', 'juntos', 3],
      ['edit', 'Grana', null, 1],
    ])
    // Word for word what a single save tells.
    expect([lines[2]?.changes, lines[4]?.changes]).toEqual([
      { name: { from: 'Azul', to: 'Celeste' }, version: { from: 1, to: 2 } },
      { name: { from: 'Rojo', to: 'Grana' }, version: { from: 1, to: 2 } },
    ])
  })

  test('tell what is wrong with each at its place, and none is written', async () => {
    const before = await listed('shades')
    const { status, body } = await save('root', 'shades', [
      { name: 'Gris', code: '#888888' },
      { code: 'gris' },
      { name: 'x'.repeat(41), code: '#111111' },
    ])
    expect([status, Object.keys(body.errors as object).toSorted()]).toEqual([422, ['1.code', '1.name', '2.name']])
    expect(
      (
        await save('root', 'shades', [
          { name: 'Gris', code: '#888888' },
          { name: 'Otro', code: '#ff0000' },
        ])
      ).body,
    ).toMatchObject({ code: 'VALIDATION', errors: { code: expect.any(String) as string } })
    expect(
      (
        await save('root', 'shades', [
          { id: 1, name: 'Gris' },
          { id: 2, name: 'Gris', version: 1 },
        ])
      ).status,
    ).toBe(409)
    expect(
      (
        await save('root', 'shades', [
          { id: 1, name: 'Gris' },
          { id: 99, name: 'Gris' },
        ])
      ).status,
    ).toBe(404)
    expect((await save('reader', 'shades', [{ id: 1, name: 'Gris' }])).status).toBe(403)
    expect(await listed('shades')).toEqual(before)
  })

  test('keep to their tenant, their defaults and what their references may be', async () => {
    const { body, text } = await save('companyA', 'notes', [
      { text: 'Grana', id_shade: 1 },
      { text: 'Celeste', id_shade: 2, stars: 5 },
    ])
    expect(body.saved, text).toHaveLength(2)
    expect(
      (await listed('notes')).map(({ text, stars, id_company, id_shade }) => [text, stars, id_company, id_shade]),
    ).toEqual([
      ['Grana', 1, at.ids.companies.a, 1],
      ['Celeste', 5, at.ids.companies.a, 2],
    ])
    expect(heard.splice(0)).toEqual([['notes', ['Grana', 'Celeste']]])
    expect(
      (
        await save('companyA', 'notes', [
          { text: 'Grana', id_shade: 1 },
          { text: 'Grana', id_shade: 2 },
        ])
      ).body,
    ).toMatchObject({ errors: { '1.id_shade': expect.any(String) as string } })
    expect((await save('companyB', 'notes', [{ id: 1, text: 'Ajena' }])).status).toBe(404)
    expect((await save('companyA', 'notes', [{ id: 1, id_company: at.ids.companies.b }])).status).not.toBe(200)
  })

  test('that are more than a row each, or one twice, go one by one with the same words', async () => {
    expect((await save('root', 'places', [{ name: 'Uno' }, { name: 'Dos' }])).body.saved).toHaveLength(2)
    expect((await listed('places')).map(({ name, rank }) => [name, rank])).toEqual([
      ['Uno', 1],
      ['Dos', 2],
    ])
    expect((await save('root', 'places', [{ name: 'Tres' }, {}])).body).toMatchObject({
      errors: { '1.name': expect.any(String) as string },
    })
    expect(
      (
        await save('root', 'shades', [
          { id: 3, name: 'Verde agua' },
          { id: 3, name: 'Verde mar' },
        ])
      ).body.saved,
    ).toHaveLength(2)
    expect((await listed('shades')).map(({ name, version }) => [name, version])).toContainEqual(['Verde mar', 3])
    expect(await listed('places')).toHaveLength(2)
  })
})
