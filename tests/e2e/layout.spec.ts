import type { Page } from '@playwright/test'
import { startServerProcess, type ServerProcess } from '../api/server-process'
import { demoFolder } from '../demo-folder'
import { endServer, enterAs, expect, isPhone, openModule, rows, test } from './console'
import { makeLongForm } from './made-schema'
import { projectCopy } from './project-copy'
import { errorsOf } from './sound'

const form = makeLongForm()
const dialog = (page: Page) => page.getByRole('dialog')
const tab = (page: Page, name: string | RegExp) => dialog(page).getByRole('tab', { name })

/** Moves by `Tab` until a field has the focus. */
async function tabTo(page: Page, label: string): Promise<void> {
  const field = dialog(page)
    .getByLabel(label, { exact: true })
    .or(dialog(page).getByLabel(`${label} *`, { exact: true }))
  for (let press = 0; press < 12; press++) {
    if (await field.evaluate((one) => one === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  await expect(field).toBeFocused()
}

test.describe('a long form', () => {
  test.skip(({ viewport }) => (viewport?.width ?? 1440) < 600, 'a phone has no Tab key')
  let server: ServerProcess | undefined
  test.beforeEach(async ({ page }) => {
    const project = projectCopy()
    project.addSchema(form.name, form.schema)
    project.addResource(form.name, form.resource)
    server = await startServerProcess({ PROJECT_DIR: project.folder, DATA_DIR: demoFolder() })
    await enterAs(page, 'root@demo.test', { address: server.address })
    await page.goto(server.address)
    await openModule(page, 'Fichas largas')
  })
  // A test that is skipped has none.
  test.afterEach(async ({ page }) => {
    if (server) await endServer(page, server)
  })

  test('of sixty fields in eight tabs is filled, mended and saved by the keyboard alone, and read in eight sections', async ({
    page,
  }) => {
    await page.keyboard.press('n')
    await expect(dialog(page).getByLabel('Dato 0', { exact: true })).toBeFocused()
    for (const [at, { title, fields }] of form.tabs.entries()) {
      if (at > 0) await page.keyboard.press('Alt+PageDown')
      await expect(tab(page, title)).toHaveAttribute('aria-selected', 'true')
      for (const { label, typed } of fields) {
        await tabTo(page, label)
        // What is required is forgotten at first, in the first tab and in the last.
        if (label !== 'Dato 3' && label !== 'Dato 59') await page.keyboard.type(label === 'Dato 13' ? '-3' : typed)
      }
    }
    await page.keyboard.press('Control+s')
    const told = dialog(page).getByRole('alert').filter({ hasText: 'Revise' })
    await expect(told).toBeFocused()
    await expect(told).toContainText('Revise 3 campos antes de guardar')
    await expect(tab(page, /^Parte 1 ?, 1 dato por corregir/)).toBeVisible()
    await expect(tab(page, /^Parte 2 ?, 1 dato por corregir/)).toBeVisible()
    // The tab that was open has one of them, so it stays.
    await expect(tab(page, /^Parte 8 ?, 1 dato por corregir/)).toHaveAttribute('aria-selected', 'true')
    expect(await errorsOf(page, { within: '[role=dialog]' })).toEqual([])

    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(tab(page, /^Parte 1/)).toHaveAttribute('aria-selected', 'true')
    await expect(dialog(page).getByLabel('Dato 3 *')).toBeFocused()
    await page.keyboard.type('Señal')
    await page.keyboard.press('Alt+PageDown')
    await tabTo(page, 'Dato 13')
    await page.keyboard.press('Control+a')
    await page.keyboard.type('9')
    await page.keyboard.press('Tab')
    // The list of tabs is one stop; its arrows go around in it.
    await tab(page, /^Parte 2/).focus()
    await page.keyboard.press('End')
    await expect(tab(page, /^Parte 8/)).toHaveAttribute('aria-selected', 'true')
    await dialog(page).getByLabel('Dato 59 *').focus()
    await page.keyboard.type(form.fields[59]!.typed)
    await page.keyboard.press('Control+s')
    await expect(dialog(page)).toBeHidden()
    await expect(rows(page).first()).toContainText('Señal')

    await rows(page).first().getByText('Señal').click()
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(form.tabs.map(({ title }) => title))
    for (const { label, seen } of form.fields.filter(({ label }) => label !== 'Dato 3' && label !== 'Dato 13')) {
      await expect(
        page
          .locator('dl > div')
          .filter({ has: page.getByText(label, { exact: true }) })
          .locator('dd'),
      ).toContainText(seen)
    }
    expect(await errorsOf(page, { which: 'grave' })).toEqual([])
  })
})

test('what is typed into a reference is its choice though another step is opened before its answer came, and stays in sight where it names nothing', async ({
  page,
}) => {
  await enterAs(page, 'root@demo.test')
  await page.goto('/alerts/1/edit')
  const steps = page.getByRole('list', { name: 'Pasos' })
  const open = async (at: RegExp, by: 'Siguiente' | 'Atrás') => {
    await (isPhone(page) ? page.getByRole('button', { name: by }) : steps.getByRole('button', { name: at })).click()
  }
  const catalogue = page.getByRole('combobox', { name: /^Módulo/ })
  await expect(catalogue).not.toHaveValue('')
  await page.route(/admin\/modules/, async (route) => {
    await new Promise((done) => {
      setTimeout(done, 800)
    })
    await route.continue()
  })
  await catalogue.fill('Vehículos')
  await open(/A quién/, 'Siguiente')
  await expect(page.getByRole('combobox', { name: 'Destinatarios' })).toBeVisible()
  await open(/Cuándo/, 'Atrás')
  await expect(catalogue).toHaveValue('Vehículos')
  await catalogue.fill('Nada que haya')
  await open(/A quién/, 'Siguiente')
  await expect(page.getByText(/«Nada que haya»/)).toBeVisible()
  await expect(catalogue).toHaveValue('Nada que haya')
})

test('an alert is asked step by step: the next step comes once this one is right, and what was given stays on the way back', async ({
  page,
}) => {
  await enterAs(page, 'root@demo.test')
  await page.goto('/alerts/create')
  const next = page.getByRole('button', { name: 'Siguiente' })
  const steps = page.getByRole('list', { name: 'Pasos' })
  await expect(page.getByRole('heading', { name: 'Paso 1 de 3 Cuándo' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Guardar', exact: true })).toBeHidden()
  await next.click()
  await expect(page.getByRole('alert').filter({ hasText: 'Revise' })).toContainText(
    'Revise 4 campos antes de continuar',
  )
  await expect(page.getByLabel(/^Nombre/)).toHaveAttribute('aria-invalid', 'true')
  // A slow line: what may be named is not there yet when the recipients are typed.
  await page.route(/alerts\/keys/, async (route) => {
    await new Promise((done) => {
      setTimeout(done, 1500)
    })
    await route.continue()
  })
  const name = `Por pasos ${Date.now()}${isPhone(page) ? ' m' : ''}`
  await page.getByLabel(/^Nombre/).fill(name)
  await page.getByRole('combobox', { name: /^Módulo/ }).fill('Colores')
  await page.getByRole('option', { name: 'Colores' }).click()
  await page.getByRole('combobox', { name: /^Tipo/ }).click()
  await page.getByRole('option').nth(1).click()
  const channel = page.getByRole('combobox', { name: /^Canal/ })
  await channel.click()
  await page.getByRole('option', { name: /webhook/i }).click()
  // What the first step chooses decides which steps there are.
  await expect(steps.getByRole('listitem')).toHaveCount(2)
  await channel.click()
  await page.getByRole('option', { name: /correo/i }).click()
  await expect(steps.getByRole('listitem')).toHaveCount(3)
  await next.click()
  await expect(page.getByRole('heading', { name: 'Paso 2 de 3 A quién' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.type('ana@test.pe')
  await page.getByRole('button', { name: 'Atrás' }).click()
  await expect(page.getByLabel(/^Nombre/)).toHaveValue(name)
  await page.keyboard.press('Alt+PageDown')
  // What was typed is one of the recipients, though no key took it.
  await expect(page.getByRole('main').getByText('ana@test.pe', { exact: true })).toBeVisible()
  if (!isPhone(page)) await expect(steps.getByRole('button', { name: /Cuándo/ })).toContainText(name)
  expect(await errorsOf(page, { within: 'main form' })).toEqual([])
  await next.click()
  await page.getByLabel(/^Asunto/).fill('{{name}}')
  await page.getByLabel(/^Mensaje/).fill('Hay un color más: ')
  // A datum is found and put in by keys, and the message is looked at as a record would fill it.
  await page.getByRole('button', { name: 'Insertar un dato en Mensaje' }).press('Enter')
  await page.getByRole('combobox', { name: 'Buscar un dato' }).fill('nombre')
  await expect(page.getByRole('treeitem').first()).toBeVisible()
  expect(await errorsOf(page, { within: '[role=dialog]' })).toEqual([])
  await page.keyboard.press('Enter')
  await expect(page.getByLabel(/^Mensaje/)).toHaveValue('Hay un color más: {{name}}')
  await page.getByRole('button', { name: 'Vista previa' }).press('Enter')
  const preview = page.getByRole('dialog', { name: 'Vista previa' })
  const color = preview.getByRole('combobox', { name: /^Con los datos de/ })
  await expect(color).not.toHaveValue('')
  await expect(preview.getByRole('region', { name: 'Vista previa' })).toContainText(
    `Hay un color más: ${await color.inputValue()}`,
  )
  expect(await errorsOf(page, { within: '[role=dialog]' })).toEqual([])
  await preview.getByRole('button', { name: 'Enviarme una prueba' }).press('Enter')
  await expect(preview.getByText('La prueba está en camino, solo para usted.')).toBeVisible()
  await page.keyboard.press('Escape')
  // Who reads English gets words of their own, checked as the others are.
  await page.getByRole('button', { name: 'Agregar un idioma' }).press('Enter')
  await page.getByRole('menuitem', { name: 'English' }).press('Enter')
  const english = page.getByRole('group', { name: 'English' })
  await expect(english.getByLabel(/^Asunto/)).toBeFocused()
  await page.keyboard.type('{{nam}}')
  await english.getByLabel(/^Mensaje/).fill('One more colour: {{name}}')
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await page.getByRole('alert').getByRole('button', { name: 'En otros idiomas, fila 1, Asunto' }).click()
  await expect(english.getByLabel(/^Asunto/)).toBeFocused()
  await english.getByLabel(/^Asunto/).fill('{{name}}')
  await english.getByRole('button', { name: 'Vista previa' }).press('Enter')
  await expect(preview.getByRole('region', { name: 'Vista previa' })).toContainText('One more colour: ')
  await preview.getByRole('combobox', { name: /^Idioma/ }).click()
  await page.getByRole('option', { name: 'Español' }).click()
  await expect(preview.getByRole('region', { name: 'Vista previa' })).toContainText('Hay un color más: ')
  expect(await errorsOf(page, { within: '[role=dialog]' })).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await expect(page.getByText('Guardado correctamente')).toBeVisible()

  // What is there already is edited in any order.
  await rows(page).getByText(name).first().click()
  await page.getByRole('button', { name: 'Editar' }).click()
  await expect(page.getByRole('button', { name: 'Guardar', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Siguiente' }).click()
  await page.getByRole('button', { name: 'Siguiente' }).click()
  await expect(page.getByLabel(/^Asunto/).first()).toHaveValue('{{name}}')
  await expect(page.getByRole('group', { name: 'English' }).getByLabel(/^Mensaje/)).toHaveValue(
    'One more colour: {{name}}',
  )
})

test('rows that are closed say what they have, and open where something in them is wrong', async ({ page }) => {
  await enterAs(page, 'root@demo.test')
  await page.goto('/products/1/edit')
  const title = page.getByRole('button', { name: 'Tiempos y búsqueda' })
  await expect(title).toHaveAttribute('aria-expanded', 'false')
  await expect(page.getByRole('group', { name: 'Tiempos y búsqueda' })).toContainText(
    /Tiempo mínimo para reservar: \d+\smin/,
  )
  await title.focus()
  await page.keyboard.press('Enter')
  const field = page.getByLabel(/^Tiempo mínimo para reservar/)
  await title.press('Enter')
  await expect(field).toBeHidden()
  await title.press('Enter')
  await field.fill('-5')
  // What is wrong cannot be put away.
  await title.click()
  await expect(title).toHaveAttribute('aria-expanded', 'true')
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await page
    .getByRole('alert')
    .filter({ hasText: 'Revise' })
    .getByRole('button', { name: 'Tiempo mínimo para reservar' })
    .click()
  await expect(field).toBeFocused()
})

test("the words of a record's rows stay whole, however narrow the screen is", async ({ page }) => {
  await enterAs(page, 'root@demo.test')
  await page.goto('/orders/10')
  const cells = page.getByRole('group', { name: /^\d+ filas?$/ }).locator('td')
  await expect(cells.first()).toContainText(/\p{L}{3}/u)
  const broken = await cells.evaluateAll((all) =>
    all.flatMap((cell) => {
      const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
      const words: string[] = []
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        for (const { 0: word, index } of (node.textContent ?? '').matchAll(/[^\s:]+/g)) {
          const range = document.createRange()
          range.setStart(node, index)
          range.setEnd(node, index + word.length)
          if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) words.push(word)
        }
      }
      return words
    }),
  )
  expect(broken).toEqual([])
})
