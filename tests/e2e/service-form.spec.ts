import type { Page } from '@playwright/test'
import { consoleSession } from './api-session'
import { enterAs, expect, isPhone, test } from './console'
import { driverOnShift, madeService, ORIGIN } from './ride-api'

const form = (page: Page) => page.getByRole('region', { name: /Nuevo servicio|Servicio \d|Copia del servicio/ })

/** What the tab keeps for a reload. */
const kept = (page: Page): Promise<string> => page.evaluate(() => JSON.stringify({ ...sessionStorage }))

async function openForm(page: Page, path: string): Promise<void> {
  await page.goto(path)
  if (isPhone(page)) await page.getByRole('tab', { name: 'Servicio' }).click()
  await expect(form(page)).toBeVisible()
}

/** Which parts are open is remembered of a person: root's are nobody else's here. */
async function openPanel(page: Page, name: string): Promise<void> {
  const head = form(page).getByRole('button', { name, exact: true })
  if ((await head.getAttribute('aria-expanded')) !== 'true') await head.click()
  await expect(head).toHaveAttribute('aria-expanded', 'true')
}

async function writeNotes(page: Page, text: string): Promise<void> {
  await openPanel(page, 'Notas')
  await form(page).getByLabel('Notas para el conductor').fill(text)
}

test('where the places of a client cannot be had the form says so and asks again; a call that was saved meanwhile is told as refused, and opened again with what was typed', async ({
  page,
}) => {
  test.skip(isPhone(page), 'A place is chosen by its number where there is a keyboard.')
  await enterAs(page, 'operator@demo.test')
  const waiting: (() => void)[] = []
  const refuse = (): void => {
    for (const one of waiting.splice(0)) one()
  }
  await page.route(/dispatcher\/dataClient/, async (route) => {
    await new Promise<void>((done) => {
      waiting.push(done)
    })
    await route.fulfill({ status: 422, json: { ok: false, msg: 'Hoy no se puede.', code: 'VALIDATION' } })
  })
  const call = async (): Promise<void> => {
    await page.keyboard.press('n')
    await page.keyboard.type('000105')
    await expect(page.getByRole('option', { name: /Diego Neyra/ })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page.getByText('Viaja un invitado')).toBeVisible()
    await page.keyboard.press('1')
  }
  await openForm(page, '/dispatcher')
  await call()
  await expect(form(page).getByRole('status').filter({ hasText: 'esperan las direcciones' })).toContainText('1')
  refuse()
  const told = form(page).getByRole('alert').filter({ hasText: 'Hoy no se puede.' })
  await expect(told).toBeVisible()
  await expect(form(page).getByText('Este cliente aún no tiene direcciones guardadas.')).toBeHidden()
  await call()
  await page.keyboard.press('Control+s')
  await expect.poll(() => waiting.length).toBeGreaterThan(0)
  refuse()
  const row = page.getByRole('region', { name: 'Lo que acaba de pasar' }).getByRole('alert')
  await expect(row).toContainText(/Diego Neyra.*: Hoy no se puede\./)
  await page.unroute(/dispatcher\/dataClient/)
  await page.keyboard.press('Escape')
  await page.keyboard.press('u')
  await expect(form(page).getByRole('group', { name: 'Direcciones del cliente' })).toBeVisible()
  await expect(form(page).getByRole('combobox', { name: 'Origen', exact: true })).not.toHaveValue('')
  await expect(row).toHaveCount(0)
})

test('who gives a driver to the service of the open form goes on with it as it is now, and saves without a conflict', async ({
  page,
  address,
}) => {
  const operator = await consoleSession(address)
  const driver = await driverOnShift(address, isPhone(page) ? 37 : 35, ORIGIN)
  const id = await madeService(operator)
  await enterAs(page, 'root@demo.test')
  await openForm(page, `/dispatcher/${id}`)
  await writeNotes(page, 'Tocar el timbre')
  await openPanel(page, 'Conductor')
  await form(page).getByRole('button', { name: 'Buscar conductor' }).click()
  const find = page.getByRole('dialog', { name: 'Buscar conductor' })
  await find.getByRole('searchbox').fill(driver.vehicle.plate)
  await find.getByRole('button', { name: `Asignar: ${driver.name}` }).click()
  await page
    .getByRole('dialog', { name: '¿Asignar a' })
    .or(page.getByRole('alertdialog', { name: '¿Asignar a' }))
    .getByRole('button', { name: 'Asignar' })
    .click()
  await expect(find).toBeHidden()
  await expect(form(page).getByText(driver.vehicle.plate)).toBeVisible()
  await expect(form(page).getByLabel('Cambiar el estado')).toBeVisible()
  await expect(form(page).getByLabel('Notas para el conductor')).toHaveValue('Tocar el timbre')
  const answer = page.waitForResponse(/dispatcher\/create/)
  await form(page).getByRole('button', { name: 'Guardar', exact: true }).click()
  expect((await answer).status()).toBe(200)
  const { item } = (await (await answer).json()) as { item: Record<string, unknown> }
  expect(item).toMatchObject({ id, notes: 'Tocar el timbre', id_vehicle: driver.vehicle.id })
  await operator('POST', 'admin/dispatcher/cancelService', { id_service: id, free: 1 })
  await driver.call('POST', 'driver/shift/end')
})

