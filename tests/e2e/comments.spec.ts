import { accountAt, consoleSession } from './api-session'
import { enterAs, expect, isPhone, test } from './console'
import { expectSound } from './sound'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test('two people talk about a driver: a mention with a file, the bell, an answer by keyboard, a tag and what one follows', async ({
  page,
  address,
}) => {
  const mark = `${Date.now().toString(36)}${process.pid}`
  const call = await consoleSession(address, 'root@demo.test')
  const made = await call<{ id: number }>('POST', 'admin/drivers/create', {
    name: `Conversado ${mark}`,
    surname: 'Prueba',
    document: String(Date.now() % 1e8).padStart(8, '0'),
    date_license: '2099-12-31',
    license_number: `Q${String(Date.now() % 1e8).padStart(8, '0')}`,
    phone: `9${String(Date.now() % 1e8).padStart(8, '0')}`,
  })
  const reader = await accountAt(address, 'reader@demo.test')
  const path = `/drivers/${made.id}`

  await enterAs(page, 'operator@demo.test')
  await page.goto(path)
  await page.getByRole('tab', { name: 'Comentarios' }).click()
  await expect(page.getByText('Todavía no hay comentarios.')).toBeVisible()
  const box = page.getByRole('textbox', { name: 'Escriba un comentario' })
  await box.pressSequentially(`Revisa sus papeles @${reader.name.slice(0, 5)}`)
  await expect(page.getByRole('option', { name: `${reader.name} ${reader.surname}`.trim() }).first()).toBeVisible()
  await expectSound(page, 'mentioning', 'wcag')
  await box.press('Enter')
  await expect(box).toHaveValue(new RegExp(`@${reader.name} ${reader.surname} $`))
  await page
    .locator('[data-source="comment-files"]')
    .setInputFiles({ name: 'brevete.png', mimeType: 'image/png', buffer: PNG })
  await expect(page.getByRole('button', { name: 'Quitar brevete.png' })).toBeVisible()
  await page.getByRole('button', { name: 'Comentar', exact: true }).click()
  const comments = page.getByRole('list', { name: 'Comentarios' })
  await expect(comments.getByRole('link', { name: /brevete\.png/ })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Comentarios (1)' })).toBeVisible()

  // A tag, made on the fly.
  await page.getByRole('button', { name: 'Agregar etiqueta' }).click()
  const tag = `Papeles ${mark}`.slice(0, 40)
  await page.getByRole('combobox', { name: 'Agregar etiqueta' }).fill(tag)
  await page.getByRole('option', { name: new RegExp(tag) }).click()
  await expect(page.getByRole('list', { name: 'Etiquetas' }).getByText(tag)).toBeVisible()
  await expectSound(page, 'comments', 'wcag')

  // A page that is open would follow the other account's session by itself.
  await page.goto('about:blank')
  await enterAs(page, 'reader@demo.test')
  await page.goto('/companies')
  await page.getByRole('button', { name: /sin leer/ }).click()
  await page
    .getByRole('dialog', { name: 'Notificaciones' })
    .getByRole('link', { name: `le mencionó en Conversado ${mark}` })
    .click()
  await expect(page).toHaveURL(new RegExp(`${path}/comments\\?comment=\\d+$`))
  await expect(comments.getByText('Revisa sus papeles')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Dejar de seguir/ })).toBeVisible()
  const answer = page.getByRole('textbox', { name: 'Escriba un comentario' })
  await answer.fill('Todo en orden: https://example.com/papeles.')
  await answer.press('Control+Enter')
  await expect(comments.getByRole('link', { name: 'https://example.com/papeles' })).toBeVisible()
  await page.getByRole('switch', { name: 'Con la actividad' }).click()
  await expect(page.getByRole('list', { name: 'Comentarios y actividad' }).getByText('Registró')).toBeVisible()

  // What one follows, and what has a tag.
  await page.goto('/drivers?followed=1')
  await expect(page.getByText(`Conversado ${mark}`).first()).toBeVisible()
  const { items } = await call<{ items: { id: number; name: string }[] }>('GET', 'admin/drivers/tags')
  await page.goto(`/drivers?tags=${String(items.find(({ name }) => name === tag)?.id)}`)
  await expect(page.getByText(`Conversado ${mark}`).first()).toBeVisible()
  if (!isPhone(page)) await expect(page.getByRole('row')).toHaveCount(2)
  await expectSound(page, 'tagged', 'wcag')
})

test("a comment is changed and removed by who wrote it, and another's appears while the page is open", async ({
  page,
  address,
}) => {
  const call = await consoleSession(address, 'root@demo.test')
  const {
    items: [company],
  } = await call<{ items: { id: number }[] }>('GET', 'admin/companies', { limit: 1 })
  await enterAs(page, 'operator@demo.test')
  await page.goto(`/companies/${String(company?.id)}/comments`)
  const mark = `${Date.now().toString(36)}`
  await page.getByRole('textbox', { name: 'Escriba un comentario' }).fill(`Primero ${mark}`)
  await page.getByRole('button', { name: 'Comentar', exact: true }).click()
  const line = page.getByRole('listitem').filter({ hasText: `Primero ${mark}` })
  await line.getByRole('button', { name: /^Acciones del comentario/ }).click()
  await page.getByRole('menuitem', { name: 'Editar' }).click()
  const editor = page.getByRole('list', { name: 'Comentarios' }).getByRole('textbox')
  await editor.fill(`Primero ${mark}, corregido`)
  await editor.press('Control+Enter')
  await expect(line.getByText('editado')).toBeVisible()
  await call('POST', `admin/companies/${String(company?.id)}/comments`, { body: `De otra persona ${mark}` })
  await expect(page.getByText(`De otra persona ${mark}`)).toBeVisible()
  await line.getByRole('button', { name: /^Acciones del comentario/ }).click()
  await page.getByRole('menuitem', { name: 'Eliminar' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }).click()
  await expect(line).toHaveCount(0)
})
