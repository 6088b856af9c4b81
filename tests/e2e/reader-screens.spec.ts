import { consoleSession } from './api-session'
import { enterAs, expect, isPhone, test } from './console'

/** What changes something, by how its button begins. */
const CHANGES = new RegExp(
  `^(${[
    'Aceptar',
    'Agregar',
    'Anular',
    'Armar',
    'Asignar',
    'Borrar',
    'Cambiar',
    'Cancelar el',
    'Cancelar servicio',
    'Confirmar',
    'Crear',
    'Desactivar',
    'Duplicar',
    'Editar',
    'Eliminar',
    'Enviar',
    'Finalizar',
    'Fijar',
    'Fusionar',
    'Generar',
    'Guardar',
    'Importar',
    'Mover',
    'Nuev[oa]',
    'Optimizar',
    'Pedir',
    'Pegar',
    'Publicar',
    'Quitar',
    'Rechazar',
    'Reordenar',
    'Responder',
    'Restaurar',
    'Subir',
    'Verificar',
  ].join('|')})`,
)

interface Listed {
  readonly items: readonly { readonly id: number | string }[]
}

/**
 * Screens that features draw themselves, and panels of theirs, each at an address; `:name` is the first record of a
 * catalogue.
 */
const SCREENS: readonly (readonly [path: string, catalogue?: string])[] = [
  ['/groupings', undefined],
  ['/groupings/:id', 'groupings'],
  ['/groupings/:id/services', 'groupings'],
  ['/tolls'],
  ['/trackings'],
  ['/map_services'],
  ['/tarifs/:id/zones', 'tarifs'],
  ['/tarifs/:id/prices', 'tarifs'],
  ['/bots/:id/flow', 'bots'],
  ['/form_design/:id', 'forms'],
  ['/services/:id', 'services'],
  ['/services/:id/stops', 'services'],
  ['/chats/:id', 'chats'],
]
/** Screens that are nothing but a change: whoever may not make it is told before they begin. */
const CHANGING: readonly (readonly [path: string, catalogue?: string])[] = [
  ['/groupings/build'],
  ['/groupings/:id/services/assign', 'groupings'],
  ['/groupings/:id/services/resort', 'groupings'],
  ['/actives/import'],
]

test('whoever may only read is offered no change on any screen of a feature, and is told so at once where there is nothing else', async ({
  page,
  address,
}) => {
  test.skip(isPhone(page), 'The rights are one at every width.')
  const root = await consoleSession(address, 'root@demo.test')
  const first = new Map<string, number | string>()
  for (const [, catalogue] of [...SCREENS, ...CHANGING]) {
    if (catalogue && !first.has(catalogue))
      first.set(catalogue, (await root<Listed>('GET', `admin/${catalogue}`)).items[0]!.id)
  }
  const at = ([path, catalogue]: (typeof SCREENS)[number]): string =>
    path.replace(':id', String(first.get(catalogue ?? '')))
  await enterAs(page, 'reader@demo.test')
  const offered: string[] = []
  page.on('response', (reply) => {
    if (reply.status() === 403) offered.push(`${new URL(page.url()).pathname}: asks ${new URL(reply.url()).pathname}`)
  })
  for (const one of SCREENS) {
    await page.goto(at(one))
    await expect(page.getByRole('main')).toBeVisible()
    await page.waitForLoadState('networkidle')
    await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0)
    for (const button of await page
      .getByRole('main')
      .getByRole('button', { name: CHANGES })
      .or(page.getByRole('main').getByRole('link', { name: CHANGES }))
      .all()) {
      if (await button.isEnabled())
        offered.push(`${at(one)}: ${(await button.innerText()) || (await button.getAttribute('aria-label')) || ''}`)
    }
  }
  expect(offered).toEqual([])
  for (const one of CHANGING) {
    await page.goto(at(one))
    await expect(page.getByText('No tiene permiso'), at(one)).toBeVisible()
    await expect(page).not.toHaveURL(at(one))
  }
})
