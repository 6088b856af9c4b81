import { enterAs, expect, isPhone, rows, test } from './console'
import { errorsOf } from './sound'

test('services are filtered by an area that is drawn, taken from the map or typed; it is a chip that outlives a reload, and is lifted', async ({
  page,
}) => {
  await enterAs(page, 'root@demo.test')
  await page.goto('/services?page=1&limit=10')
  await expect(rows(page).first()).toBeVisible()
  await page.getByRole('button', { name: isPhone(page) ? 'Filtros' : 'Búsqueda avanzada' }).click()
  await page.getByRole('button', { name: 'Punto de origen Dibujar en el mapa' }).click()
  const dialog = page.getByRole('dialog', { name: 'Punto de origen: área en el mapa' })
  const apply = dialog.getByRole('button', { name: 'Aplicar' })
  await expect(apply).toBeDisabled()
  const map = dialog.getByRole('region', { name: 'Área en el mapa: Punto de origen' })
  await dialog.getByRole('link', { name: 'Dibujar un rectángulo' }).click()
  const box = await map.boundingBox()
  if (!box) throw new Error('The map is nowhere.')
  await page.mouse.move(box.x + box.width * 0.3, box.y + box.height * 0.3)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width * 0.7, box.y + box.height * 0.7, { steps: 6 })
  await page.mouse.up()
  await expect(apply).toBeEnabled()
  // Without a pointer: what the map shows, then corners in writing.
  await dialog.getByRole('button', { name: 'Lo que muestra el mapa' }).press('Enter')
  await dialog.getByRole('button', { name: 'Coordenadas' }).press('Enter')
  const corners = dialog.getByRole('textbox', { name: 'Esquinas del área' })
  await expect(corners).toHaveValue(/^(-?[\d.]+,-?[\d.]+\n?){4}$/)
  await corners.fill('-12.3,-77.3\n-11.8,-76.8\n-12.3,-76.8\n-11.8,-77.3')
  await expect(dialog.getByText('El lado 1 cruza o toca el lado 3')).toBeVisible()
  await expect(apply).toBeDisabled()
  await corners.fill('-12.3,-77.3\n-12.3,-76.8\n-11.8,-76.8\n-11.8,-77.3')
  expect(await errorsOf(page, { within: '[role=dialog]' })).toEqual([])
  const asked = page.waitForResponse((answer) =>
    /\/services\?.*org_point.*Polygon/.test(decodeURIComponent(answer.url())),
  )
  await apply.click()
  expect((await asked).status()).toBe(200)
  await page.keyboard.press('Escape')
  const lift = page.getByRole('button', { name: 'Quitar el filtro Punto de origen' })
  await expect(lift).toBeVisible()
  await expect(page.getByRole('main').getByText('en el área dibujada')).toBeVisible()
  await page.reload()
  await expect(lift).toBeVisible()
  await expect(rows(page).first()).toBeVisible()
  // The chip leads back to the map, which begins with what is asked.
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Punto de origen\s*en el área dibujada/ })
    .click()
  await expect(apply).toBeEnabled()
  await dialog.getByRole('button', { name: 'Coordenadas' }).click()
  await expect(corners).toHaveValue(/-12\.3,-77\.3/)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await lift.click()
  await expect(lift).toBeHidden()
})
