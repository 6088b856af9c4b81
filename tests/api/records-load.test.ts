import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { loadFile } from '../../src/server/work/import/load-file'
import { oneEngine } from '../engines'
import { sharedData } from '../shared-data'
import { testApp, type TestApp } from './fixture-app'
import type { Files } from './fixture-schemas'
import { rootActor } from './root-actor'

const OWN = join(import.meta.dirname, '../fixtures/districts.csv')
const others = sharedData('lima/ubigeo_distrito.csv', '1,800 official districts, loaded and exported')
const folder = mkdtempSync(join(tmpdir(), 'records-load-'))
afterAll(() => rmSync(folder, { recursive: true }))

const text = (title: string, more: object = {}) => ({ type: 'string', title, maxLength: 60, ...more })
const decimal = (title: string, more: object = {}) => ({ type: 'number', title, ...more })

/** Official district codes as Peru has them: leading zeros, accents, decimals of seventeen digits. */
const SCHEMAS: Files = {
  districts: {
    title: 'Distrito',
    type: 'object',
    required: ['inei', 'distrito'],
    'x-represent': '{distrito}',
    'x-size': 'large',
    properties: {
      inei: text('Código INEI', { pattern: '^[0-9]{6}$', maxLength: 6, 'x-unique': true, 'x-search': true }),
      reniec: text('Código RENIEC', { maxLength: 6 }),
      departamento: text('Departamento'),
      provincia: text('Provincia'),
      distrito: text('Distrito', { 'x-search': true }),
      region: text('Región'),
      macroregion_inei: text('Macrorregión INEI'),
      macroregion_minsa: text('Macrorregión MINSA'),
      iso_3166_2: text('ISO 3166-2', { maxLength: 6 }),
      fips: text('FIPS', { maxLength: 2 }),
      capital: text('Capital'),
      superficie: decimal('Superficie', { minimum: 0 }),
      pob_densidad_2020: decimal('Densidad'),
      altitude: decimal('Altitud'),
      latitude: decimal('Latitud', { minimum: -90, maximum: 90 }),
      longitude: decimal('Longitud', { minimum: -180, maximum: 180 }),
      indice_vulnerabilidad_alimentaria: decimal('Vulnerabilidad'),
      idh_2019: decimal('IDH'),
      pct_pobreza_total: decimal('Pobreza'),
      pct_pobreza_extrema: decimal('Pobreza extrema'),
    },
  },
}

oneEngine((engine, open) => {
  let at: TestApp
  beforeEach(async () => {
    at = await testApp({ open, schemas: SCHEMAS })
  })
  afterEach(() => at.close())

  const load = (file: string, log: (line: string) => void = () => {}) =>
    loadFile(at.runtime, rootActor(at.ids.users.root), 'districts', file, log)
  const find = async (query: { [name: string]: string }) =>
    (await at.call('reader', 'GET', 'districts', query)).body.items
  const exported = async () => (await at.call('reader', 'GET', 'districts', { format: 'csv', headers: 'names' })).text

  test('districts are loaded, found, corrected and exported equal', async () => {
    const report = await load(OWN)
    expect(report).toMatchObject({ read: 12, created: 9, changed: 0, refused: 3 })
    expect(report.errors).toMatchObject([
      { line: 10, column: 'latitude', value: '-99.5' },
      { line: 12, column: 'inei', value: '30002' },
      { line: 13, column: 'superficie', value: '-4' },
    ])
    expect(await find({ q: 'nusta' })).toMatchObject([{ inei: '010902', distrito: 'LA ÑUSTA' }])
    // Seventeen digits and more, and a number written with an exponent, keep all they say.
    expect(await find({ inei: '010901' })).toMatchObject([
      { reniec: '010902', fips: '01', pob_densidad_2020: '301.10203040506071', latitude: -8.13444444444445 },
    ])
    expect(await find({ inei: '010903' })).toMatchObject([
      { indice_vulnerabilidad_alimentaria: 0.012345678901234567, superficie: '2.1000000000000001' },
    ])
    expect(await find({ inei: '020003' })).toMatchObject([
      { distrito: 'DOS DE MAYO', reniec: null, capital: null, latitude: null },
    ])

    expect(await load(OWN)).toMatchObject({ created: 0, changed: 0, unchanged: 9, refused: 3 })
    const out = join(folder, `${engine}.csv`)
    writeFileSync(out, await exported())
    expect(await load(out)).toMatchObject({ read: 9, created: 0, changed: 0, unchanged: 9, refused: 0 })

    const corrected = join(folder, `${engine}-corrected.csv`)
    writeFileSync(corrected, readFileSync(OWN, 'utf8').replace('Muelle', 'El Muelle').replace('-99.5', '-9.52'))
    expect(await load(corrected)).toMatchObject({ created: 1, changed: 1, unchanged: 8, refused: 2 })
    expect(await find({ inei: '010903' })).toMatchObject([{ capital: 'El Muelle' }])
  })

  test.skipIf(others === null)('1,800 official districts are loaded in seconds, found and exported equal', async () => {
    const lines: string[] = []
    const began = performance.now()
    const report = await load(others!, (line) => lines.push(line))
    // Told, and no promise: two seconds on a quiet machine of two cores, and a busy one must not fail for it.
    console.log(
      `${engine}: ${report.read} rows in ${((performance.now() - began) / 1000).toFixed(1)} s; ${lines.at(-1) ?? ''}`,
    )
    expect(report.read).toBeGreaterThan(1800)
    expect(report.created + report.refused).toBe(report.read)
    expect(report.errors.every(({ line, column }) => line > 1 && column !== null)).toBe(true)
    expect(await find({ q: 'brena' })).toMatchObject([{ inei: '150105', distrito: 'BREÑA' }])
    expect(await find({ inei: '010101' })).toMatchObject([
      { reniec: '010101', pob_densidad_2020: '201.43711796072299', latitude: -6.22944444444445, fips: '01' },
    ])
    expect(await exported()).toContain('201.43711796072299')
    expect(await load(others!)).toMatchObject({
      created: 0,
      changed: 0,
      unchanged: report.created,
      refused: report.refused,
    })
  })
})
