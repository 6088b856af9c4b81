import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Json, JsonObject } from '../../src/model/json'
import { loadActor } from '../../src/server/language/actor/actor'
import type { ServerFeature } from '#engine/server'
import { loadFile } from '../../src/server/work/import/load-file'
import { oneEngine } from '../engines'
import { OWN, stringsOfOthers, type NaughtyStrings } from '../fixtures/naughty-strings'
import { testApp, type Answer, type TestApp } from './fixture-app'

const others = stringsOfOthers('rich texts held against naughty strings and lines of attack by others')

const SCHEMAS = {
  answers: {
    title: 'Respuesta',
    type: 'object',
    required: ['code'],
    'x-size': 'large',
    properties: {
      code: { type: 'string', maxLength: 8, pattern: '^[A-Z]{3}-[0-9]{3}$', 'x-case': 'upper', 'x-unique': true },
      body: { 'x-type': 'richtext', 'x-search': true },
      opens: { 'x-type': 'time' },
      hours: { 'x-type': 'schedule' },
      zone: { 'x-type': 'polygon' },
      site: { 'x-type': 'url' },
      trip: { 'x-type': 'distance', 'x-unit': 'km' },
      rest: { 'x-type': 'duration' },
    },
  },
}
/** A hook that would bring in what it should not. */
const careless: ServerFeature = {
  name: 'careless',
  needs: {},
  hooks: [
    {
      entity: 'answers',
      beforeSave: async (_context, data) => ({
        ...data,
        ...(data.code === 'HOO-001' ? { body: '<p onclick="x()">de un gancho</p>' } : {}),
      }),
    },
  ],
}
/**
 * What no cleaned text has: a tag that is not on the list, an attribute but those of links, an address of another kind.
 */
const DANGEROUS =
  /<(?!\/?(?:p|br|hr|h[1-6]|blockquote|pre|ul|ol|li|strong|b|em|i|u|s|del|code|mark|sub|sup|a)(?:\s|\/?>))|<[^>]*\s(?!href=|target=|rel=)[a-z-]+=|href="(?!https?:|mailto:|tel:|")/i

