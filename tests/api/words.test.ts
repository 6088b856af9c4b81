import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { ALL_STAFF } from '../../src/model/application'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { missingWords } from '../../src/server/language/words/missing-words'
import { readWords, fillIn } from '../../src/server/language/words/read-words'
import { fieldHelp } from '../../src/server/records/fields/labels'
import { libraryModel } from '../model/model-fixture'
import { openOne } from '../engines'
import { testApp, type TestApp } from './fixture-app'

describe('words', () => {
  const folder = mkdtempSync(join(tmpdir(), 'words-'))
  const write = (path: string, json: unknown) => {
    mkdirSync(join(folder, path, '..'), { recursive: true })
    writeFileSync(join(folder, path), typeof json === 'string' ? json : JSON.stringify(json))
  }
  afterAll(() => rmSync(folder, { recursive: true }))

  test('stand engine under application, and every language over Spanish', () => {
    write('es/engine.json', { a: { x: 'equis', y: 'ye' }, only: 'solo' })
    write('es/app.json', { a: { x: 'equis de la aplicación' } })
    write('en/engine.json', { a: { y: 'why' } })
    const words = readWords(folder)
    expect(words.languages).toEqual(['es', 'en'])
    // A language is offered by its folder and the name that it gives itself, and by nothing else.
    write('he/engine.json', { language: { name: 'עברית' } })
    expect(readWords(folder).dictionary('es').words).toMatchObject({ shell: { languages: { he: 'עברית' } } })
    rmSync(join(folder, 'he'), { recursive: true })
    expect(words.dictionary('en').words).toEqual({ a: { x: 'equis de la aplicación', y: 'why' }, only: 'solo' })
    expect(words.say('en', 'a.y')).toBe('why')
    expect(words.say('en', 'only')).toBe('solo')
    expect(words.say('xx', 'only')).toBe('solo')
    expect(words.say('en', 'a.none')).toBe('a.none')
    expect(words.say('en', 'a')).toBe('a')
    expect(words.say('en', '__proto__.x')).toBe('__proto__.x')

    const hash = words.dictionary('en').hash
    write('en/app.json', '{"a": {')
    expect(() => words.reload()).toThrow('app.json is not JSON')
    expect(words.dictionary('en').hash).toBe(hash)
    write('en/app.json', { a: { x: 'ex' } })
    words.reload()
    expect(words.dictionary('en').hash).not.toBe(hash)
    expect(words.say('en', 'a.x')).toBe('ex')
  })

  test.each([
    ['Hola, %{name}.', { name: 'Ana' }, 'Hola, Ana.'],
    ['%{a} y %{b}', { a: 0 }, '0 y %{b}'],
    ['%{smart_count} fila |||| %{smart_count} filas', { smart_count: 1 }, '1 fila'],
    ['%{smart_count} fila |||| %{smart_count} filas', { smart_count: 0 }, '0 filas'],
    // Without a count of its own, the first number that the text names.
    ['%{max} fila |||| %{max} filas', { max: 1 }, '1 fila'],
    [
      '«%{name}» pasa de %{max} fila. |||| «%{name}» pasa de %{max} filas.',
      { name: 'A', max: 3 },
      '«A» pasa de 3 filas.',
    ],
    ['%{total} fila |||| %{total} filas', { total: '1 200' }, '1 200 filas'],
    ['%{a}', { a: '%{b}', b: 'no' }, '%{b}'],
  ])('fill %j from %j', (text, params, said) => {
    expect(fillIn(text, params)).toBe(said)
  })

  test('that are missing are named', () => {
    const words = readWords(folder)
    const lines = missingWords(words, { entities: {}, resources: {}, reports: {}, application: ALL_STAFF }, [
      {
        name: 'f',
        needs: {},
        modules: [{ key: 'board', title: 'Tablero', route: '/board', icon: 'map', group: 'work', order: 1 }],
      },
    ])
    const titled = libraryModel([
      'resources/books.json',
      '/form/rows/3',
      { group: 'money', title: 'Dinero', rows: [['price']] },
    ])
    expect(missingWords(words, titled, []).filter((line) => line.includes('groups.'))).toContain(
      'en: resources.books.groups.money ("Dinero")',
    )
    expect(missingWords(words, titled, [])).toContain('en: values.kind.atlas ("Atlas" of books)')
    expect(missingWords(words, titled, [])).toEqual(
      expect.arrayContaining([
        'es: validation.checks.back_after_lent ("the check back_after_lent of books")',
        'es: resources.readers.actions.remind ("the action remind of readers; or give it a "title"")',
      ]),
    )
    const asked = libraryModel(
      ['schemas/books.json', '/properties/year/description', 'El de la primera edición.'],
      [
        'schemas/books.json',
        '/properties/look',
        {
          'x-type': 'object',
          title: 'Aspecto',
          properties: { cover: { type: 'string', title: 'Tapa', description: 'Dura o blanda.' } },
        },
      ],
      [
        'schemas/books.json',
        '/properties/marks',
        {
          'x-type': 'children',
          'x-of': 'marks',
          'x-link': 'id_book',
          title: 'Marcas',
        },
      ],
      [
        'schemas/marks.json',
        '',
        {
          title: 'Marca',
          'x-module': false,
          'x-represent': '{folio}',
          properties: {
            id_book: { 'x-type': 'ref', 'x-to': 'books' },
            folio: { type: 'integer', title: 'Folio', description: 'El del libro.' },
          },
        },
      ],
      ['resources/books.json', '/form/rows/3', ['price', 'look', 'marks']],
      [
        'resources/readers.json',
        '/actions/0',
        {
          id: 'remind',
          title: 'Recordar',
          call: 'POST readers/remind',
          ask: {
            properties: { tone: { 'x-type': 'enum', title: 'Tono', 'x-values': [{ value: 'soft', title: 'Suave' }] } },
          },
        },
      ],
    )
    expect(missingWords(words, asked, [])).toEqual(
      expect.arrayContaining([
        'en: entities.books.help.year ("El de la primera edición.")',
        'en: fields.look_cover ("Tapa" of books)',
        'en: entities.books.help.look_cover ("Dura o blanda.")',
        'en: fields.folio ("Folio" of marks)',
        'en: entities.marks.help.folio ("El del libro.")',
        'en: entities.marks.name ("Marca")',
        'en: entities.books.name ("Libro")',
        'en: fields.tone ("Tono" of users)',
        'en: values.tone.soft ("Suave" of users)',
      ]),
    )
    // Help is read in one's own language wherever it is shown: under an input, in the sheet to be filled in.
    const year = asked.entities.books?.fields.year
    write('en/app.json', { a: { x: 'ex' }, entities: { books: { help: { year: 'That of the first edition.' } } } })
    words.reload()
    const atlases = { name: 'atlases', entity: 'books' }
    expect(year && ['en', 'es'].map((language) => fieldHelp(words, language, atlases, year))).toEqual([
      'That of the first edition.',
      'El de la primera edición.',
    ])
    write('en/app.json', { a: { x: 'ex' } })
    words.reload()
    // The activity of all, people's own reports, mails, languages and tests are modules of the engine's own.
    expect(lines).toEqual([
      'en: modules.logs ("Actividad")',
      'en: menu.groups.system ("system")',
      'en: modules.own_reports ("Mis reportes")',
      'en: menu.groups.reports ("reports")',
      'en: modules.mails ("Plantillas de correo")',
      'en: modules.settings_mail ("Ajustes de correo")',
      'en: modules.languages ("Idiomas")',
      'en: modules.tests ("Pruebas")',
      'en: modules.board ("Tablero")',
      'en: menu.groups.work ("work")',
      'en: only ("solo")',
    ])
  })
})

