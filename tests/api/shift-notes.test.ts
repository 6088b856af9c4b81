import { beforeAll, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import { oneEngine } from '../engines'
import { NOON, servicesApp, type ServicesApp } from './services-fixture'

oneEngine((_engine, open) => {
  let at: ServicesApp
  let now = NOON
  beforeAll(async () => { at = await servicesApp(open, () => now) })

  const unread = async (role: 'operator' | 'reader' | 'root' | 'companyA') => {
    const { body, status, text } = await at.get(role, 'desk/notes')
    expect(status, text).toBe(200)
    return (body['items'] as unknown as JsonObject[]).map((note) => [note['by'], note['text']])
  }

  test('a note of the shift before is read by each of the next ones until they mark it, and not by who wrote it', async () => {
    const { status, body } = await at.server.call('operator', 'POST', 'desk/notes', { text: '  El 12 se quedó sin batería.\nLlamar a las 9. ' })
    expect(status).toBe(200)
    const told = [['operator Prueba', 'El 12 se quedó sin batería.\nLlamar a las 9.']]
    expect([await unread('operator'), await unread('reader'), await unread('root'), await unread('companyA')]).toEqual([[], told, told, []])
    const read = { id: Number(body['id']) }
    expect((await at.server.call('reader', 'POST', 'desk/notes/read', read)).body['items']).toEqual([])
    expect((await at.server.call('reader', 'POST', 'desk/notes/read', read)).status).toBe(200)
    expect([await unread('reader'), await unread('root')]).toEqual([[], told])
    now = new Date(NOON.getTime() + 8 * 86_400_000)
    expect(await unread('root')).toEqual([])
    now = NOON
  })

  test('an empty note is refused at its field, and who only reads writes none', async () => {
    expect((await at.server.call('operator', 'POST', 'desk/notes', { text: '   ' })).status).toBe(422)
    expect((await at.server.call('reader', 'POST', 'desk/notes', { text: 'x' })).status).toBe(403)
  })
})
