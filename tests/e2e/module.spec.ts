import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import Papa from 'papaparse'
import { runCommand, startServerProcess } from '../api/server-process'
import { endServer, enterAs, expect, expectSaved, fillForm, openModule, rows, save, search, test } from './console'
import { demoFolder } from '../demo-folder'
import { makeSchema, seeded, type MadeSchema } from './made-schema'
import { projectCopy } from './project-copy'

/** A new module, used as a person would: entered from the menu, filled, found, deactivated, its activity read. */
async function useModule(page: Page, made: MadeSchema): Promise<void> {
  await openModule(page, made.title)
  await page.getByRole('button', { name: 'Nuevo' }).click()
  await fillForm(
    page,
    Object.fromEntries([['Nombre', 'Primera fila'], ...made.fields.map(({ label, typed }) => [label, typed])]),
  )
  await save(page)
  await expectSaved(page)
  for (const { seen } of made.fields) await expect(rows(page).first()).toContainText(seen)
  await search(page, 'PRIMERA fíla')
  await expect(rows(page)).toHaveCount(1)
  await rows(page).first().getByText('Primera fila').click()
  await page.getByRole('tab', { name: 'Actividad' }).click()
  await expect(page.getByText(/Registró/)).toBeVisible()
}

/**
 * In development React draws everything twice (StrictMode), which a map that is made twice in its place does not
 * survive.
 */
async function seeMaps(page: Page, address: string): Promise<void> {
  for (const path of ['/groupings/1/services', '/map_services', '/dispatcher', '/locations?layout=map']) {
    await page.goto(`${address}${path}`)
    await expect(page.locator('.leaflet-container').first()).toBeVisible()
    await expect(
      page.locator('.leaflet-marker-icon, .leaflet-overlay-pane canvas, .leaflet-overlay-pane svg').first(),
    ).toBeAttached()
  }
}

test('a schema dropped before a start is a complete module', async ({ page }) => {
  const seed = Date.now()
  console.log(`seed ${seed}`)
  const made = makeSchema(seeded(seed))
  const project = projectCopy()
  project.addSchema(made.name, made.schema)
  const server = await startServerProcess({ PROJECT_DIR: project.folder, DATA_DIR: demoFolder() })
  try {
    await logInAt(page, server.address, 'root@demo.test')
    await useModule(page, made)
    await page.goto(`${server.address}/modules?filters=${encodeURIComponent(JSON.stringify({ name: made.title }))}`)
    await expect(rows(page).first()).toContainText(made.title)
  } finally {
    await endServer(page, server)
  }
})

test('a schema dropped into the running development server is a complete module within seconds', async ({ page }) => {
  // From source, and each of the console's files by itself: a busy machine takes minutes for what takes seconds.
  const seed = Date.now()
  console.log(`seed ${seed}`)
  const made = makeSchema(seeded(seed))
  const project = projectCopy()
  const server = await startServerProcess({ PROJECT_DIR: project.folder, DATA_DIR: demoFolder() }, ['dev'])
  try {
    await logInAt(page, server.address, 'operator@demo.test')
    await openModule(page, 'Colores')
    project.addSchema(made.name, made.schema)
    await expect(page.getByRole('navigation').getByRole('link', { name: made.title, exact: true })).toBeVisible()
    await useModule(page, made)
    await seeMaps(page, server.address)
    await seeMaps(page, server.address)
  } finally {
    await endServer(page, server)
  }
})

const DISTRICTS = join(process.cwd(), '../shared/data/lima/ubigeo_distrito.csv')

