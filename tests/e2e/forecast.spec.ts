import { enterAs, expect, test } from './console'
import { expectPlain } from './plain-words'
import { expectSound } from './sound'

test('what a day brings stands hour by hour, from day to day, and what presses now on a board for the wall', async ({
  page,
}) => {
  await enterAs(page, 'operator@demo.test')
  await page.goto('/forecast')
  await expect(page.getByRole('heading', { name: 'Previsión del día', level: 1 })).toBeVisible()
  const hours = page.getByRole('region', { name: 'Hora por hora' }).getByRole('row')
  await expect(hours.nth(1)).toBeVisible()
  // The picture is there.
  await expect(page.locator('.recharts-surface').first()).toBeVisible()
  await expectPlain(page, '/forecast')
  await expectSound(page, '/forecast')
  const day = page.getByLabel('Día', { exact: false }).and(page.getByRole('textbox'))
  const tomorrow = await day.inputValue()
  await page.getByRole('button', { name: 'Día siguiente' }).press('Enter')
  await expect(day).not.toHaveValue(tomorrow)
  await page.goto('/dispatcher_wall')
  await expect(page.getByRole('term').filter({ hasText: 'Al aire' })).toBeVisible()
  await expect(page.getByRole('definition').first()).toHaveText(/^\d+$/)
  // A window of its own: nothing of the console stands around it.
  await expect(page.getByRole('banner').or(page.getByRole('navigation'))).toHaveCount(0)
  await expectPlain(page, '/dispatcher_wall')
  await expectSound(page, '/dispatcher_wall')
})

test('the board of a past moment is gone to by keys, minute by minute', async ({ page }) => {
  await enterAs(page, 'operator@demo.test')
  await page.goto('/past')
  await expect(page.getByRole('heading', { name: 'El pasado', level: 1 })).toBeVisible()
  await expect(page.getByRole('region', { name: 'El tablero de entonces' })).toBeVisible()
  await expectPlain(page, '/past')
  await expectSound(page, '/past')
  const moment = page.getByLabel('Momento').and(page.getByRole('textbox'))
  const before = await moment.inputValue()
  await page.getByRole('slider', { name: 'Hora del día' }).press('ArrowLeft')
  await expect(moment).not.toHaveValue(before)
  await expect(page).toHaveURL(/at=\d{4}/)
  await page.getByRole('tab', { name: '¿Y con otra regla?' }).click()
  await page.getByRole('button', { name: 'Probar la regla' }).click()
  await expect(
    page.getByRole('region', { name: 'La realidad y las dos reglas' }).getByRole('row', { name: /Espera media/ }),
  ).toBeVisible()
  await expectPlain(page, '/past/rules')
  await expectSound(page, '/past/rules')
})
