import type { JsonObject } from '../../src/model/json'
import { consoleSession, type Call } from './api-session'
import { enterAs, expect, isPhone, test } from './console'
import { errorsOf, expectNarrow } from './sound'

const made = async (root: Call, path: string, input: JsonObject): Promise<number> =>
  (await root<{ readonly id: number }>('POST', `admin/${path}/create`, input)).id

test('a legal text is written in the console, read by everybody in their language, changed, and restored when the loss is confirmed', async ({
  page,
  address,
}) => {
  const root = await consoleSession(address, 'root@demo.test')
  const prefix = `legal-${Date.now().toString(36)}`
  // A draft of another address: the links of the pages that other tests look at stay as they are.
  const text = { type: 'other', target: 'partner', prefix, name: `Reglas ${prefix}` }
  const id = await made(root, 'legals', {
    ...text,
    language: 'es',
    content: '<h2>Primero</h2><p>La regla de siempre.</p>',
  })
  await made(root, 'legals', { ...text, language: 'en', name: `Rules ${prefix}`, content: '<p>The usual rule.</p>' })
  await enterAs(page, 'operator@demo.test')
  await root('POST', 'admin/legals/create', { id, content: '<p>Otra cosa.</p>' })
  await page.goto(`/legals/${id}`)
  await expect(page.getByText('Otra cosa.').first()).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: `Reglas ${prefix}` })).toHaveAttribute(
    'href',
    `/legal/${prefix}?language=es`,
  )
  // What loses something is no button beside "edit".
  await expect(page.getByRole('main').getByRole('button', { name: 'Restaurar' })).toHaveCount(0)
  await page
    .getByRole('main')
    .getByRole('button', { name: /Acciones de/ })
    .click()
  await page.getByRole('menuitem', { name: 'Restaurar' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Se perderán todos los cambios.')
  await question.getByRole('button', { name: 'Restaurar' }).click()
  await expect(page.getByText('Otra cosa.')).toHaveCount(0)
  await expectNarrow(page, 'a legal text')

  await page.goto(`/legal/${prefix}`)
  await expect(page.getByRole('heading', { level: 1, name: `Reglas ${prefix}` })).toBeVisible()
  await expect(page.getByText('La regla de siempre.')).toBeVisible()
  expect(await errorsOf(page, { which: 'wcag' })).toEqual([])
  await expectNarrow(page, 'the page of a legal text')
  // Nothing of the console comes with it.
  const weighed = await page.evaluate(() => {
    const scripts = performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('.js')) as PerformanceResourceTiming[]
    return [...new Map(scripts.map(({ name, encodedBodySize }) => [name, encodedBodySize])).values()].reduce(
      (sum, bytes) => sum + bytes,
      0,
    )
  })
  expect(weighed).toBeLessThan(40_000)
  await page.getByRole('link', { name: 'English' }).click()
  await expect(page.getByRole('heading', { level: 1, name: `Rules ${prefix}` })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('en')
})

test('the sign-in leads to the legal texts and to the help', async ({ page, context }) => {
  await context.clearCookies()
  await page.goto('/login')
  const texts = page.getByRole('navigation', { name: 'Textos y ayuda' })
  await expect(texts.getByRole('link', { name: 'Política de privacidad' })).toHaveAttribute('href', '/legal/privacidad')
  await expect(texts.getByRole('link', { name: 'Ayuda' })).toHaveAttribute('href', '/faq')
  expect(await errorsOf(page, { which: 'wcag' })).toEqual([])
})

test('a question is asked in the console beside its category, and found on the public page by its words and its public', async ({
  page,
  address,
}) => {
  const root = await consoleSession(address, 'root@demo.test')
  const word = `zq${Date.now().toString(36)}`
  const category = await made(root, 'type_faqs', { target: 'driver', name: `Categoría ${word}`, icon: 'help' })
  await enterAs(page, 'operator@demo.test')
  await page.goto(`/faqs/driver/${category}/form`)
  const form = page.getByRole('dialog')
  await form.getByRole('textbox', { name: 'Pregunta' }).fill(`¿Qué es ${word}?`)
  await form.getByRole('textbox', { name: 'Respuesta' }).fill('Una palabra que nadie dice.')
  await form.getByRole('button', { name: 'Guardar', exact: true }).click()
  await expect(page.getByText(`¿Qué es ${word}?`).first()).toBeVisible()
  await expectNarrow(page, 'the questions of a category')
  // Its own address leads there too: the categories at the left, its questions beside them.
  await page.goto(`/faqs/driver/${category}`)
  await expect(page.getByText(`¿Qué es ${word}?`).first()).toBeVisible()
  if (!isPhone(page))
    await expect(page.getByRole('main').getByRole('link', { name: `Categoría ${word}` })).toBeVisible()

  await page.goto('/faq')
  await page.getByLabel('Soy parte de').selectOption({ label: 'Conductores' })
  await expect(page.getByRole('link', { name: new RegExp(`Categoría ${word} 1 pregunta`) })).toBeVisible()
  expect(await errorsOf(page, { which: 'wcag' })).toEqual([])
  await expectNarrow(page, 'the help')
  await page.getByLabel('Buscar una pregunta').fill(`${word.toUpperCase()} PALABRA`)
  const found = page.getByRole('region', { name: 'Preguntas encontradas' })
  await expect(found.getByRole('link')).toHaveCount(1)
  await expect(page).toHaveURL(/target=driver&q=/)
  // The address leads to the same again.
  await page.reload()
  await found.getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1, name: `¿Qué es ${word}?` })).toBeVisible()
  await expect(page.getByText('Una palabra que nadie dice.')).toBeVisible()
  expect(await errorsOf(page, { which: 'wcag' })).toEqual([])
  await page.getByRole('link', { name: `‹ Categoría ${word}` }).click()
  await expect(page.getByRole('link', { name: `¿Qué es ${word}?` })).toBeVisible()
})
