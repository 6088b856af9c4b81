import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { oneEngine } from '../engines'
import { testApp, type TestApp } from './fixture-app'

// What a crate is called is seen only where the crate is open.
const schemas = {
  crates: {
    title: 'Caja',
    required: ['code'],
    'x-represent': '{name}',
    properties: {
      code: { type: 'string', title: 'Clave', maxLength: 12 },
      is_open: { 'x-type': 'flag', title: 'Abierta', default: 0 },
      name: { type: 'string', title: 'Nombre', maxLength: 40, 'x-see': { is_open: { eq: 1 } } },
      id_crate: {
        'x-type': 'ref',
        title: 'Dentro de',
        'x-to': 'crates',
        'x-expand': { cr_code: 'code', cr_name: 'name' },
      },
    },
  },
}

oneEngine((_engine, open) => {
  describe('a record that is sent back as it was read', () => {
    let at: TestApp
    beforeAll(async () => {
      at = await testApp({ schemas, resources: { crates: {} }, open })
    })
    afterAll(() => at?.close())

    test('is taken, also where what a reference is called is not told; another name for it is refused', async () => {
      const outer = (await at.call('operator', 'POST', 'crates/create', { code: 'A', name: 'Grande', is_open: 1 })).body
        .item as { id: number }
      const inner = (
        await at.call('operator', 'POST', 'crates/create', {
          code: 'I',
          name: 'Secreta',
          is_open: 1,
          id_crate: outer.id,
        })
      ).body.item as { id: number }
      const { item } = (
        await at.call('operator', 'POST', 'crates/create', { code: 'B', is_open: 0, id_crate: inner.id })
      ).body as { item: { id: number } }
      expect(item).toMatchObject({
        id_crate: inner.id,
        id_crate__label: `#${inner.id}`,
        cr_code: 'I',
        cr_name: 'Secreta',
      })
      const back = await at.call('operator', 'POST', 'crates/create', { ...item, code: 'C' })
      expect([back.status, back.body.item], back.text).toMatchObject([200, { code: 'C', id_crate: inner.id }])
      const guess = await at.call('operator', 'POST', 'crates/create', { id: item.id, id_crate__label: 'Secreta' })
      expect([guess.status, Object.keys(guess.body.errors ?? {})]).toEqual([422, ['id_crate__label']])
      // Closed now, its name is told nowhere: a right guess and a wrong one are answered alike.
      await at.call('operator', 'POST', 'crates/create', { id: inner.id, is_open: 0 })
      const answers = await Promise.all(
        ['Secreta', 'Otra'].map(
          async (cr_name) => (await at.call('operator', 'POST', 'crates/create', { id: item.id, cr_name })).text,
        ),
      )
      expect(new Set(answers.map((text) => text.replace(/"(version|date_updated)":[^,}]*/g, ''))).size).toBe(1)
    })
  })
})
