import { readFile } from 'node:fs/promises'
import {
  enterAs,
  expect,
  expectSaved,
  fillForm,
  isPhone,
  logIn,
  logOut,
  openFirst,
  openModule,
  rows,
  save,
  search,
  test,
} from './console'

// Desktop and phone share one server, so each names its own records.
const mark = (phone: boolean) => (phone ? 'Móvil' : 'Mesa')

test('an administrator does the work of a first day', async ({ page, browser }) => {
  const phone = isPhone(page)
  const name = (text: string) => `${text} ${mark(phone)}`
  await logIn(page, 'root@demo.test')

  await test.step('adds a branch', async () => {
    await openModule(page, 'Sucursales')
    await page.getByRole('button', { name: 'Nuevo' }).click()
    await fillForm(page, { Nombre: name('Sucursal Ancón') })
    await save(page)
    await expectSaved(page)
    await search(page, name('sucursal ancon'))
    await expect(rows(page)).toHaveCount(1)
  })

  await test.step('adds a company', async () => {
    await openModule(page, 'Empresas')
    await page.getByRole('button', { name: 'Nuevo' }).click()
    await fillForm(page, { Nombre: name('Transportes Ñandú'), RUC: phone ? '20331066703' : '20100070970' })
    await save(page)
    await expectSaved(page)
  })

  await test.step('adds three drivers, and mends a mistake told under its field', async () => {
    await openModule(page, 'Conductores')
    for (const [at, person] of ['Ágata', 'Benicio', 'Celso'].entries()) {
      await page.getByRole('button', { name: 'Nuevo' }).click()
      const email = `${person
        .toLowerCase()
        .normalize('NFD')
        .replace(/[^a-z]/g, '')}.${mark(phone).length}@first.day`
      await fillForm(page, {
        Nombre: person,
        Apellidos: name('Primerizo'),
        Documento: phone ? `7000000${at}` : `8000000${at}`,
        Teléfono: '912345678',
        'Licencia de conducir': `Q7000000${at}`,
        'Licencia hasta': '31/1/30',
        'Correo electrónico': at === 0 ? 'no es un correo' : email,
        Sucursal: { pick: name('Sucursal Ancón') },
      })
      await save(page)
      if (at === 0) {
        const field = page.getByRole('dialog').getByLabel('Correo electrónico')
        await expect(field).toHaveAttribute('aria-invalid', 'true')
        await expect(page.getByRole('dialog').getByLabel('Nombre', { exact: false }).first()).toHaveValue('Ágata')
        await field.fill(email)
        await save(page)
      }
      await expectSaved(page)
    }
  })

  await test.step('finds, sorts and shares the address', async () => {
    await search(page, name('primerizo'))
    await expect(rows(page)).toHaveCount(3)
    if (!phone) {
      await page.getByRole('columnheader', { name: 'Nombre' }).getByRole('button').click()
      await expect(rows(page).first()).toContainText('Ágata')
      await page.getByRole('columnheader', { name: 'Nombre' }).getByRole('button').click()
      await expect(rows(page).first()).toContainText('Celso')
      await expect(page).toHaveURL(/order_dir=desc/)
    }
    await expect(page).toHaveURL(/filters=/)
    const shared = page.url()
    const context = await browser.newContext({ viewport: page.viewportSize() })
    const other = await context.newPage()
    await other.goto(shared)
    await other.getByLabel('Correo electrónico').fill('reader@demo.test')
    await other.getByLabel('Contraseña', { exact: true }).fill('toolrides')
    await other.getByRole('button', { name: 'Ingresar' }).click()
    await expect(rows(other)).toHaveCount(3)
    if (!phone) await expect(rows(other).first()).toContainText('Celso')
    await expect(other.getByRole('button', { name: 'Nuevo' })).toBeHidden()
    await context.close()
  })

  await test.step('exports what the list shows', async () => {
    await page.getByRole('button', { name: 'Exportar' }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'CSV' }).click(),
    ])
    const text = await readFile(await download.path(), 'utf8')
    const lines = text.trim().split('\r\n')
    expect(lines).toHaveLength(4)
    expect(lines.filter((line) => line.includes(name('Primerizo')))).toHaveLength(3)
  })

  await test.step('deactivates one and reads it in the activity of the record', async () => {
    await rows(page)
      .filter({ hasText: 'Benicio' })
      .getByRole('button', { name: /^Acciones de/ })
      .click()
    await page.getByRole('menuitem', { name: 'Desactivar' }).click()
    // A driver is not deactivated without a reason.
    await page
      .getByRole('dialog')
      .getByLabel(/Motivo de bloqueo/)
      .fill('Licencia vencida')
    await page
      .getByRole('button', { name: /aceptar|desactivar/i })
      .last()
      .click()
    await expect(page.getByText('Desactivado correctamente')).toBeVisible()
    await expect(rows(page).filter({ hasText: 'Benicio' })).toContainText('Inactivo')
    await rows(page).filter({ hasText: 'Benicio' }).getByText('Benicio').first().click()
    await page.getByRole('tab', { name: 'Actividad' }).click()
    await expect(page.getByText(/Desactivó/)).toBeVisible()
    await expect(page.getByText(/Registró/)).toBeVisible()
  })

  await logOut(page)
  await page.goto('/drivers')
  await expect(page.getByRole('button', { name: 'Ingresar' })).toBeVisible()
})

