import { expect, test } from 'vitest'
import type { Resource } from '../../src/model/resource'
import type { ConformanceApp, Role } from './conformance-app'
import { idIn } from './predictions'
import { makeRecord } from './valid-record'

/**
 * Every document of a catalogue is printed, as a page and as a pdf, by everybody who may see the record, and by nobody
 * else.
 */
export function prints(resource: Resource, app: () => ConformanceApp, random: () => number): void {
  const { endpoint, print = [], root } = resource
  for (const { name, when } of print) {
    test(`prints "${name}" for who may see the record`, async () => {
      const at = app()
      const ids = [
        idIn((await makeRecord(at, resource, random)).item),
        idIn((await makeRecord(at, resource, random)).item),
      ]
      const mayReader = root === true ? 403 : 200
      const statuses: { readonly [role in Role]: number } = { root: 200, reader: mayReader, none: 403 }
      for (const role of ['root', 'reader', 'none'] as const) {
        const [one, many] = [
          await at.get(role, `${endpoint}/${String(ids[0])}`, { print: name, export: 'html' }),
          await at.post(role, `${endpoint}/print`, { print: name, export: 'html', ids }),
        ]
        // A rule may keep a document from records like these; never from showing itself to who may not see them.
        const may = when && statuses[role] === 200 ? [200, 409] : [statuses[role]]
        expect([role, one.text.slice(0, 300), may.includes(one.status)]).toEqual([role, one.text.slice(0, 300), true])
        expect([role, may.includes(many.status)]).toEqual([role, true])
        if (one.status === 200) expect(one.text).toMatch(/^<!doctype html>[\s\S]*<\/html>\n$/)
        if (many.status === 200) expect(many.text.match(/<article /g)).toHaveLength(2)
      }
      expect((await at.get('none', `${endpoint}/${String(ids[0])}`, { print: name, export: 'pdf' })).status).toBe(403)
      const bytes = await at.download('root', `${endpoint}/${String(ids[0])}?print=${name}&export=pdf`)
      if (!when) expect(new TextDecoder('latin1').decode(bytes.subarray(0, 5))).toBe('%PDF-')
    })
  }
}
