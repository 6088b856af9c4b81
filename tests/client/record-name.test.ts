import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { cardName, recordName } from '../../src/client/resource/record-name'
import type { Model } from '../../src/model/model'
import { checkedModel } from '../../src/server/language/metadata/metadata'
import { readSourceFiles } from '../../src/server/language/metadata/source-files'
import { APPLICATION } from '../application'

describe('a record is called', () => {
  let model: Model
  beforeAll(async () => {
    model = checkedModel(await readSourceFiles(join(import.meta.dirname, '../..')), APPLICATION)
  })
  const of = (resource: string) => [model.resources[resource]!, model.entities[model.resources[resource]!.entity]!] as const
  const shift = { id: 12, id_driver: 7, id_driver__label: 'Ana Ruiz', id_vehicle__label: 'ABC-123', date_start: '2026-11-21T18:06:00.000Z' }

  test('by whom it is of and since when, where it has a number alone that the list does not show', () => {
    expect(recordName(...of('shifts'), shift, 'America/Lima')).toBe('Ana Ruiz · 21/11/2026 01:06 PM')
    expect(cardName(...of('shifts'), shift)).toEqual({ title: 'Ana Ruiz', fields: ['id_driver'] })
  })

  test('by its number, where the list shows it', () => {
    expect(recordName(...of('actives'), { id: 305, id_client__label: 'Ana Ruiz' }, 'UTC')).toBe('305')
    expect(cardName(...of('actives'), { id: 305, id_client__label: 'Ana Ruiz' }).title).toBe('305')
  })

  test('by its name, where it has one, and by its number where nothing else is known', () => {
    expect(recordName(...of('vehicles'), { id: 3, plate: 'D4P-729' }, 'UTC')).toBe('D4P-729')
    expect(recordName(...of('shifts'), { id: 12 }, 'UTC')).toBe('12')
  })
})