test('leaving a form with changes asks first', async ({ page }) => {
  await enterAs(page, 'operator@demo.test')
  await openModule(page, 'Colores')
  await page.getByRole('button', { name: 'Nuevo' }).click()
  await fillForm(page, { Nombre: 'Azul noche' })
  await page.keyboard.press('Escape')
  await expect(page.getByText('Todos los datos que haya ingresado se perderán.')).toBeVisible()
  await page.getByRole('button', { name: 'Seguir editando' }).click()
  await expect(page.getByRole('dialog').getByLabel('Nombre', { exact: false }).first()).toHaveValue('Azul noche')
})

test('the second of two editors is told who changed what, and loses nothing', async ({ page, browser }) => {
  await enterAs(page, 'operator@demo.test')
  await page.goto('/companies/1/edit')
  const mine = page.getByLabel('Dirección', { exact: false }).first()
  await expect(mine).toBeVisible()
  const context = await browser.newContext({ viewport: page.viewportSize() })
  const other = await context.newPage()
  await enterAs(other, 'root@demo.test')
  await other.goto('/companies/1/edit')
  await other.getByLabel('Dirección', { exact: false }).first().fill(`Av. Primera ${Date.now()}`)
  await other.getByRole('button', { name: 'Guardar', exact: true }).click()
  await expect(other.getByText('Guardado correctamente')).toBeVisible()
  await context.close()
  const segunda = `Av. Segunda ${Date.now()}`
  await mine.fill(segunda)
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await expect(page.getByText(/lo guardó el/)).toBeVisible()
  await expect(mine).toHaveValue(segunda)
  await page.getByRole('button', { name: 'Seguir con los míos' }).click()
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await expect(page.getByText('Guardado correctamente')).toBeVisible()
})

test('dates are typed and read DD/MM/YYYY in a browser of another language, and what is no date stays and is told', async ({
  browser,
}, info) => {
  const context = await browser.newContext({ ...info.project.use, locale: 'en-US' })
  const page = await context.newPage()
  await enterAs(page, 'root@demo.test')
  await page.goto('/promotions/create')
  const from = page.getByRole('textbox', { name: 'Válida desde' })
  const to = page.getByRole('textbox', { name: 'Válida hasta' })
  await from.fill('5/3/27')
  await from.press('Tab')
  await expect(from).toHaveValue('05/03/2027')
  await from.press('ArrowUp')
  await expect(from).toHaveValue('06/03/2027')
  await expect(page.getByRole('button', { name: 'Abrir el calendario: Válida desde' })).toBeEnabled()
  await to.fill('31/02/2027')
  await to.press('Tab')
  await expect(to).toHaveValue('31/02/2027')
  await expect(to).toHaveAttribute('aria-invalid', 'true')
  await expect(to).toHaveAccessibleDescription('Escriba una fecha que exista, como 21/11/2026.')
  await fillForm(page, { Código: `FECHA${isPhone(page) ? 1 : 2}`, Nombre: 'Con fechas', Descuento: '10' })
  await save(page)
  await expect(page.getByRole('alert').filter({ hasText: 'Revise 1 campo' })).toContainText('como 21/11/2026')
  await to.fill('2027-04-30')
  await save(page)
  await expectSaved(page)
  await search(page, 'Con fechas')
  await expect(rows(page).first()).toContainText('Con fechas')
  await openFirst(page)
  await expect(page.getByText('06/03/2027')).toBeVisible()
  await expect(page.getByText('30/04/2027')).toBeVisible()
  await context.close()
})

test('an unknown address shows the page that says so, with a way home', async ({ page }) => {
  await enterAs(page, 'reader@demo.test')
  await page.goto('/no/such/page')
  await expect(page.getByText('Lo sentimos pero no pudimos encontrar la página que estás buscando')).toBeVisible()
})
