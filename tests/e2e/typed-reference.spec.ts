import { consoleSession } from './api-session'
import { enterAs, expect, isPhone, rows, search, test } from './console'
import { delayAnswers } from './typing'

const mark = (): string => (Date.now() % 1_000_000).toString(36)

test('a reference that is typed and left is what it names, waited for, and else an error that keeps the text', async ({
  page,
  address,
}) => {
  test.skip(isPhone(page), 'A phone has no Tab.')
  const name = `Ref ${mark()}`
  await enterAs(page, 'operator@demo.test')
  await page.goto('/company_areas/create')
  const form = page.getByRole('dialog')
  const company = form.getByRole('combobox', { name: 'Empresa' })
  await expect(company).toBeFocused()
  await page.keyboard.type('Ninguna así')
  await page.keyboard.press('Tab')
  await expect(form.getByText('No se encontró «Ninguna así».')).toBeVisible()
  await page.keyboard.type(name)
  await page.keyboard.press('Enter')
  await expect(form.getByRole('alert').getByRole('button', { name: 'Empresa' })).toBeVisible()
  await expect(company).toHaveValue('Ninguna así')
  // Several match: which of them is for the user to say.
  await company.fill('e')
  await page.keyboard.press('Tab')
  await expect(form.getByText(/Elija uno de los \d+ que coinciden con «e»/).first()).toBeVisible()
  // The answer is late; Tab and the save do not go without it.
  await delayAnswers(page, 500)
  await company.fill('chillon')
  await page.keyboard.press('Enter')
  await expect(company).toHaveValue('Agroexportadora Valle Chillón')
  await company.fill('tres cumbres')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(form).toBeHidden()
  const call = await consoleSession(address)
  const { items } = await call<{ items: readonly object[] }>('GET', 'admin/company_areas', {
    filters: JSON.stringify({ q: name }),
  })
  expect(items).toMatchObject([{ name, id_company__label: 'Constructora Tres Cumbres' }])
})

test('what is typed and not found empties no field of many records: emptying is a choice, said with its count', async ({
  page,
  address,
}) => {
  test.skip(isPhone(page), 'The same dialog.')
  const call = await consoleSession(address, 'root@demo.test')
  const name = `Vacia${mark()}`
  for (const surname of ['Uno', 'Dos'])
    await call('POST', 'admin/clients/create', {
      name,
      surname,
      phone: `9${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`,
      id_company: 2,
    })
  const companies = async (): Promise<unknown[]> =>
    (
      await call<{ items: readonly { id_company: unknown }[] }>('GET', 'admin/clients', {
        filters: JSON.stringify({ q: name }),
      })
    ).items.map(({ id_company }) => id_company)
  await enterAs(page, 'root@demo.test')
  await page.goto('/clients')
  await search(page, name)
  await expect(rows(page)).toHaveCount(2)
  await page.getByLabel('Seleccionar toda la página').click()
  await page.getByRole('toolbar').getByRole('button', { name: 'Cambiar un campo…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Campo' }).click()
  await page.getByRole('option', { name: 'Empresa', exact: true }).click()
  await dialog.getByRole('combobox', { name: 'Empresa' }).fill('Editorial que no hay')
  await page.keyboard.press('Tab')
  await dialog.getByRole('button', { name: 'Cambiar', exact: true }).click()
  await expect(dialog.getByText('No se encontró «Editorial que no hay».').first()).toBeVisible()
  await dialog.getByRole('combobox', { name: 'Empresa' }).fill('')
  await dialog.getByRole('button', { name: 'Cambiar', exact: true }).click()
  await expect(dialog.getByText('Escriba un valor, o marque «Vaciar».').first()).toBeVisible()
  expect(await companies()).toEqual([2, 2])
  await dialog.getByLabel('Vaciar: quitar el valor').click()
  await expect(dialog.getByText('«Empresa» quedará vacío en 2 registros.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Vaciar', exact: true }).click()
  await expect(page.getByText('2 registros cambiados.')).toBeVisible()
  expect(await companies()).toEqual([null, null])
})
