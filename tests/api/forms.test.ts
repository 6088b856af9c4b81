import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Json, JsonObject } from '../../src/model/json'
import { eachEngine } from '../engines'
import { testApp, type TestApp } from './fixture-app'
import { formsOf } from './forms-fixture'

const SCHEMAS = {
  checks: {
    title: 'Check',
    type: 'object',
    required: ['id_form'],
    'x-represent': '#{id}',
    'x-scope': { company: 'id_company' },
    properties: {
      id_form: {
        'x-type': 'ref',
        title: 'Form',
        'x-to': 'forms',
        'x-choices': { target: { eq: '1' }, state: { eq: '1' } },
      },
      id_company: { 'x-type': 'ref', title: 'Company', 'x-to': 'companies' },
      answers: { 'x-type': 'answers', title: 'Answers', 'x-form': 'id_form', 'x-search': true },
    },
  },
}
const RESOURCES = {
  forms: { title: 'Forms' },
  form_fields: { title: 'Fields', endpoint: 'fields' },
  form_lists: { title: 'Lists' },
}

const FIELDS: JsonObject[] = [
  { key: 'plate', label: 'Plate', type: 'text', required: true, maximum: 8, show_to_text: true },
  { key: 'brakes', label: 'Brakes', type: 'enum', options: 'good=Good\nbad=Worn out\nnone=None', required: true },
  { key: 'part', label: 'The worn part', type: 'section' },
  { key: 'why', label: 'What is wrong', type: 'longtext', required: true, condition: { brakes: { eq: 'bad' } } },
  { key: 'depth', label: 'Depth', type: 'decimal', minimum: 0, maximum: 10, condition: { why: { contains: 'tread' } } },
  { key: 'seen', label: 'Seen', type: 'choices', options: 'rust=Rust\noil=Oil' },
  { key: 'spot', label: 'Where', type: 'text', condition: { seen: { contains: 'oil' } } },
  { key: 'stars', label: 'Stars', type: 'rating' },
  { key: 'agree', label: 'I agree', type: 'consent', required: true },
]

