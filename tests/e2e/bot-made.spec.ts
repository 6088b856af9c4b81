import type { Locator } from '@playwright/test'
import { consoleSession } from './api-session'
import { bookByBot } from './chat-visitor'
import { enterAs, expect, isPhone, test } from './console'
import { connectTo, drag, form, handle, newBot, node } from './flow-drawing'

interface Step {
  readonly type: 'Mensaje' | 'Validación' | 'Acción'
  readonly name: string
  readonly text?: string
  /** Choices by the label of their field. */
  readonly choose?: { readonly [label: string]: string }
  readonly variable?: string
  readonly button?: string
}

// The first that is made is the one it begins with.
const STEPS: readonly Step[] = [
  { type: 'Validación', name: 'Fono', text: '¿Su teléfono?', choose: { Validación: 'Teléfono' }, variable: 'phone' },
  {
    type: 'Validación',
    name: 'Recojo',
    text: '¿Dónde le recogemos?',
    choose: { Validación: 'Dirección' },
    variable: 'origin',
  },
  {
    type: 'Validación',
    name: 'Llegada',
    text: '¿A dónde va?',
    choose: { Validación: 'Dirección' },
    variable: 'destination',
  },
  { type: 'Acción', name: 'Tarifa', choose: { Acción: 'Cotizar' } },
  {
    type: 'Mensaje',
    name: 'Pregunta',
    text: 'Cuesta {price}. ¿Lo pedimos?',
    choose: { 'Tipo de mensaje': 'Botones' },
    button: 'Pedir',
  },
  { type: 'Acción', name: 'Pedido', choose: { Acción: 'Reservar' } },
  { type: 'Mensaje', name: 'Listo', text: 'Buscamos un conductor. Su viaje es el {service}.' },
  { type: 'Acción', name: 'Ayuda', text: 'Le atiende una persona.', choose: { Acción: 'Pasar a una persona' } },
]

/** Exits in the order in which the editor offers them, each with where it leads. */
const LINES: readonly (readonly [from: string, exit: 'positive' | 'default' | 'child', to: string])[] = [
  ['Fono', 'positive', 'Recojo'],
  ['Fono', 'default', 'Ayuda'],
  ['Recojo', 'positive', 'Llegada'],
  ['Recojo', 'default', 'Ayuda'],
  ['Llegada', 'positive', 'Tarifa'],
  ['Llegada', 'default', 'Ayuda'],
  ['Tarifa', 'positive', 'Pregunta'],
  ['Tarifa', 'default', 'Ayuda'],
  ['Pregunta', 'child', 'Pedido'],
  ['Pregunta', 'default', 'Ayuda'],
  ['Pedido', 'positive', 'Listo'],
  ['Pedido', 'default', 'Ayuda'],
]

test('a bot that was made with the mouse books a ride for a stranger', async ({ page, browser, address }) => {
  test.skip(isPhone(page), 'A phone draws from its list.')
  const id = await newBot(await consoleSession(address, 'root@demo.test'), 'A mano')
  await enterAs(page, 'root@demo.test')
  await page.goto(`/bots/${id}/flow`)
  for (const { type, name, text, choose = {}, variable, button } of STEPS) {
    await page.getByRole('button', { name: 'Nuevo paso' }).click()
    await page.getByRole('menuitem', { name: type }).click()
    await form(page).getByLabel('Nombre').fill(name)
    for (const [label, choice] of Object.entries(choose)) {
      await form(page).getByRole('combobox', { name: label, exact: true }).click()
      await page.getByRole('option', { name: choice, exact: true }).click()
    }
    if (text !== undefined) await form(page).getByRole('textbox', { name: 'Texto', exact: true }).fill(text)
    if (variable !== undefined) await form(page).getByLabel('Variable').fill(variable)
    if (button !== undefined) {
      await form(page)
        .getByRole('button', { name: /^(Agregar|Añadir|Nueva)/ })
        .click()
      await form(page)
        .getByRole('textbox', { name: /^Título/ })
        .fill(button)
    }
    await form(page).getByRole('button', { name: 'Guardar', exact: true }).click()
    await expect(node(page, name)).toBeVisible()
  }
  await page.getByRole('button', { name: 'Ver todo' }).click()
  for (const [at, [from, exit, to]] of LINES.entries()) {
    await drag(page, handle(node(page, from), exit), handle(node(page, to), 'in'))
    await expect(page.locator('.react-flow__edge:not(.first)')).toHaveCount(at + 1)
  }
  await page.getByRole('button', { name: 'Publicar' }).click()
  await expect(page.getByText('Versión 1', { exact: true })).toBeVisible()
  await bookByBot(browser, page, address, id, 29)
})

test('a bot that was made with the keyboard alone books one too', async ({ page, browser, address }) => {
  test.skip(isPhone(page), 'A phone has no keys.')
  const id = await newBot(await consoleSession(address, 'root@demo.test'), 'Con teclas')
  await enterAs(page, 'root@demo.test')
  await page.goto(`/bots/${id}/flow`)
  const keys = page.keyboard
  const type = async (box: Locator, text: string): Promise<void> => {
    await box.focus()
    await keys.press('Control+a')
    await keys.insertText(text)
  }
  await expect(page.getByText('Este bot todavía no dice nada.', { exact: false })).toBeVisible()
  for (const { type: kind, name, text, choose = {}, variable, button } of STEPS) {
    await keys.press('n')
    await expect(page.getByRole('menuitem', { name: 'Mensaje' })).toBeFocused()
    await keys.type(kind.slice(0, 2))
    await expect(page.getByRole('menuitem', { name: kind })).toBeFocused()
    await keys.press('Enter')
    await type(form(page).getByLabel('Nombre'), name)
    for (const [label, choice] of Object.entries(choose)) {
      await form(page).getByRole('combobox', { name: label, exact: true }).focus()
      await keys.press('Enter')
      await expect(page.getByRole('option', { name: choice, exact: true })).toBeVisible()
      await keys.type(choice.slice(0, 3))
      await expect(page.getByRole('option', { name: choice, exact: true })).toBeFocused()
      await keys.press('Enter')
      // Its list has the keys until it is gone.
      await expect(page.getByRole('listbox')).toHaveCount(0)
    }
    if (text !== undefined) await type(form(page).getByRole('textbox', { name: 'Texto', exact: true }), text)
    if (variable !== undefined) await type(form(page).getByLabel('Variable'), variable)
    if (button !== undefined) {
      await form(page)
        .getByRole('button', { name: /^(Agregar|Añadir|Nueva)/ })
        .press('Enter')
      await type(form(page).getByRole('textbox', { name: /^Título/ }), button)
    }
    await keys.press('Control+s')
    await expect(node(page, name)).toBeFocused()
  }
  for (const [at, [from, , to]] of LINES.entries()) {
    await node(page, from).focus()
    // The first exit that leads nowhere is offered.
    await keys.press('c')
    const dialog = page.getByRole('dialog', { name: `Conectar «${from}»` })
    await dialog.getByLabel('Lleva a').focus()
    await keys.type(to)
    await expect(page.getByRole('option', { name: new RegExp(`^${to}`) })).toBeVisible()
    await expect(page.getByRole('option')).toHaveCount(1)
    await connectTo(page, dialog, to)
    await expect(page.locator('.react-flow__edge:not(.first)')).toHaveCount(at + 1)
  }
  await page.getByRole('button', { name: 'Publicar' }).press('Enter')
  await expect(page.getByText('Versión 1', { exact: true })).toBeVisible()
  await bookByBot(browser, page, address, id, 31)
})
