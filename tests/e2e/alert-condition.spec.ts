import { consoleSession } from './api-session'
import { enterAs, expect, isPhone, test } from './console'
import { expectNarrow, expectSound } from './sound'

test(
  "an alert's condition is put together from fields by keys, refused where it is not finished, " +
    'and read as a sentence',
  async ({ page, address }) => {
    const call = await consoleSession(address, 'root@demo.test')
    const name = `Por vencer ${Date.now().toString(36)}${isPhone(page) ? 'm' : ''}`
    await enterAs(page, 'root@demo.test')
    await page.goto('/alerts/create')
    const next = page.getByRole('button', { name: 'Siguiente' })
    const condition = page.getByRole('group', { name: 'Condición', exact: true })
    await expect(page.getByText('Elija primero el módulo.')).toBeVisible()
    await page.getByLabel(/^Nombre/).fill(name)
    await page.getByRole('combobox', { name: /^Módulo/ }).fill('Vehículos')
    await page.getByRole('option', { name: 'Vehículos', exact: true }).click()
    await page.getByRole('combobox', { name: /^Tipo/ }).click()
    await page.getByRole('option', { name: 'Se modifica' }).click()
    await page.getByRole('combobox', { name: /^Canal/ }).click()
    await page.getByRole('option', { name: 'Notificación' }).click()

    await condition.getByRole('button', { name: 'Agregar condición' }).press('Enter')
    const first = condition.getByRole('group', { name: 'Condición 1', exact: true })
    // What was added has the focus.
    await expect(first.getByRole('combobox', { name: 'Campo' })).toBeFocused()
    await page.keyboard.type('SOAT')
    await page.getByRole('option', { name: 'SOAT hasta' }).click()
    await expect(first.getByRole('combobox', { name: 'Comparación' })).toContainText('cae en un plazo de')
    await next.click()
    await expect(condition.getByText('Complete la condición: elija lo que falta o quítela.')).toBeVisible()
    await expect(first.getByText('Complete este campo.')).toBeVisible()
    await first.getByLabel('Cantidad').fill('30')
    await expect(condition.getByText('En palabras: SOAT hasta cae en un plazo de 30 días.')).toBeVisible()

    await condition.getByRole('button', { name: 'Agregar condición' }).press('Enter')
    const second = condition.getByRole('group', { name: 'Condición 2', exact: true })
    await page.keyboard.type('Estado')
    await page.getByRole('option', { name: 'Estado', exact: true }).first().click()
    await second.getByRole('combobox', { name: 'Valor' }).click()
    await page.getByRole('option', { name: 'Activo', exact: true }).click()
    await expect(
      condition.getByText('En palabras: SOAT hasta cae en un plazo de 30 días y Estado es Activo.'),
    ).toBeVisible()
    await expectNarrow(page, 'the condition')
    await expectSound(page, 'condition', 'wcag')
    await page.screenshot({ path: test.info().outputPath('condition.png'), fullPage: true })

    // Another module has no such field: it is said here.
    await page.getByRole('combobox', { name: /^Módulo/ }).fill('Colores')
    await page.getByRole('option', { name: 'Colores', exact: true }).click()
    await expect(first.getByText('Este módulo no tiene el campo')).toBeVisible()
    await next.click()
    await expect(page.getByRole('heading', { name: 'Paso 1 de 3 Cuándo' })).toBeVisible()
    await page.getByRole('combobox', { name: /^Módulo/ }).fill('Vehículos')
    await page.getByRole('option', { name: 'Vehículos', exact: true }).click()
    await expect(condition.getByText(/^En palabras: SOAT hasta cae/)).toBeVisible()
    await next.click()
    await expect(page.getByRole('heading', { name: 'Paso 2 de 3 A quién' })).toBeVisible()
    // Whom the record names is chosen by what it is called here, never by an internal name.
    await page.getByRole('combobox', { name: 'Destinatarios' }).fill('conduc')
    await page.getByRole('option', { name: 'Conductor', exact: true }).click()
    await next.click()
    await page.getByLabel(/^Mensaje/).fill('Vence el SOAT de {{plate}}')
    await page.getByRole('button', { name: 'Guardar', exact: true }).click()
    await expect(page.getByText('Guardado correctamente')).toBeVisible()
    const filters = JSON.stringify({ name })
    const { items } = await call<{ items: { id: number; rule: unknown; recipients: unknown }[] }>(
      'GET',
      'admin/alerts',
      { filters },
    )
    expect(items[0]?.recipients).toBe('id_user')
    expect(items[0]?.rule).toEqual({
      all: [{ date_insurance: { gte: { now: '0d' }, lte: { now: '+30d' } } }, { state: { eq: '1' } }],
    })
    await page.goto(`/alerts/${String(items[0]?.id)}`)
    await expect(page.getByText('SOAT hasta cae en un plazo de 30 días y Estado es Activo')).toBeVisible()
    await expect(page.getByRole('main')).toContainText('Conductor')
    await expect(page.getByRole('main')).not.toContainText(/\{"|id_user/)
  },
)