eachEngine((_engine, open) => {
  describe('answers to a form that is rows', () => {
    let at: TestApp
    let id_form = 0
    const answer = (values: JsonObject, more: JsonObject = {}, who: 'root' | 'companyA' = 'root') =>
      at.call(who, 'POST', 'checks/create', { id_form, answers: { values }, ...more })
    const errorsOf = async (values: JsonObject) => Object.keys((await answer(values)).body.errors ?? {})
    const item = async (id: unknown): Promise<JsonObject> =>
      (await at.call('root', 'GET', `checks/${String(id)}`)).body.item as JsonObject
    const wordsOf = ({ answers }: JsonObject) =>
      ((answers as JsonObject).words as JsonObject[]).map(({ label, text }) =>
        text === undefined ? `[${String(label)}]` : `${String(label)}: ${String(text)}`,
      )
    const GOOD = { plate: 'ABC-123', brakes: 'good', agree: 1 }

    beforeAll(async () => {
      at = await testApp({ schemas: SCHEMAS, resources: RESOURCES, open })
      id_form = await formsOf(at).form({ name: 'Vehicle', target: '1', fields: FIELDS })
    })

    test('can be given once the form is published, and by what was published alone', async () => {
      expect((await answer(GOOD)).body.errors).toHaveProperty('id_form')
      expect(await formsOf(at).publish(id_form)).toBe(1)
      const { body } = await answer(GOOD)
      expect(body.item).toMatchObject({ answers: { form: id_form, version: 1, values: GOOD } })
      expect(
        (await at.call('root', 'POST', 'checks/create', { id_form, answers: { version: 7, values: GOOD } })).body
          .errors,
      ).toHaveProperty('answers')
      expect(
        (await at.call('root', 'POST', 'checks/create', { id_form, answers: { form: id_form + 1, values: GOOD } })).body
          .errors,
      ).toHaveProperty('answers')
      expect((await at.call('root', 'POST', 'forms/publish', { id: id_form })).body).toMatchObject({
        number: 1,
        changed: false,
      })
    })

    test('are checked like a record, each error at its question', async () => {
      expect(await errorsOf({})).toEqual(['answers.plate', 'answers.brakes', 'answers.agree'])
      expect(await errorsOf({ ...GOOD, plate: 'ABCD-12345' })).toEqual(['answers.plate'])
      expect(await errorsOf({ ...GOOD, brakes: 'fine' })).toEqual(['answers.brakes'])
      expect(await errorsOf({ ...GOOD, agree: 0 })).toEqual(['answers.agree'])
      expect(await errorsOf({ ...GOOD, stars: 6 })).toEqual(['answers.stars'])
      expect(await errorsOf({ ...GOOD, seen: ['rust', 'dust'] })).toEqual(['answers.seen'])
      expect(await errorsOf({ ...GOOD, nobody: 1 })).toEqual(['answers.nobody'])
      const shapes: Json[] = [7, 'x', [], {}, { values: 7 }, { values: GOOD, more: 1 }]
      for (const wrong of shapes) {
        expect((await at.call('root', 'POST', 'checks/create', { id_form, answers: wrong })).status).toBe(422)
      }
    })

    test('are asked by the conditions again on the server: what they hide is never required, and is dropped', async () => {
      expect(await errorsOf({ ...GOOD, brakes: 'bad' })).toEqual(['answers.why'])
      const hidden = (await answer({ ...GOOD, why: 'the tread', depth: 3, spot: 'below' })).body.item as JsonObject
      expect((hidden.answers as JsonObject).values).toEqual(GOOD)
      const shown = (
        await answer({ ...GOOD, brakes: 'bad', why: 'the tread', depth: '3.50', seen: ['oil', 'rust'], spot: 'below' })
      ).body.item as JsonObject
      expect((shown.answers as JsonObject).values).toEqual({
        ...GOOD,
        brakes: 'bad',
        why: 'the tread',
        depth: 3.5,
        seen: ['rust', 'oil'],
        spot: 'below',
      })
      expect(wordsOf(shown)).toEqual([
        'Plate: ABC-123',
        'Brakes: Worn out',
        '[The worn part]',
        'What is wrong: the tread',
        'Depth: 3.5',
        'Seen: Rust; Oil',
        'Where: below',
        expect.stringMatching(/^I agree: /),
      ])
    })

    test('have conditions that files tell in words, as the form’s page does', async () => {
      const { text } = await at.call('root', 'GET', 'fields', { format: 'csv', columns: '*', filters: { id_form } })
      expect(text).not.toContain('{')
      for (const told of ['Brakes es Worn out', 'What is wrong contiene tread']) expect(text).toContain(told)
      const named = await at.call('root', 'GET', 'fields', {
        format: 'csv',
        headers: 'names',
        columns: 'key,condition',
        filters: { id_form },
      })
      expect(named.text).toContain('""brakes""')
    })

    test('of version 1 are read after version 5 as they were given: labels, removed options, removed fields', async () => {
      const { id } = (await answer({ ...GOOD, brakes: 'none', stars: 4 })).body.item as JsonObject
      const before = await item(id)
      const forms = formsOf(at)
      await forms.change(id_form, { plate: { label: 'Licence plate' } })
      expect(await forms.publish(id_form)).toBe(2)
      await forms.change(id_form, { brakes: { options: 'good=Good\nbad=Worn out' } })
      expect(await forms.publish(id_form)).toBe(3)
      await forms.change(id_form, { stars: null })
      expect(await forms.publish(id_form)).toBe(4)
      await forms.change(id_form, { tyres: { label: 'Tyres', type: 'integer', required: true } })
      expect(await forms.publish(id_form)).toBe(5)

      expect(await item(id)).toEqual(before)
      expect(wordsOf(before)).toEqual([
        'Plate: ABC-123',
        'Brakes: None',
        '[The worn part]',
        'Stars: 4',
        expect.stringMatching(/^I agree/),
      ])
      const csv = (await at.call('root', 'GET', 'checks', { format: 'csv', filters: { id: id ?? null } })).text
      expect(csv).toContain('Plate: ABC-123')
      // A new one answers the fifth, an old one is still corrected by its own.
      expect(await errorsOf({ ...GOOD, brakes: 'none' })).toEqual(['answers.brakes', 'answers.tyres'])
      const kept = before.answers as JsonObject
      const { body } = await at.call('root', 'POST', 'checks/create', {
        id: id ?? null,
        version: before.version ?? null,
        answers: { ...kept, values: { ...(kept.values as JsonObject), stars: 2 } },
      })
      expect(wordsOf(body.item as JsonObject)).toContain('Stars: 2')
      expect((body.item as JsonObject).answers).toMatchObject({ version: 1 })
      const log = JSON.stringify(
        (await at.call('root', 'GET', 'logs', { target: 'checks', id_target: id ?? null })).body,
      )
      expect(log).toContain('"label":"Stars","from":"4","to":"2"')
    })

    test('are found by what was asked and answered', async () => {
      await answer({ ...GOOD, plate: 'ZZZ-999', tyres: 4 })
      const { items } = (await at.call('root', 'GET', 'checks', { q: 'zzz-9' })).body as { items: JsonObject[] }
      expect(items.map((one) => wordsOf(one)[0])).toEqual(['Licence plate: ZZZ-999'])
      expect(
        ((await at.call('root', 'GET', 'checks', { filters: { answers: 'worn out' } })).body.items as JsonObject[])
          .length,
      ).toBe(1)
    })

    test("belong to their record's company, and the form is read by who may see such records", async () => {
      const own = (await answer({ ...GOOD, tyres: 4 }, {}, 'companyA')).body.item as JsonObject
      const other = (await answer({ ...GOOD, tyres: 4 })).body.item as JsonObject
      expect((await at.call('companyA', 'GET', `checks/${String(own.id)}`)).status).toBe(200)
      expect((await at.call('companyA', 'GET', `checks/${String(other.id)}`)).status).toBe(404)
      expect(
        (await at.call('companyA', 'POST', 'checks/create', { id: other.id ?? null, answers: { values: GOOD } }))
          .status,
      ).toBe(404)
      expect((await at.call('companyA', 'GET', `forms/${id_form}/version`)).status).toBe(200)
      expect((await at.call(null, 'GET', `forms/${id_form}/version`)).status).toBe(401)
      expect((await at.call('root', 'GET', 'forms/999999/version')).status).toBe(404)
      expect((await at.call('root', 'GET', `forms/${id_form}/version`, { number: 2 })).body.form).toMatchObject({
        number: 2,
        sections: [{ fields: ['plate', 'brakes'] }, { title: 'The worn part' }],
      })
      expect((await at.call('root', 'GET', 'forms/targets')).body.items).toMatchObject([{ id: '1' }])
      expect((await at.call('root', 'GET', 'forms/autocomplete', { query: 'vehi' })).body.items).toEqual([
        { id: id_form, name: 'Vehicle', target: '1' },
      ])
    })

    test('name rows of a list that are there, and keep a name that has gone', async () => {
      const forms = formsOf(at)
      const list = await forms.form({
        name: 'Listed',
        target: '1',
        fields: [{ key: 'town', label: 'Town', type: 'list', var1: 'pe', var2: 'lima', required: true }],
      })
      await forms.publish(list)
      const rows = [
        { var1: 'pe', var2: 'lima', name: 'Ancón' },
        { var1: 'pe', var2: 'ica', name: 'Nazca' },
      ]
      const made = []
      for (const row of rows)
        made.push((await at.call('root', 'POST', 'form_lists/create', row)).body.item as JsonObject)
      const give = (town: string, more: JsonObject = {}) =>
        at.call('root', 'POST', 'checks/create', { id_form: list, answers: { values: { town } }, ...more })
      expect((await give('Nazca')).body.errors).toHaveProperty(['answers.town'])
      const { item: kept } = (await give('Ancón')).body as { item: JsonObject }
      expect((await at.call('root', 'GET', `forms/${list}/offered`, { key: 'town', query: 'anc' })).body.items).toEqual(
        [{ id: 'Ancón', name: 'Ancón' }],
      )
      await at.call('root', 'POST', 'form_lists/remove', { id: made[0]?.id ?? null })
      expect((await give('Ancón')).body.errors).toHaveProperty(['answers.town'])
      expect((await give('Ancón', { id: kept.id ?? null, id_company: null })).status).toBe(200)
    })
  })

  describe('a form', () => {
    let at: TestApp
    beforeAll(async () => {
      at = await testApp({ schemas: SCHEMAS, resources: RESOURCES, open })
    })
    const wrong = async (field: JsonObject, ...above: JsonObject[]) => {
      const id = await formsOf(at).form({
        name: 'F',
        target: '1',
        fields: [...above, { key: 'it', label: 'It', ...field }] as unknown as JsonObject[],
      })
      return Object.keys((await at.call('root', 'POST', 'forms/publish', { id })).body.errors ?? {})
    }

    test('is not published with a mistake, which is named at its row', async () => {
      expect(await wrong({ type: 'enum' })).toEqual(['fields.0.options'])
      expect(await wrong({ type: 'choices', options: 'a=1\na=2' })).toEqual(['fields.0.options'])
      expect(await wrong({ type: 'list' })).toEqual(['fields.0.var1'])
      expect(await wrong({ type: 'integer', minimum: 5, maximum: 1 })).toEqual([
        expect.stringMatching(/^fields\.0\.(minimum|maximum)$/),
      ])
      expect(await wrong({ type: 'text', condition: { nobody: { eq: '1' } } })).toEqual(['fields.0.condition'])
      expect(await wrong({ type: 'text', condition: { it: { eq: '1' } } })).toEqual(['fields.0.condition'])
      expect(await wrong({ type: 'text', condition: { 'user.root': { eq: true } } })).toEqual(['fields.0.condition'])
      expect(
        await wrong({ type: 'text', condition: { lit: { eq: 'x' } } }, { key: 'lit', label: 'Lit', type: 'flag' }),
      ).toEqual(['fields.1.condition'])
      expect(
        await wrong({ type: 'text', condition: { lit: { eq: 1 } } }, { key: 'lit', label: 'Lit', type: 'flag' }),
      ).toEqual([])
      expect(
        Object.keys(
          (
            await at.call('root', 'POST', 'forms/publish', {
              id: await formsOf(at).form({ name: 'Empty', target: '1' }),
            })
          ).body.errors ?? {},
        ),
      ).toEqual(['fields'])
    })

    test('never gives a key to another field, nor a published field another type', async () => {
      const forms = formsOf(at)
      const id = await forms.form({
        name: 'Keys',
        target: '1',
        fields: [
          { label: 'One', type: 'text' },
          { key: 'two', label: 'Two', type: 'text' },
        ],
      })
      await forms.publish(id)
      const [own = ''] = Object.keys(await forms.rows(id)).filter((key) => key !== 'two')
      expect(own).toMatch(/^f[0-9a-f]{32}$/)
      expect(
        (await at.call('root', 'POST', 'fields/create', { id_form: id, label: 'X', type: 'text', key: 'where' })).body
          .errors,
      ).toHaveProperty('key')
      await expect(forms.change(id, { two: { type: 'integer' } })).rejects.toThrow(/422/)
      await forms.change(id, { two: null })
      await expect(forms.change(id, { two: { label: 'Again', type: 'text' } })).rejects.toThrow(/422/)
    })

    test('that is protected cannot be removed, nor can such a field, in whatever way', async () => {
      const forms = formsOf(at)
      const id = await forms.form({
        name: 'Kept',
        target: '1',
        root: 1,
        fields: [
          { key: 'kept', label: 'Kept', type: 'text', root: 1 },
          { key: 'free', label: 'Free', type: 'text' },
        ],
      })
      const rows = await forms.rows(id)
      for (const who of ['root', 'operator'] as const) {
        expect((await at.call(who, 'POST', 'forms/remove', { id })).status).toBe(409)
        expect((await at.call(who, 'POST', 'fields/remove', { id: rows['kept']?.id ?? null })).status).toBe(409)
        expect(
          (await at.call(who, 'POST', 'forms/create', { id, fields: [{ id: rows['free']?.id ?? null }] })).status,
        ).toBeGreaterThanOrEqual(409)
      }
      expect((await at.call('operator', 'POST', 'forms/disable', { id })).status).toBe(409)
      expect(
        (await at.call('operator', 'POST', 'fields/create', { id: rows['kept']?.id ?? null, root: 0 })).status,
      ).toBe(422)
      expect(Object.keys(await forms.rows(id))).toEqual(['kept', 'free'])
      expect((await at.call('root', 'POST', 'fields/remove', { id: rows['free']?.id ?? null })).status).toBe(200)
    })

    test('that nobody has answered can be removed with its publications, and comes back with them; one with answers stays', async () => {
      const forms = formsOf(at)
      const id = await forms.form({ name: 'Gone', target: '1', fields: [{ key: 'a', label: 'A', type: 'text' }] })
      await forms.publish(id)
      const removed = await at.call('root', 'POST', 'forms/remove', { id })
      expect(removed.status, removed.text).toBe(200)
      expect((await at.call('root', 'GET', `forms/${id}/version`)).status).toBe(404)
      const { undo } = removed.body as { undo: { run: string } }
      expect((await at.call('root', 'POST', 'forms/undo', { run: undo.run })).status).toBe(200)
      expect((await at.call('root', 'GET', `forms/${id}/version`)).status).toBe(200)
      expect(
        (await at.call('root', 'POST', 'checks/create', { id_form: id, answers: { values: { a: 'x' } } })).status,
      ).toBe(200)
      expect((await at.call('root', 'POST', 'forms/remove', { id })).status).toBe(409)
      expect((await at.call('root', 'GET', `forms/${id}/version`)).status).toBe(200)
    })

    test('is tried before it is saved, and published once by two at a time', async () => {
      const tried = (
        await at.call('root', 'POST', 'forms/preview', {
          name: 'T',
          target: '1',
          fields: [
            { label: 'A', type: 'text' },
            { label: 'B', type: 'enum' },
          ],
        })
      ).body
      expect(tried).toMatchObject({ form: null, problems: [{ row: 1, at: 'options' }] })
      expect(
        (await at.call('root', 'POST', 'forms/preview', { fields: [{ label: 'A', type: 'text' }] })).body,
      ).toMatchObject({ form: { sections: [{ fields: ['new_0'] }] }, problems: [] })
      expect((await at.call('none', 'POST', 'forms/preview', { fields: [] })).status).toBe(403)
      const id = await formsOf(at).form({ name: 'Twice', target: '1', fields: [{ label: 'A', type: 'text' }] })
      const both = await Promise.all([1, 2].map(() => at.call('root', 'POST', 'forms/publish', { id })))
      expect(both.map(({ body }) => [body.number, body.changed]).sort()).toEqual([
        [1, false],
        [1, true],
      ])
      expect((await at.call('root', 'POST', 'forms/publish', { id, version: 1 })).body).toMatchObject({
        number: 1,
        changed: false,
      })
      await formsOf(at).change(id, { more: { label: 'More', type: 'text' } })
      expect((await at.call('root', 'POST', 'forms/publish', { id, version: 1 })).status).toBe(409)
      const { rows } = await sql<{
        n: number
      }>`select count(*)::int as n from form_versions where id_form = ${id}`.execute(at.database.db)
      expect(rows).toEqual([{ n: 1 }])
    })
  })
})