oneEngine((_engine, open) => {
  let at: TestApp
  let number = 0
  const save = (input: JsonObject): Promise<Answer> => at.call('root', 'POST', 'answers/create', input)
  const code = (): string => `abc-${String(++number).padStart(3, '0')}`
  const bodyOf = (answer: Answer): string => String((answer.body.item as JsonObject | undefined)?.body)
  const ids = async (query: JsonObject): Promise<Json[]> =>
    (
      (await at.call('root', 'GET', 'answers', { limit: 1000, order_col: 'id', ...query })).body
        .items as unknown as JsonObject[]
    ).map(({ id }) => id ?? null)
  beforeAll(async () => {
    at = await testApp({ open, schemas: SCHEMAS, features: [careless] })
  })

  describe('a rich text', () => {
    test('is cleaned when it is written: by a call, by a file, by a hook', async () => {
      const dirty =
        '<p onclick="x()">Hola<script>alert(1)</script> <img src=x onerror=alert(1)><a href="javascript:alert(1)">a</a></p>'
      const clean = '<p>Hola <a target="_blank" rel="noopener noreferrer nofollow">a</a></p>'
      const made = await save({ code: code(), body: dirty })
      expect([made.status, bodyOf(made)]).toEqual([200, clean])
      expect(bodyOf(await save({ code: 'hoo-001', body: null }))).toBe('<p>de un gancho</p>')
      const folder = mkdtempSync(join(tmpdir(), 'field-kinds-'))
      try {
        writeFileSync(join(folder, 'a.csv'), `code,body\r\nfil-001,"${dirty.replaceAll('"', '""')}"\r\n`)
        const actor = await loadActor(at.database.db, at.runtime, at.ids.users.root)
        expect(actor && (await loadFile(at.runtime, actor, 'answers', join(folder, 'a.csv'), () => {}))).toMatchObject({
          created: 1,
          refused: 0,
        })
      } finally {
        rmSync(folder, { recursive: true })
      }
      const { rows } = await sql<{ body: string }>`select body from answers where code = 'FIL-001'`.execute(
        at.database.db,
      )
      expect(rows).toEqual([{ body: clean }])
    })

    const letsNothingThrough = async ({ list, markup }: NaughtyStrings): Promise<void> => {
      const lines = [...list, ...markup].filter((line) => line.trim() !== '')
      const type = at.runtime.fieldTypes.richtext!
      const field = at.metadata.model().entities.answers!.fields.body!
      for (const line of [
        ...lines,
        ...lines.map((one) => `<p>${one}</p>`),
        '<'.repeat(500),
        '<b>'.repeat(5000),
        '<a href="x'.repeat(2000),
      ]) {
        const once = type.canonical(line, field)
        if (once === null) continue
        expect(String(once)).not.toMatch(DANGEROUS)
        expect(type.canonical(once, field)).toBe(once)
        const error = type.check(once, field)
        expect(error === null || error.key === 'characters').toBe(true)
      }
      const id = Number(
        (
          await save({
            code: code(),
            body: markup
              .slice(0, 25)
              .map((line) => `<p>${line}</p>`)
              .join(''),
          })
        ).body.id,
      )
      expect(String(((await at.call('root', 'GET', `answers/${id}`)).body.item as JsonObject).body)).not.toMatch(
        DANGEROUS,
      )
    }
    test('lets no line of attack through, and is not changed by being written again', () => letsNothingThrough(OWN))
    test.skipIf(others.list.length === 0)('lets none of several hundred strings of others through', async () => {
      expect(others.list.length).toBeGreaterThan(400)
      await letsNothingThrough(others)
    })

    test('is found by its words, not by its tags; words go over tags within them', async () => {
      const id = Number(
        (await save({ code: code(), body: '<h2>Área</h2><p>El <strong>pe</strong>aje de Ñaña &amp; cía</p>' })).body.id,
      )
      for (const q of ['peaje', 'ÁREA', 'nana', '& cia']) expect([q, await ids({ q })]).toEqual([q, [id]])
      for (const q of ['strong', 'h2', 'amp;']) expect([q, (await ids({ q })).includes(id)]).toEqual([q, false])
      expect(await ids({ filters: { body: 'peaje' } })).toEqual([id])
      expect((await at.call('root', 'GET', 'answers', { filters: { body: { eq: 'x' } } })).status).toBe(400)
    })

    test('too long is refused at its field, too long to clean too', async () => {
      for (const size of [100_001, 250_000]) {
        const answer = await save({ code: code(), body: 'x'.repeat(size) })
        expect([answer.status, answer.body.errors]).toEqual([422, { body: 'Escriba como máximo 100000 caracteres.' }])
      }
    })
  })

  test('a text in one case is one value however it is written', async () => {
    expect((await save({ code: 'xyz-900' })).body.item).toMatchObject({ code: 'XYZ-900' })
    expect((await save({ code: 'XyZ-900' })).body.errors).toEqual({ code: 'Ya existe un registro con este valor.' })
    expect(await ids({ filters: { code: { eq: 'xyz-900' } } })).toHaveLength(1)
  })

  test('an area is told which of its sides cross, and is one that the database can ask for a point', async () => {
    const ring = (places: number[][]) => places.map(([lat = 0, lng = 0]) => ({ lat, lng }))
    const crossed = await save({
      code: code(),
      zone: ring([
        [-12, -77],
        [-12.1, -76.9],
        [-12, -76.9],
        [-12.1, -77],
      ]),
    })
    expect([crossed.status, crossed.body.errors]).toEqual([
      422,
      { zone: 'El lado 1 cruza o toca el lado 3. Mueva una de sus esquinas.' },
    ])
    expect(
      (
        await save({
          code: code(),
          zone: ring([
            [-12, -77],
            [-12, -76.9],
            [-12, -77],
          ]),
        })
      ).body.errors,
    ).toEqual({ zone: 'Marque al menos tres esquinas distintas.' })
    const zone = ring([
      [-12.0000001, -77],
      [-12.1, -77],
      [-12.1, -76.9],
      [-12, -76.9],
    ])
    const made = await save({ code: code(), zone })
    expect((made.body.item as JsonObject).zone).toEqual(zone)
    const { rows } = await sql<{ id: number }>`select id from answers where zone @> point '(-76.95,-12.05)'`.execute(
      at.database.db,
    )
    expect(rows).toEqual([{ id: made.body.id }])
  })

  test('times of day are compared by the clock', async () => {
    const [early, late] = [
      await save({ code: code(), opens: '7:30' }),
      await save({ code: code(), opens: '19:00' }),
    ].map(({ body }) => body.id)
    expect(await ids({ filters: { opens: { gte: '07:30', lt: '12:00' } } })).toEqual([early])
    expect(await ids({ filters: { opens: { gt: '7:30 am' } } })).toEqual([late])
    expect((await at.call('root', 'GET', 'answers', { filters: { opens: { gt: 'tarde' } } })).status).toBe(400)
  })

  test('hours of a week, addresses and measures are refused with what to do', async () => {
    const span = (day_of_week: number, time_start: string, time_end: string) => ({ day_of_week, time_start, time_end })
    const answer = await save({
      code: code(),
      hours: [span(1, '22:00', '02:00'), span(2, '01:00', '05:00')],
      site: 'javascript:alert(1)',
      trip: '12 km',
      rest: -5,
    })
    expect([answer.status, answer.body.errors]).toEqual([
      422,
      {
        hours: 'Hay tramos que se superponen: 22:00-02:00 y 01:00-05:00.',
        site: 'Escriba una dirección web como https://www.empresa.com.',
        trip: 'Escriba un número, como 12.5.',
        rest: 'Escriba 0 o más.',
      },
    ])
  })

  test('the description of the API says what these values look like', async () => {
    const { body } = await at.request({
      method: 'GET',
      url: '/api/rest/openapi.json',
      token: await at.tokenFor('root'),
    })
    const text = JSON.stringify(body)
    expect(text).toContain('"time_start":{"type":"string"')
    expect(text).toContain('"required":["lat","lng"]')
  })
})
