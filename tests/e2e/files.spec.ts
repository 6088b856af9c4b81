import { deflateSync, crc32 } from 'node:zlib'
import type { Locator, Page } from '@playwright/test'
import { enterAs, expect, expectSaved, isPhone, openModule, rows, save, test } from './console'

/** A small picture of one colour, as a camera would hand it over. */
function png(red: number, green: number, blue: number, side = 64): Buffer {
  const chunk = (kind: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(kind, 'latin1'), data])
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    check.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, check])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  head.set([8, 2], 8)
  const rows = Buffer.concat(
    Array.from({ length: side }, () =>
      Buffer.from([0, ...Array.from({ length: side }, () => [red, green, blue]).flat()]),
    ),
  )
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

test('a picture is chosen, sent with the form, and seen in the list, on the record and in the form again', async ({
  page,
}) => {
  const name = `Tipo ${isPhone(page) ? 'de teléfono' : 'de escritorio'} ${Date.now() % 100_000}`
  await enterAs(page, 'root@demo.test')
  await openModule(page, 'Tipos de vehículo')
  await page
    .getByRole('button', { name: /agregar|nuevo/i })
    .first()
    .click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Nombre').fill(name)
  const input = form.locator('input[type=file][data-source=pic]')

  await input.setInputFiles({ name: 'foto.png', mimeType: 'image/png', buffer: Buffer.from('no es una imagen') })
  await expect(form.getByText(/Este tipo de archivo no se admite/)).toBeVisible()
  await input.setInputFiles({ name: 'pesada.png', mimeType: 'image/png', buffer: Buffer.alloc(600 * 1024) })
  await expect(form.getByText('Archivo muy pesado, el límite es de 512 KB.')).toBeVisible()

  await input.setInputFiles({ name: 'camión.png', mimeType: 'image/png', buffer: png(21, 101, 192) })
  await expect(form.getByRole('button', { name: 'Quitar camión.png' })).toBeVisible()
  await expect(form.getByText(/pesado/)).toBeHidden()
  await shot(page, 'form')
  await save(page)
  await expectSaved(page)

  const row = rows(page).filter({ hasText: name })
  await expect(row).toHaveCount(1)
  await shot(page, 'list')
  if (!isPhone(page)) await expect.poll(() => drawn(row.getByRole('img', { name: 'camión.png' }))).toBe(64)
  await (isPhone(page) ? row.getByRole('link').first() : row.locator('a.name').first()).click()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
  const shown = page.getByRole('img', { name: 'camión.png' }).first()
  await expect.poll(() => drawn(shown)).toBe(64)
  await shot(page, 'record')
})

test("an application's logo is drawn at 250 pixels, all of it, before and after it is saved", async ({ page }) => {
  await enterAs(page, 'root@demo.test')
  // Both widths run at once: each has a page of its own.
  const app = isPhone(page) ? 'app_driver' : 'app_client'
  await page.goto(`/${app}`)
  const input = page.locator(`input[type=file][data-source=${app}_logo]`)
  await input.setInputFiles({ name: 'logotipo.png', mimeType: 'image/png', buffer: png(20, 120, 90, 16) })
  const logo = page.getByRole('img', { name: 'logotipo.png' })
  const box = async () => {
    const found = await logo.boundingBox()
    return [found?.width, found?.height]
  }
  await expect.poll(box).toEqual([250, 250])
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await expectSaved(page)
  await page.reload()
  await expect.poll(box).toEqual([250, 250])
  await logo.scrollIntoViewIfNeeded()
  await shot(page, 'logo')
  await page.getByRole('button', { name: 'Quitar logotipo.png' }).click()
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await expectSaved(page)
})

/** Width of the picture itself, in its own pixels; 0 until it has come. */
const drawn = (picture: Locator): Promise<number> =>
  picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)

/** For people to look at, where a folder for it is named. */
async function shot(page: Page, what: string): Promise<void> {
  const folder = process.env.E2E_PICTURES
  if (folder) await page.screenshot({ path: `${folder}/files-${what}-${page.viewportSize()?.width}.png` })
}
