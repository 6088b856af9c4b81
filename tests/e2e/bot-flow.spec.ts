import type { Page } from '@playwright/test'
import { type Call, consoleSession } from './api-session'
import { enterAs, expect, isPhone, test } from './console'
import { connectTo, drag, form, handle, newBot, node } from './flow-drawing'
import { errorsOf, expectNarrow, expectSound } from './sound'

interface WireStep {
  readonly id: number
  readonly type: string
  readonly name: string
  readonly message_text: string | null
  readonly position_x: number
  readonly position_y: number
  readonly id_bot_step_next: number | null
  readonly id_bot_step_default: number | null
  readonly childs: readonly { readonly title: string; readonly id_bot_step: number | null }[]
}
interface Wire {
  readonly item: { readonly id_bot_step_first: number | null; readonly published: number | null }
  readonly bot_steps: readonly WireStep[]
}

const newStep = async (root: Call, step: object): Promise<number> =>
  (await root<{ id: number }>('POST', 'admin/bot_steps/create', { type: '1', ...step })).id
const flowOf = (root: Call, bot: number): Promise<Wire> => root<Wire>('GET', `admin/bots/${bot}/flow`)

const isSaved = (page: Page): Promise<void> => expect(page.getByText('Guardado', { exact: true })).toBeVisible()
test('a bot is drawn with the mouse: steps, lines, their removal and return, and places that a reload keeps', async ({
  page,
  address,
}) => {
  test.skip(isPhone(page), 'A phone draws from its list.')
  const root = await consoleSession(address, 'root@demo.test')
  const bot = await newBot(root, 'Con el ratón')
  await enterAs(page, 'root@demo.test')
  await page.goto(`/bots/${bot}/flow`)
  for (const text of ['Hola, ¿en qué le ayudo?', 'Gracias por escribir.']) {
    await page.getByRole('button', { name: 'Nuevo paso' }).click()
    await page.getByRole('menuitem', { name: 'Mensaje' }).click()
    await form(page).getByLabel('Nombre').fill(text.slice(0, 4).trim())
    await form(page).getByRole('textbox', { name: 'Texto', exact: true }).fill(text)
    await form(page).getByRole('button', { name: 'Guardar', exact: true }).click()
    await expect(node(page, text.slice(0, 4).trim())).toBeVisible()
  }
  // The first step that is made is the one it begins with.
  await expect(page.locator('.react-flow__edge.first')).toHaveCount(1)
  await drag(page, handle(node(page, 'Hola'), 'next'), handle(node(page, 'Grac'), 'in'))
  await expect(page.locator('.react-flow__edge.next')).toHaveCount(1)
  // From node 0 another step becomes the first one.
  await page.getByRole('button', { name: 'Ver todo' }).click()
  await drag(page, handle(page.locator('.react-flow__node-start'), 'first'), handle(node(page, 'Grac'), 'in'))
  await expect
    .poll(async () => (await flowOf(root, bot)).item.id_bot_step_first)
    .not.toBe((await flowOf(root, bot)).bot_steps[0]?.id)
  const {
    item,
    bot_steps: [hello, thanks],
  } = await flowOf(root, bot)
  expect([item.id_bot_step_first, hello?.id_bot_step_next]).toEqual([thanks?.id, thanks?.id])

  // A line that is drawn from a step whose form is open keeps what was typed there, and is no change of somebody
  // else's.
  await node(page, 'Hola').locator('.head').dblclick()
  const text = form(page).getByRole('textbox', { name: 'Texto', exact: true })
  const next = form(page).getByRole('combobox', { name: 'Paso siguiente' })
  await text.fill('Muy buenas.')
  await expect(next).toHaveValue('Grac')
  await page.locator('.react-flow__edge.next .react-flow__edge-interaction').click({ force: true })
  await page.keyboard.press('Delete')
  await expect.poll(async () => (await flowOf(root, bot)).bot_steps[0]?.id_bot_step_next).toBeNull()
  await expect(next).toHaveValue('')
  await page.keyboard.press('Control+z')
  await expect(next).toHaveValue('Grac')
  await expect(text).toHaveValue('Muy buenas.')
  await form(page).getByRole('button', { name: 'Guardar', exact: true }).click()
  await expect(node(page, 'Hola').getByText('Muy buenas.')).toBeVisible()

  // A line is taken away, and comes back.
  await page.locator('.react-flow__edge.next .react-flow__edge-interaction').click({ force: true })
  await page.keyboard.press('Delete')
  await expect(page.locator('.react-flow__edge.next')).toHaveCount(0)
  await expect.poll(async () => (await flowOf(root, bot)).bot_steps[0]?.id_bot_step_next).toBeNull()
  await page.keyboard.press('Control+z')
  await expect.poll(async () => (await flowOf(root, bot)).bot_steps[0]?.id_bot_step_next).toBe(thanks?.id)

  // Steps that are moved stay where they were put.
  const was = (await flowOf(root, bot)).bot_steps[1]
  const box = await node(page, 'Grac').locator('.head').boundingBox()
  await drag(page, node(page, 'Grac').locator('.head'), { x: (box?.x ?? 0) + 60, y: (box?.y ?? 0) + 220 })
  await isSaved(page)
  await expect.poll(async () => (await flowOf(root, bot)).bot_steps[1]?.position_y).not.toBe(was?.position_y)
  const moved = (await flowOf(root, bot)).bot_steps[1]
  await page.reload()
  await expect(node(page, 'Grac')).toHaveCSS(
    'transform',
    `matrix(1, 0, 0, 1, ${moved?.position_x}, ${moved?.position_y})`,
  )

  // A removed step is asked about once; its return has what it said and where lines led to it.
  await node(page, 'Grac').locator('.head').click()
  await page.keyboard.press('Delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }).click()
  await expect(node(page, 'Grac')).toHaveCount(0)
  await expect.poll(async () => (await flowOf(root, bot)).bot_steps.length).toBe(1)
  await page.getByRole('button', { name: 'Deshacer' }).click()
  await expect
    .poll(async () => {
      const {
        item: { id_bot_step_first: first },
        bot_steps: [one, two],
      } = await flowOf(root, bot)
      return [two?.message_text, one?.id_bot_step_next === two?.id, first === two?.id]
    })
    .toEqual(['Gracias por escribir.', true, true])

  // A new step that is dropped from one whose form is open leaves what was typed there; what somebody else changes is
  // still asked about.
  await node(page, 'Hola').locator('.head').dblclick()
  await text.fill('Hola de nuevo.')
  const ground = await page.getByRole('region', { name: 'Lienzo' }).boundingBox()
  await drag(page, handle(node(page, 'Hola'), 'next'), {
    x: (ground?.x ?? 0) + (ground?.width ?? 0) / 2,
    y: (ground?.y ?? 0) + (ground?.height ?? 0) - 40,
  })
  await page.getByRole('menuitem', { name: 'Mensaje' }).click()
  await text.fill('Otra cosa.')
  await form(page).getByRole('button', { name: 'Guardar', exact: true }).click()
  await expect(text).toHaveValue('Hola de nuevo.')
  await expect(next).toHaveValue('Mensaje 3')
  await root('POST', `admin/bot_steps/${hello?.id}/setNextStep`, { id_bot_step: null })
  await form(page).getByRole('button', { name: 'Guardar', exact: true }).click()
  await expect(page.getByText('Alguien cambió este registro mientras lo editaba')).toBeVisible()
  await expect(text).toHaveValue('Hola de nuevo.')
  expect(await errorsOf(page, { which: 'grave' })).toEqual([])
})

test('the same bot is made with the keyboard alone', async ({ page, address }) => {
  test.skip(isPhone(page), 'A phone has no keys.')
  const root = await consoleSession(address, 'root@demo.test')
  const bot = await newBot(root, 'Con el teclado')
  await enterAs(page, 'root@demo.test')
  await page.goto(`/bots/${bot}/flow`)
  await expect(page.getByText('Este bot todavía no dice nada.', { exact: false })).toBeVisible()
  const keys = page.keyboard
  for (const text of ['Hola', 'Adiós']) {
    await keys.press('n')
    await expect(page.getByRole('menuitem', { name: 'Mensaje' })).toBeFocused()
    await keys.press('Enter')
    await form(page).getByLabel('Nombre').focus()
    await keys.press('Control+a')
    await keys.type(text)
    await form(page).getByRole('textbox', { name: 'Texto', exact: true }).focus()
    await keys.type(`${text}.`)
    await keys.press('Control+s')
    await expect(node(page, text)).toBeFocused()
  }
  await keys.press('k')
  await expect(node(page, 'Hola')).toBeFocused()
  await keys.press('c')
  const dialog = page.getByRole('dialog', { name: 'Conectar «Hola»' })
  await dialog.getByLabel('Lleva a').focus()
  await keys.type('Adi')
  // Enter takes the only step of that name, and connects nothing yet.
  await keys.press('Enter')
  await expect(dialog.getByLabel('Lleva a')).toHaveValue('Adiós')
  await expect(page.getByRole('option')).toHaveCount(0)
  await expect(page.locator('.react-flow__edge.next')).toHaveCount(0)
  await connectTo(page, dialog, 'Adiós')
  await expect(page.locator('.react-flow__edge.next')).toHaveCount(1)
  await isSaved(page)
  const [hello, bye] = (await flowOf(root, bot)).bot_steps
  expect(hello?.id_bot_step_next).toBe(bye?.id)

  // Arrows move the chosen step, which is said; Ctrl+Z takes the whole movement back.
  await node(page, 'Adiós').focus()
  await keys.press('Space')
  for (let n = 0; n < 3; n++) await keys.press('Shift+ArrowDown')
  await expect(page.locator('[aria-live=assertive]').filter({ hasText: 'Paso movido hacia abajo' })).toBeAttached()
  await expect
    .poll(async () => (await flowOf(root, bot)).bot_steps[1]?.position_y)
    .toBeGreaterThan(bye?.position_y ?? 0)
  await keys.press('Control+z')
  await expect.poll(async () => (await flowOf(root, bot)).bot_steps[1]?.position_y).toBe(bye?.position_y)

  // Copied, pasted, removed.
  await keys.press('Control+c')
  await keys.press('Control+v')
  await expect(node(page, 'Adiós')).toHaveCount(2)
  await expect.poll(async () => (await flowOf(root, bot)).bot_steps.length).toBe(3)
  await keys.press('Delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }).press('Enter')
  await expect.poll(async () => (await flowOf(root, bot)).bot_steps.length).toBe(2)

  // A step is found by what it says, and edited.
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await keys.press('/')
  await expect(page.getByRole('searchbox', { name: 'Buscar un paso' })).toBeFocused()
  await keys.type('hola')
  await keys.press('Enter')
  await page.getByRole('list', { name: 'Pasos' }).getByRole('button', { name: 'Editar' }).press('Enter')
  await form(page).getByRole('textbox', { name: 'Texto', exact: true }).focus()
  await keys.press('Control+a')
  await keys.type('Muy buenas.')
  await keys.press('Control+s')
  await expect(node(page, 'Hola').getByText('Muy buenas.')).toBeVisible()
})

test('what is wrong is said while drawing, and a flow with errors is not published', async ({ page, address }) => {
  const root = await consoleSession(address, 'root@demo.test')
  const bot = await newBot(root, 'Con errores')
  const name = await newStep(root, {
    id_bot: bot,
    type: '4',
    name: 'Correo',
    message_text: '¿Su correo?',
    validation_type: 'email',
    variable: 'correo',
  })
  const end = await newStep(root, { id_bot: bot, name: 'Fin', message_text: 'Listo.', position_x: 400 })
  await root('POST', `admin/bots/${bot}/setStepFirst`, { id_bot_step: name })
  await enterAs(page, 'root@demo.test')
  await page.goto(`/bots/${bot}/flow`)
  await page.getByRole('tab', { name: /^Errores/ }).click()
  const list = page.getByRole('list', { name: 'Errores' })
  await expect(list.getByText('Falta el paso por defecto.')).toBeVisible()
  if (!isPhone(page)) await expect(node(page, 'Correo').locator('.mark.error')).toHaveText('! 2')
  expect(await errorsOf(page, { which: 'grave' })).toEqual([])
  await page.getByRole('button', { name: 'Publicar' }).click()
  await expect(page.getByText('No se puede publicar: hay 2 errores.').first()).toBeVisible()
  expect((await flowOf(root, bot)).item.published).toBeNull()

  // From the list, with no drawing at all, the lines are set that it lacks.
  await page.getByRole('tab', { name: 'Pasos' }).click()
  await page.getByRole('button', { name: /^Correo/ }).click()
  for (const exit of ['Si es válido', 'Por defecto']) {
    await page.getByRole('list', { name: 'Pasos' }).getByRole('button', { name: 'Conectar con…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Conectar «Correo»' })
    await dialog.getByLabel('Salida').click()
    await page.getByRole('option', { name: exit }).click()
    await dialog.getByLabel('Lleva a').fill('Fin')
    await page.getByRole('option', { name: 'Fin' }).click()
    await dialog.getByRole('button', { name: 'Conectar' }).click()
    await expect(page.getByText(`${exit} → Fin`)).toBeVisible()
  }
  await page.getByRole('button', { name: 'Publicar' }).click()
  await expect.poll(async () => (await flowOf(root, bot)).item.published).toBe(1)
  await expect(page.getByText('Versión 1', { exact: true })).toBeVisible()
  expect(end).toBeGreaterThan(0)
  await expectSound(page)
})

test('the draft is tried beside its drawing, and the path it takes is lit', async ({ page, address }) => {
  const root = await consoleSession(address, 'root@demo.test')
  const bot = await newBot(root, 'De prueba')
  const bye = await newStep(root, {
    id_bot: bot,
    name: 'Adiós',
    message_text: 'Hasta luego.',
    position_x: 700,
    position_y: 200,
  })
  const price = await newStep(root, { id_bot: bot, name: 'Precio', message_text: 'Desde S/ 8.', position_x: 700 })
  const menu = await newStep(root, {
    id_bot: bot,
    name: 'Menú',
    message_text: '¿Qué desea?',
    message_type: '1',
    id_bot_step_default: bye,
    position_x: 300,
    childs: [
      { title: 'Precio', id_bot_step: price },
      { title: 'Nada', id_bot_step: bye },
    ],
  })
  await root('POST', `admin/bots/${bot}/setStepFirst`, { id_bot_step: menu })
  await enterAs(page, 'root@demo.test')
  await page.goto(`/bots/${bot}/flow`)
  await page.getByRole('tab', { name: 'Probar' }).click()
  await page.getByRole('button', { name: 'Empezar la prueba' }).click()
  const log = page.getByRole('log')
  await expect(log.getByText('¿Qué desea?')).toBeVisible()
  await log.getByRole('button', { name: 'Precio' }).click()
  await expect(log.getByText('Desde S/ 8.')).toBeVisible()
  await expectSound(page)
  if (!isPhone(page)) {
    await expect(node(page, 'Menú').locator('.head .lit')).toHaveText('1')
    await expect(node(page, 'Precio').locator('.head .lit')).toHaveText('2')
    await expect(node(page, 'Adiós').locator('.head .lit')).toHaveCount(0)
    await expect(page.locator('.react-flow__edge.child.lit')).toHaveCount(1)
  }
  await page.getByRole('button', { name: 'Empezar de nuevo' }).click()
  await expect(log.getByText('Desde S/ 8.')).toHaveCount(0)
  await expect(log.getByText('¿Qué desea?')).toBeVisible()
  await expect(log).toHaveAttribute('aria-busy', 'false')
  await page.getByLabel('Mensaje', { exact: true }).fill('nada')
  await page.keyboard.press('Enter')
  await expect(log.getByText('Hasta luego.')).toBeVisible()
})

test('past conversations are taken through the draft: which would go elsewhere, and by which steps', async ({
  page,
  address,
}) => {
  const root = await consoleSession(address, 'root@demo.test')
  const bot = await newBot(root, 'Con pasado')
  const [bye, other] = [
    await newStep(root, { id_bot: bot, name: 'Adiós', message_text: 'Adiós.', position_x: 900, position_y: 100 }),
    await newStep(root, { id_bot: bot, name: 'Otra', message_text: 'Otra cosa.', position_x: 900, position_y: 400 }),
  ]
  const asks = await newStep(root, {
    id_bot: bot,
    type: '5',
    name: 'Pregunta',
    message_text: '¿Cómo se llama?',
    variable: 'name',
    id_bot_step_next: bye,
    position_x: 500,
    position_y: 100,
  })
  await root('POST', `admin/bots/${bot}/setStepFirst`, { id_bot_step: asks })
  await root('POST', `admin/bots/${bot}/publish`, {})
  const key = `pasado${bot}`
  await root('POST', 'admin/chat_channels/create', { type: 'web', name: `Con pasado ${bot}`, key, id_bot: bot })
  const { token } = await root<{ token: string }>('GET', `admin/web_chat?key=${key}`)
  for (const message of ['Hola', 'Rosa Díaz'])
    await root('POST', 'admin/web_chat/send', {
      key,
      token,
      local_id: `local-${message.replace(' ', '')}-${bot}`,
      message,
      since: 0,
    })
  await root('POST', `admin/bot_steps/${asks}/setNextStep`, { id_bot_step: other })

  await enterAs(page, 'root@demo.test')
  await page.goto(`/bots/${bot}/flow`)
  await page.getByRole('tab', { name: 'Repasar' }).click()
  await form(page).getByRole('button', { name: 'Repasar conversaciones' }).click()
  await expect(form(page).getByText('1 de 1 tomaría otro camino.')).toBeVisible()
  await form(page)
    .getByRole('button', { name: /xxxx xxxx/ })
    .click()
  await expect(form(page).getByRole('list', { name: 'Fue por' }).getByRole('listitem')).toHaveText([
    'Pregunta',
    'Adiós',
  ])
  await expect(form(page).getByRole('list', { name: 'Iría por' }).getByRole('listitem')).toHaveText([
    'Pregunta',
    'Otra',
  ])
  await expect(form(page)).not.toContainText('Rosa')
  await expectSound(page)
  if (isPhone(page)) return
  await expect(node(page, 'Otra').locator('.head .lit')).toHaveText('2')
  await expect(node(page, 'Adiós').locator('.head .lit')).toHaveCount(0)
})

test('two who draw the same flow see each other and what the other draws; places that were not saved are kept and tried again', async ({
  page,
  browser,
  address,
}) => {
  test.skip(isPhone(page), 'One width is enough for what the server says.')
  const root = await consoleSession(address, 'root@demo.test')
  const bot = await newBot(root, 'De dos')
  await newStep(root, { id_bot: bot, name: 'Uno', message_text: 'Uno.', position_x: 200, position_y: 100 })
  const context = await browser.newContext({ viewport: page.viewportSize() })
  const other = await context.newPage()
  await enterAs(other, 'operator@demo.test')
  await other.goto(`/bots/${bot}/flow`)
  await enterAs(page, 'root@demo.test')
  await page.goto(`/bots/${bot}/flow`)
  await expect(other.getByText('Micaela Rojas Inga lo está editando')).toBeVisible()
  await newStep(root, { id_bot: bot, name: 'Dos', message_text: 'Dos.', position_x: 600, position_y: 100 })
  await expect(node(other, 'Dos')).toBeVisible()
  await expect(other.getByText('Otra persona cambió 1 paso de este flujo.')).toBeVisible()
  await context.close()

  await page.route('**/bot_steps/saveAll', (route) =>
    route.fulfill({ status: 422, json: { ok: false, msg: 'No hay espacio.' } }),
  )
  const box = await node(page, 'Uno').locator('.head').boundingBox()
  await drag(page, node(page, 'Uno').locator('.head'), { x: (box?.x ?? 0) + 40, y: (box?.y ?? 0) + 180 })
  await expect(page.getByText('No se guardaron las posiciones', { exact: false })).toBeVisible()
  await expect(page.getByText('Sin guardar', { exact: true })).toBeVisible()
  await page.unroute('**/bot_steps/saveAll')
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await isSaved(page)
  expect((await flowOf(root, bot)).bot_steps[0]?.position_y).toBeGreaterThan(100)
})

test('on a phone the steps are a list with their forms, and the canvas is one tab away', async ({ page, address }) => {
  test.skip(!isPhone(page), 'A phone.')
  const root = await consoleSession(address, 'root@demo.test')
  const bot = await newBot(root, 'En el teléfono')
  await enterAs(page, 'root@demo.test')
  await page.goto(`/bots/${bot}/flow`)
  await page.getByRole('button', { name: 'Nuevo paso' }).click()
  await page.getByRole('menuitem', { name: 'Respuesta libre' }).click()
  await form(page).getByLabel('Nombre').fill('Pregunta')
  await form(page).getByRole('textbox', { name: 'Texto', exact: true }).fill('¿Cómo se llama?')
  await expectNarrow(page, 'the form of a step')
  await form(page).getByRole('button', { name: 'Guardar', exact: true }).click()
  await expect(page.getByRole('button', { name: /^Pregunta/ })).toBeVisible()
  await expectSound(page)
  await page.getByRole('tab', { name: 'Lienzo' }).click()
  await expect(node(page, 'Pregunta')).toBeVisible()
  await expectSound(page)
})
