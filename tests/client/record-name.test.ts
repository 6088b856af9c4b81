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
  const of = (resource: string) =>
    [model.resources[resource]!, model.entities[model.resources[resource]!.entity]!] as const
  const shift = {
    id: 12,
    id_driver: 7,
    id_driver__label: 'Ana Ruiz',
    id_vehicle__label: 'ABC-123',
    date_start: '2026-11-21T18:06:00.000Z',
  }

  test('by whom it is of and since when, where it has a number alone that the list does not show', () => {
    expect(recordName(...of('shifts'), shift, 'America/Lima')).toBe('Ana Ruiz · 21/11/2026 01:06 PM')
    expect(cardName(...of('shifts'), shift)).toEqual({ title: 'Ana Ruiz', fields: ['id_driver'] })
  })

  test('by its number, where the list shows it', () => {
    expect(recordName(...of('actives'), { id: 305, id_client__label: 'Ana Ruiz' }, 'UTC')).toBe('305')
    expect(cardName(...of('actives'), { id: 305, id_client__label: 'Ana Ruiz' }).title).toBe('305')
  })

  test('by its choice and whose it is, where its list has no moment', () => {
    const wordOf = (_: unknown, value: string) => ({ bank: 'Banco', driver_wallet: 'Billetera' })[value] ?? value
    const wallet = { id: 4, kind: 'driver_wallet', id_user: 7, id_user__label: 'Ana Ruiz', id_company: null }
    const due = { id: 5, kind: 'bank', id_user: null, id_company: 3, id_company__label: 'Agro' }
    const bank = { id: 6, kind: 'bank', id_user: null, id_company: null }
    const names = [wallet, due, bank].map((one) => recordName(...of('ledger_accounts'), one, 'UTC', wordOf))
    expect(names).toEqual(['Ana Ruiz · Billetera', 'Agro · Banco', 'Banco'])
    expect(cardName(...of('ledger_accounts'), due)).toEqual({ title: 'Agro', fields: ['id_company'] })
    expect(cardName(...of('ledger_accounts'), bank, 'Banco')).toEqual({ title: 'Banco', fields: ['kind'] })
  })

  test('by its name, where it has one, and by its number where nothing else is known', () => {
    expect(recordName(...of('vehicles'), { id: 3, plate: 'D4P-729' }, 'UTC')).toBe('D4P-729')
    expect(recordName(...of('shifts'), { id: 12 }, 'UTC')).toBe('12')
  })
})