describe('the calls for words and Model', () => {
  let at: TestApp
  beforeAll(async () => {
    at = await testApp({ open: openOne })
  })
  afterAll(() => at?.close())

  const get = (url: string, headers: { [name: string]: string } = {}, token?: string) =>
    at.request({ method: 'GET', url: `/api/admin/${url}`, headers, token })

  test('give a language to everyone, by its hash for ever', async () => {
    const { hash, words } = at.runtime.words.dictionary('en')
    const first = await get('words/en')
    expect(first.body).toEqual({ ok: true, language: 'en', hash, words })
    expect(first.headers['cache-control']).toBe('public, no-cache')
    const again = await get('words/en', { 'if-none-match': String(first.headers.etag) })
    expect([again.status, again.text]).toEqual([304, ''])
    expect((await get(`words/en?hash=${hash}`)).headers['cache-control']).toContain('immutable')
    expect((await get('words/en?hash=old')).headers['cache-control']).toBe('public, no-cache')
    expect(await get('words/xx')).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
  })

  test('give the Model as the asker may see it, under a hash that differs with their rights', async () => {
    const hashOf = async (role: 'root' | 'operator' | 'reader' | 'none') =>
      String((await at.call(role, 'GET', 'verify')).body.model)
    const [root, operator, reader, none] = await Promise.all([
      hashOf('root'),
      hashOf('operator'),
      hashOf('reader'),
      hashOf('none'),
    ])
    expect(new Set([operator, reader, none]).size).toBeGreaterThan(1)
    const model = await get(`model/${reader}`, {}, await at.tokenFor('reader'))
    expect(model.headers['cache-control']).toBe('private, max-age=31536000, immutable')
    expect(model.body).toMatchObject({ ok: true, hash: reader, model: { resources: { places: { name: 'places' } } } })
    expect(model.text).not.toMatch(/"hash":\{|password"?:\{"name":"hash"/)
    const stale = await get(`model/${root}x`, {}, await at.tokenFor('root'))
    expect(stale.headers['cache-control']).toBe('no-store')
    expect(stale.body.hash).toBe(root)
    expect((await get(`model/${root}`)).status).toBe(401)
  })

  test('come as small as the browser takes them, and the same whichever way', async () => {
    const root = await at.tokenFor('root')
    const { model: hash } = (await get('verify', {}, root)).body as { model: string }
    for (const path of ['words/es', `model/${hash}`]) {
      const sent = async (encoding: string) => {
        const headers = { 'accept-encoding': encoding, authorization: `Bearer ${root}` }
        const answer = await at.app.inject({ method: 'GET', url: `/api/admin/${path}`, headers })
        return { kind: answer.headers['content-encoding'], vary: answer.headers.vary, bytes: answer.rawPayload }
      }
      const plain = await sent('identity')
      const small = await sent('gzip, deflate, br')
      expect(small).toMatchObject({ kind: 'br', vary: 'accept-encoding' })
      expect(brotliDecompressSync(small.bytes).equals(plain.bytes)).toBe(true)
      for (const encoding of ['gzip', 'br;q=0, gzip', 'gzip, br; q=0.0', 'brx, gzip']) {
        const larger = await sent(encoding)
        expect(larger).toMatchObject({ kind: 'gzip', vary: 'accept-encoding' })
        expect(gunzipSync(larger.bytes).equals(plain.bytes)).toBe(true)
        expect(small.bytes.length).toBeLessThan(larger.bytes.length)
      }
    }
  })
})
