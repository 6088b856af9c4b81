import { consoleSession } from './api-session'
import { enterAs, expect, test } from './console'
import { errorsOf, expectNarrow } from './sound'

test('the console checks itself, and says what is not well and what to do about it', async ({ page }) => {
  await enterAs(page, 'root@demo.test')
  await page.goto('/tests')
  const line = (name: string) =>
    page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ has: page.getByText(name, { exact: true }) })
  await expect(line('Base de datos')).toContainText(/respondió en|Responde con lentitud/)
  await expect(line('Archivos')).toContainText('Se guardó un archivo de prueba')
  await expect(line('Tareas')).toContainText('están a cargo de un s')
  // Which server mails go by is the company's, and another test's meanwhile.
  await expect(line('Correo')).toContainText('en los ajustes de correo.')
  await expect(page.getByLabel('En curso')).toHaveCount(0)
  await expectNarrow(page, '/tests')
  expect(await errorsOf(page, { which: 'wcag' })).toEqual([])
  await page.getByRole('button', { name: 'Repetir' }).click()
  await expect(line('Base de datos')).toContainText(/respondió en|Responde con lentitud/)
})

test('a referral is written in the console; the benefit of the invited is theirs at once, that of who invited them waits', async ({
  page,
  address,
}) => {
  const root = await consoleSession(address, 'root@demo.test')
  const stamp = Date.now().toString(36)
  const person = async (name: string): Promise<number> =>
    (
      await root<{ readonly id: number }>('POST', 'admin/clients/create', {
        name: `${name} ${stamp}`,
        surname: 'Prueba',
        email: `${name}-${stamp}@test.pe`.toLowerCase(),
      })
    ).id
  const [invited, inviter] = [await person('Nueva'), await person('Amiga')]
  const { id } = await root<{ readonly id: number }>('POST', 'admin/refers/invite', {
    id_invited: invited,
    id_inviter: inviter,
  })
  await enterAs(page, 'operator@demo.test')
  await page.goto(`/refers/${id}`)
  await expect(page.getByRole('main')).toContainText(`Nueva ${stamp}`)
  await expect(page.getByRole('main')).toContainText('Otorgado')
  await expect(page.getByRole('main')).toContainText('Pendiente')
  await expectNarrow(page, 'a referral')
  await page.goto(`/clients/${invited}/grants`)
  await expect(page.getByRole('main').getByText('BIENVENIDA').first()).toBeVisible()
})