test('the official districts of Peru are brought in, found, filtered, corrected and exported equal', async ({
  page,
}) => {
  if (!existsSync(DISTRICTS)) console.log(`skipped: ${DISTRICTS} is not there`)
  test.skip(!existsSync(DISTRICTS), `${DISTRICTS} is not there`)
  const project = projectCopy()
  const header = (await readFile(DISTRICTS, 'utf8')).split('\n', 1)[0]?.trim().split(',') ?? []
  const decimals = new Set([
    'superficie',
    'pob_densidad_2020',
    'altitude',
    'latitude',
    'longitude',
    'indice_vulnerabilidad_alimentaria',
    'idh_2019',
    'pct_pobreza_total',
    'pct_pobreza_extrema',
  ])
  project.addSchema('districts', {
    title: 'Distritos',
    type: 'object',
    required: ['distrito'],
    'x-represent': '{distrito}',
    properties: Object.fromEntries(
      header.map((name) => [
        name,
        decimals.has(name)
          ? { type: 'number', title: name }
          : {
              type: 'string',
              title: name,
              maxLength: 60,
              'x-search': ['inei', 'distrito'].includes(name) ? true : undefined,
            },
      ]),
    ),
  })
  const env = { PROJECT_DIR: project.folder, DATA_DIR: demoFolder() }
  const loaded = await runCommand(['load', 'districts', DISTRICTS], env)
  console.log(loaded.said.trim().split('\n').slice(0, 6).join('\n'))
  const [, read, created, refused] =
    /Filas leídas: (\d+)\. Creadas: (\d+); cambiadas: 0; sin cambios: 0; rechazadas: (\d+)/.exec(loaded.said) ?? []
  expect(Number(read)).toBe(1893)
  expect(Number(created) + Number(refused)).toBe(1893)
  expect(Number(created)).toBeGreaterThan(1800)
  const server = await startServerProcess(env)
  try {
    await logInAt(page, server.address, 'root@demo.test')
    await openModule(page, 'Distritos')
    await expect(page.getByText(/de 1[.,]?8\d\d$/).first()).toBeVisible()
    await search(page, '010101')
    await expect(rows(page)).toHaveCount(1)
    await expect(rows(page).first()).toContainText('CHACHAPOYAS')
    await search(page, 'brena')
    await expect(rows(page).first()).toContainText('BREÑA')
    await page.goto(
      `${server.address}/districts?filters=${encodeURIComponent(JSON.stringify({ departamento: 'callao' }))}`,
    )
    await expect(rows(page)).toHaveCount(7)
    await rows(page)
      .first()
      .getByRole('button', { name: /^Acciones de/ })
      .click()
    await page.getByRole('menuitem', { name: 'Editar' }).click()
    await fillForm(page, { capital: 'Corregida' })
    await save(page)
    await expectSaved(page)

    await page.getByRole('button', { name: 'Quitar los filtros' }).click()
    await expect(page.getByText(/de 1[.,]?8\d\d$/).first()).toBeVisible()
    await page.getByRole('button', { name: 'Exportar' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Todas las columnas' }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'CSV' }).click(),
    ])
    const ours = table(await readFile(await download.path(), 'utf8'))
    // A number may be written in two ways, 9.2E-2 and 0.092; digits and zeros of every text stay as they are.
    const cell = (name: string, text: string) => (decimals.has(name) && text !== '' ? Number(text) : text)
    const line = (row: Record<string, string>) => JSON.stringify(header.map((name) => cell(name, row[name] ?? '')))
    const theirs = new Set(table(await readFile(DISTRICTS, 'utf8')).map(line))
    const changed = ours.filter((row) => !theirs.has(line(row)))
    expect(ours).toHaveLength(Number(created))
    expect(changed.map(({ departamento, capital }) => [departamento, capital])).toEqual([['CALLAO', 'Corregida']])
  } finally {
    await endServer(page, server)
  }
})

async function logInAt(page: Page, address: string, email: string): Promise<void> {
  await enterAs(page, email, { address })
  await page.goto(address)
}

/** The rows of a csv file by their column. */
function table(text: string): Record<string, string>[] {
  return Papa.parse<Record<string, string>>(text.replace(/^\uFEFF/, ''), { header: true, skipEmptyLines: true }).data
}