test('a field of the administrators shows what is in the draft after a draft that was brought back is given up', async ({
  page,
  address,
}) => {
  const root = await consoleSession(address, 'root@demo.test')
  const name = `equipaje_${Date.now() % 1_000_000}`
  const title = `Equipaje ${name.slice(9)}`
  const { id: id_form } = await root<{ id: number }>('POST', 'admin/forms/create', {
    name: title,
    target: '4',
    fields: [{ key: name, label: title, type: 'text' }],
  })
  await root('POST', 'admin/forms/publish', { id: id_form })
  try {
    const id = await madeService(await consoleSession(address))
    await enterAs(page, 'root@demo.test')
    await openForm(page, `/dispatcher/${id}`)
    const field = form(page).getByLabel(title)
    await openPanel(page, 'Campos adicionales')
    await field.fill('dos maletas')
    // The draft is kept a moment after the last change.
    await expect.poll(() => kept(page)).toContain('dos maletas')
    page.once('dialog', (dialog) => void dialog.accept())
    await page.reload()
    if (isPhone(page)) await page.getByRole('tab', { name: 'Servicio' }).click()
    await expect(form(page).getByText('Se recuperaron datos sin guardar.')).toBeVisible()
    await openPanel(page, 'Campos adicionales')
    await expect(field).toHaveValue('dos maletas')
    await form(page).getByRole('alert').getByRole('button').click()
    await expect(field).toHaveValue('')
  } finally {
    await root('POST', 'admin/forms/disable', { id: id_form })
  }
})

test('what the server refuses at one field of a ride is told once above the form, beside how many fields are to be seen to', async ({
  page,
  address,
}) => {
  const id = await madeService(await consoleSession(address))
  await enterAs(page, 'operator@demo.test')
  await page.route(/\/dispatcher\/create/, (route) =>
    route.fulfill({
      status: 422,
      json: { ok: false, msg: 'Hoy no caben notas.', code: 'VALIDATION', errors: { notes: 'Hoy no caben notas.' } },
    }),
  )
  await openForm(page, `/dispatcher/${id}`)
  await writeNotes(page, 'Dos maletas')
  await page.keyboard.press('Control+s')
  const notice = form(page).getByRole('alert').filter({ hasText: 'Hoy no caben notas.' }).first()
  await expect(notice).toContainText('Revise 1 campo antes de guardar:')
  await expect(notice.getByText('Hoy no caben notas.')).toHaveCount(1)
})

test('the key of a new service asks before a changed one is left, and only then begins', async ({ page, address }) => {
  test.skip(isPhone(page), 'A phone has no keys.')
  const id = await madeService(await consoleSession(address))
  await enterAs(page, 'root@demo.test')
  await openForm(page, `/dispatcher/${id}`)
  await writeNotes(page, 'Tocar el timbre')
  const question = page
    .getByRole('alertdialog', { name: '¿Salir sin guardar?' })
    .or(page.getByRole('dialog', { name: '¿Salir sin guardar?' }))
  const pressNew = async (): Promise<void> => {
    // Out of the field, where it is a letter.
    await form(page)
      .getByRole('heading', { name: `Servicio ${id}` })
      .click()
    await page.keyboard.press('n')
    await expect(question).toBeVisible()
  }
  await pressNew()
  await question.getByRole('button', { name: 'Seguir editando' }).click()
  await expect(form(page).getByLabel('Notas para el conductor')).toHaveValue('Tocar el timbre')
  await expect(page).toHaveURL(new RegExp(`/dispatcher/${id}`))
  await pressNew()
  await question.getByRole('button', { name: 'Salir sin guardar' }).click()
  await expect(page.getByRole('heading', { name: 'Nuevo servicio' })).toBeVisible()
  await expect(form(page).getByLabel('Cliente', { exact: false }).first()).toBeFocused()
})
