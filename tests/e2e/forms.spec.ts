import { consoleSession } from './api-session'
import { enterAs, expect, isPhone, test } from './console'

const FIELDS = [
  { key: 'nombre', label: 'Nombre del turno', type: 'text', required: true },
  { key: 'llamadas', label: 'Llamadas', type: 'integer' },
  { key: 'gastos', label: 'Gastos', type: 'decimal' },
  { key: 'dia', label: 'Día', type: 'date' },
  { key: 'correo', label: 'Correo', type: 'email' },
  { key: 'zona', label: 'Zona', type: 'enum', options: 'n=Norte\ns=Sur', required: true },
  { key: 'canales', label: 'Canales', type: 'choices', options: 't=Teléfono\nw=Web' },
  { key: 'nota', label: 'Nota', type: 'rating' },
  { key: 'hubo', label: '¿Hubo incidentes?', type: 'flag', required: true },
  { key: 'detalle', label: 'Qué pasó', type: 'longtext', required: true, condition: { hubo: { eq: 1 } } },
  { key: 'acepto', label: 'Es conforme', type: 'consent', required: true },
]

test('a form is made with its preview beside it, published, and filled in again as its versions go on', async ({
  page,
  address,
}) => {
  test.skip(isPhone(page), 'A form is made at a desk; on a phone it is filled in.')
  const root = await consoleSession(address, 'root@demo.test')
  const name = `Parte ${Date.now() % 1_000_000}`
  const { id } = await root<{ id: number }>('POST', 'admin/forms/create', { name, target: '7' })
  await enterAs(page, 'root@demo.test')
  await page.goto(`/form_design/${id}`)
  await page.getByRole('button', { name: 'Agregar campo' }).click()
  await expect(page.getByRole('textbox', { name: 'Etiqueta' })).toBeFocused()
  await page.keyboard.type('Turno')
  // Enter begins the next field.
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Etiqueta' })).toHaveValue('')
  await page.keyboard.type('Motivo')
  const preview = page.getByRole('region', { name: 'Vista previa' })
  await expect(preview.getByLabel('Turno')).toBeVisible()
  // When a field is asked is put together and read in words.
  const condition = page.getByRole('group', { name: 'Se pregunta si', exact: true })
  await expect(condition.getByText('Siempre se pregunta.')).toBeVisible()
  await condition.getByRole('button', { name: 'Agregar condición' }).click()
  await expect(condition.getByText('Falta elegir algo en la condición.')).toBeVisible()
  await expect(preview.getByRole('status')).toHaveText(
    'Falta terminar una condición: se muestra el formulario de antes.',
  )
  await page.getByRole('option', { name: 'Turno' }).click()
  await condition.getByLabel('Valor').fill('noche')
  await expect(condition.getByText('En palabras: Turno contiene noche.')).toBeVisible()
  await expect(condition).not.toContainText(/[{}"]/)
  await expect(preview.getByLabel('Motivo')).toBeHidden()
  await preview.getByLabel('Turno').fill('noche')
  await expect(preview.getByLabel('Motivo')).toBeVisible()
  // By the keys of its grip a field goes up; what looked at a field above it is told where it stands.
  await page.getByRole('button', { name: 'Mover Motivo, 2 de 2' }).press('ArrowUp')
  await expect(page.getByText(/campos de más arriba|no es una regla válida/)).toBeVisible()
  await page.getByRole('button', { name: 'Mover Motivo, 1 de 2' }).press('ArrowDown')
  await page.keyboard.press('Control+s')
  await expect(page.getByRole('button', { name: 'Publicar' })).toBeEnabled()
  await page.getByRole('button', { name: 'Publicar' }).click()
  await expect(page.getByRole('region', { name: 'Versiones' }).getByText('Versión 1')).toBeVisible()
})

test('a form of many fields is filled in by the keyboard alone, and its mistakes are led to', async ({
  page,
  address,
}) => {
  test.skip(isPhone(page), 'A phone has no keys.')
  const root = await consoleSession(address, 'root@demo.test')
  const { id } = await root<{ id: number }>('POST', 'admin/forms/create', {
    name: `Largo ${Date.now() % 1_000_000}`,
    target: '7',
    fields: FIELDS,
  })
  await root('POST', 'admin/forms/publish', { id })
  await enterAs(page, 'root@demo.test')
  await page.goto(`/form/${id}`)
  await expect(page.getByLabel('Nombre del turno')).toBeFocused()
  await page.keyboard.press('Control+s')
  await expect(page.getByRole('main').getByText('Hace falta su consentimiento.')).toBeHidden()
  await expect(page.getByLabel('Nombre del turno')).toBeEnabled()
  await expect(page.getByRole('group', { name: '¿Hubo incidentes?' }).locator('..')).toContainText(
    '¿Hubo incidentes? *',
  )
  await expect(page.getByRole('group', { name: '¿Hubo incidentes?' }).locator('..').getByRole('alert')).toHaveText(
    'Complete este campo.',
  )
  await page.getByLabel('Nombre del turno').focus()
  const keys = page.keyboard
  await keys.type('Tarde')
  await keys.press('Tab')
  await keys.type('84')
  await keys.press('Tab')
  await keys.type('12.5')
  await keys.press('Tab')
  await keys.type('21/11/2026')
  await page.getByLabel('Correo').focus()
  await keys.type('rosa@demo.test')
  await keys.press('Tab')
  await keys.press('Enter')
  await page.getByRole('option', { name: 'Sur' }).press('Enter')
  await keys.press('Tab')
  await keys.press('Space')
  const incidents = page.getByRole('group', { name: '¿Hubo incidentes?' })
  // Without an answer it says neither; No is an answer like Yes.
  await expect(incidents.getByRole('button', { pressed: true })).toHaveCount(0)
  await incidents.getByRole('button', { name: 'No' }).press('Space')
  await expect(incidents.getByRole('button', { name: 'No', pressed: true })).toBeVisible()
  await expect(page.getByLabel('Qué pasó')).toHaveCount(0)
  await incidents.getByRole('button', { name: 'Sí' }).press('Space')
  await page.getByLabel('Qué pasó').focus()
  await keys.type('Un choque leve.')
  await page.getByLabel('Es conforme').press('Space')
  await keys.press('Control+s')
  await expect(page).toHaveURL(/form_answers\/\d+/)
  await expect(page.getByText('Un choque leve.')).toBeVisible()
  await expect(page.getByText('Respondido con la versión 1')).toBeVisible()
  // What was answered stays as it was said, whatever the form becomes.
  const { item } = await root<{ item: { fields: { id: number; key: string }[] } }>('POST', 'admin/forms/form', {
    id,
    lookups: 0,
  })
  await root('POST', 'admin/forms/create', {
    id,
    fields: item.fields
      .filter(({ key }) => key !== 'detalle')
      .map(({ id: row, key }) => ({ id: row, ...(key === 'nombre' ? { label: 'Otro nombre' } : {}) })),
  })
  await root('POST', 'admin/forms/publish', { id })
  await page.reload()
  await expect(page.getByText('Nombre del turno')).toBeVisible()
  await expect(page.getByText('Un choque leve.')).toBeVisible()
})
