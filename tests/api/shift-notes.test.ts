import { beforeAll, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import { oneEngine } from '../engines'
import { personApp } from './person-fixture'
import { NOON, servicesApp, type ServicesApp } from './services-fixture'

oneEngine((_engine, open) => {
  let at: ServicesApp
  let now = NOON
  beforeAll(async () => {
    at = await servicesApp(open, () => now)
  })

  const unread = async (role: 'operator' | 'reader' | 'root' | 'companyA') => {
    const { body, status, text } = await at.get(role, 'desk/notes')
    expect(status, text).toBe(200)
    return (body['items'] as unknown as JsonObject[]).map((note) => [note['by'], note['text']])
  }

  test('a note of the shift before is read by each of the next ones until they mark it, and not by who wrote it', async () => {
    const { status, body } = await at.server.call('operator', 'POST', 'desk/notes', {
      text: '  El 12 se quedó sin batería.\nLlamar a las 9. ',
    })
    expect(status).toBe(200)
    const told = [['operator Prueba', 'El 12 se quedó sin batería.\nLlamar a las 9.']]
    expect([await unread('operator'), await unread('reader'), await unread('root'), await unread('companyA')]).toEqual([
      [],
      told,
      told,
      [],
    ])
    const read = { id: Number(body['id']) }
    expect((await at.server.call('reader', 'POST', 'desk/notes/read', read)).body['items']).toEqual([])
    expect((await at.server.call('reader', 'POST', 'desk/notes/read', read)).status).toBe(200)
    expect([await unread('reader'), await unread('root')]).toEqual([[], told])
    now = new Date(NOON.getTime() + 8 * 86_400_000)
    expect(await unread('root')).toEqual([])
    now = NOON
  })

  test('a note of an operator of one branch is for that branch: others neither read it nor mark it', async () => {
    const { db } = at.server.database
    const desk = async (name: string) => {
      const id_branch = await at.put('branches', { name, timezone: 'America/Lima' })
      const person = async (who: string) => {
        const one = await personApp(at, who, { type_user: '1', id_branch }, { name: 'Mesa', rights: 'all' })
        await at.put('user_branches', { id_user: one.id, id_branch })
        at.server.runtime.changed('user_branches')
        return one
      }
      return [await person(`${name}1`), await person(`${name}2`)] as const
    }
    const [[writer, next], [other]] = [await desk('tacna'), await desk('puno')]
    const { status, body, text } = await writer.post('desk/notes', { text: 'De Tacna' })
    expect(status, text).toBe(200)
    const read = async (one: typeof writer) =>
      ((await one.get('desk/notes')).body['items'] as unknown as JsonObject[]).filter(
        (note) => note['text'] === 'De Tacna',
      ).length
    expect([await read(writer), await read(next), await read(other)]).toEqual([0, 1, 0])
    const id = Number(body['id'])
    expect((await other.post('desk/notes/read', { id })).status).toBe(200)
    expect(await db.selectFrom('shift_note_reads').select('id').where('id_note', '=', id).execute()).toEqual([])
    await next.post('desk/notes/read', { id })
    expect(await read(next)).toBe(0)
  })

  test('an empty note is refused at its field, and who only reads writes none', async () => {
    expect((await at.server.call('operator', 'POST', 'desk/notes', { text: '   ' })).status).toBe(422)
    expect((await at.server.call('reader', 'POST', 'desk/notes', { text: 'x' })).status).toBe(403)
  })
})
