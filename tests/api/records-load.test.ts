import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadFile } from '../../src/server/load/load-file'
import { eachEngine } from '../engines'
import { testApp } from './fixture-app'
import type { Files } from './fixture-schemas'
import { rootActor } from './root-actor'

const FILE = join(import.meta.dirname, '../../../shared/data/lima/ubigeo_distrito.csv')

const text = (title: string, more: object = {}) => ({ type: 'string', title, maxLength: 60, ...more })
const decimal = (title: string, more: object = {}) => ({ type: 'number', title, ...more })

/** Official district codes of Peru: leading zeros, accents, decimals of seventeen digits. */
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

eachEngine((engine, open) => {
  test('1,800 official districts are loaded in seconds, found, corrected and exported equal', async () => {
    if (!existsSync(FILE)) return console.log(`skipped: ${FILE} is not there`)
    const at = await testApp({ database: await open(), schemas: SCHEMAS })
    const actor = rootActor(at.ids.users.root)
    const lines: string[] = []
    const began = performance.now()
    const report = await loadFile(at.runtime, actor, 'districts', FILE, (line) => lines.push(line))
    const took_s = (performance.now() - began) / 1000
    console.log(`${engine}: ${report.read} rows in ${took_s.toFixed(1)} s; ${lines.at(-1) ?? ''}`)
    expect(report.read).toBeGreaterThan(1800)
    expect(report.created + report.refused).toBe(report.read)
    // Two seconds on a quiet machine of two cores; a busy one must not fail for it.
    expect(report.faults.every(({ line, column }) => line > 1 && column !== null)).toBe(true)

    const found = await at.call('reader', 'GET', 'districts', { q: 'brena' })
    expect(found.body.items).toMatchObject([{ inei: '150105', distrito: 'BREÑA' }])
    const first = (await at.call('reader', 'GET', 'districts', { inei: '010101' })).body.items as unknown as { id: number }[]
    expect(first).toMatchObject([{ reniec: '010101', pob_densidad_2020: '201.43711796072299', latitude: -6.22944444444445, fips: '01' }])

    const csv = (await at.call('reader', 'GET', 'districts', { format: 'csv', headers: 'names' })).text
    expect(csv).toContain('201.43711796072299')
    const again = await loadFile(at.runtime, actor, 'districts', FILE, () => {})
    expect(again).toMatchObject({ created: 0, changed: 0, unchanged: report.created, refused: report.refused })
    await at.close()
  })
})
