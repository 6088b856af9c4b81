import { consoleSession } from './api-session'
import { chooseClient, form, knownClient, openForm, savedBy } from './booking-form'
import { enterAs, expect, test } from './console'
import { expectNarrow } from './sound'

interface Ride {
  readonly invited_name: string | null
  readonly org_address: string
  readonly dst_address: string
  readonly date_scheduled: string | null
}

test('a group rides there and comes back at another hour from one form: the foot counts the rides, and each guest has their own', async ({
  page,
  address,
}) => {
  const operator = await consoleSession(address)
  const { digits } = await knownClient(operator, { free: true })
  await enterAs(page, 'operator@demo.test')
  await openForm(page)
  await chooseClient(page, digits)
  const places = form(page).getByRole('group', { name: 'Direcciones del cliente' }).getByRole('button')
  await places.nth(1).click()
  await places.nth(0).click()
  await form(page).getByText('Viaja un invitado').click()
  await form(page).getByLabel('Nombre del invitado').fill('Eva Cero')
  await form(page).getByRole('button', { name: 'Agregar otra persona' }).click()
  const second = form(page).getByLabel(/^Persona 2/)
  await expect(second).toBeFocused()
  await form(page).getByRole('button', { name: 'Reserva', exact: true }).click()
  await form(page).getByText('Con regreso a otra hora').click()
  const back = form(page)
    .getByLabel(/^Regreso/)
    .first()
  await expect(back).toHaveValue(/\d\d\/\d\d\/\d{4} \d\d:\d\d [AP]M/)
  await expect(
    form(page)
      .getByText(/· 4 viajes;/)
      .first(),
  ).toBeVisible()
  await expectNarrow(page, 'the form of a group')
  const button = form(page).getByRole('button', { name: 'Guardar', exact: true })
  await expect(button).toBeEnabled()
  // Nobody without a name: said at their own box.
  await button.click()
  await expect(second).toHaveAttribute('aria-invalid', 'true')
  await second.fill('Iris Uno')
  await form(page).getByLabel('Teléfono 2').fill('987111222')
  const { ids } = await savedBy(page, () => button.click())
  const rides = await Promise.all(
    ids.map(async (id) => (await operator<{ service: Ride }>('GET', 'admin/services/info', { id })).service),
  )
  expect(rides.map(({ invited_name }) => invited_name)).toEqual(['Eva Cero', 'Iris Uno', 'Eva Cero', 'Iris Uno'])
  const [there, , wayBack] = rides
  expect([wayBack?.org_address, wayBack?.dst_address]).toEqual([there?.dst_address, there?.org_address])
  expect(Date.parse(wayBack?.date_scheduled ?? '') - Date.parse(there?.date_scheduled ?? '')).toBeGreaterThan(0)
  // The same ride once more, at the other screen or at another try, would be asked about.
  for (const id_service of ids) await operator('POST', 'admin/dispatcher/cancelService', { id_service })
})
