import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Json } from '../../src/model/json'
import { systemFiles } from '../../src/server/language/metadata/system-files'
import { checkedModel } from '../../src/server/language/metadata/metadata'
import { readSourceFiles } from '../../src/server/language/metadata/source-files'
import { APPLICATION } from '../application'
import { oneEngine } from '../engines'
import { conformanceApp, type ConformanceApp } from './conformance-app'

const files = await readSourceFiles(join(import.meta.dirname, '../..'))
const model = checkedModel(files, APPLICATION)
/** A catalogue of whose rows nobody else's depend. */
const OWN = 'brand_vehicles'
/** A key has a limit of calls a minute, which all catalogues together come to. */
const MAX_CALLS_OF_A_KEY = 300

oneEngine((_engine, open) => {
  describe('a key of a person with full access that sees one module alone', () => {
    let at: ConformanceApp
    let key = ''
    let asked = 0
    let open_to: readonly string[] = []
    beforeAll(async () => {
      at = await conformanceApp(open, files, APPLICATION)
      open_to = ((await at.get('root', 'me/keys')).body.modules as unknown as { id: string }[]).map(({ id }) => id)
    })
    const makeKey = async () =>
      String(
        (await at.post('root', 'me/createKey', { name: `Una ${asked}`, modules: [{ id: OWN, edit: 0 }] })).body.key,
      )
    const ask = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: Json) => {
      if (asked++ % MAX_CALLS_OF_A_KEY === 0) key = await makeKey()
      return (
        await at.app.inject({
          method,
          url: `/api/${url}`,
          headers: {
            authorization: `Bearer ${key}`,
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          },
          ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
        })
      ).statusCode
    }

    test('reads it and changes nothing in it', async () => {
      expect(await ask('GET', `rest/${OWN}`)).toBe(200)
      expect(await ask('GET', `admin/${OWN}?lookup=1`)).toBe(200)
      expect([
        await ask('POST', `rest/${OWN}`, { name: 'x' }),
        await ask('PUT', `rest/${OWN}/1`, { name: 'x' }),
        await ask('DELETE', `rest/${OWN}/1`),
      ]).toEqual([403, 403, 404])
    })

    test.each(Object.values(model.resources).filter(({ name, rest }) => name !== OWN && rest === undefined))(
      'is refused by $name',
      async ({ name, endpoint }) => {
        const calls = [
          ['GET', `rest/${name}`],
          ['GET', `rest/${name}/1`],
          ['POST', `rest/${name}`, {}],
          ['PUT', `rest/${name}/1`, {}],
          ['GET', `admin/${endpoint}?lookup=1`],
          ['POST', `admin/${endpoint}/create`, {}],
        ] as const
        for (const [method, url, body] of calls) {
          const status = await ask(method, url, body)
          // What the program alone keeps has no such call.
          expect([method, url, status]).toEqual([
            method,
            url,
            expect.toSatisfy(
              (given: number) => given === 403 || (given !== 200 && model.resources[name]?.singleton === true),
            ),
          ])
        }
      },
    )

    test('is offered no entity of the engine but people, and no settings', () => {
      const closed = new Set(
        systemFiles.map(({ path }) => path.replace(/^system\/|\.json$/g, '')).filter((name) => name !== 'users'),
      )
      const entities = open_to.map((id) => model.resources[id]?.entity ?? '')
      expect(entities.filter((name) => closed.has(name) || model.entities[name]?.settings === true)).toEqual([])
      expect(entities).toContain('users')
      expect(open_to.length).toBeGreaterThan(15)
    })
  })
})
