import { BlockList, isIP } from 'node:net'
import { AppError } from '../../../model/errors'
import type { HookContext, Hooks } from '../../language/feature/hooks'
import type { JsonObject } from '../../../model/json'
import { engineTables } from '../database/engine-tables'

interface Network {
  readonly address: string
  readonly bits: number
  readonly family: 'ipv4' | 'ipv6'
}

/**
 * The networks of a list in CIDR notation, one a line or between commas; `#` begins a remark. A lone address is itself.
 */
const linesOf = (list: string): readonly string[] =>
  list
    .split(/[\n,;]/)
    .map((line) => line.replace(/#.*/, '').trim())
    .filter((line) => line !== '')

function networkIn(line: string): Network | null {
  const [, address = '', length] = /^([^/\s]+)(?:\/(\d{1,3}))?$/.exec(line) ?? []
  const kind = isIP(address)
  const most = kind === 4 ? 32 : 128
  const bits = length === undefined ? most : Number(length)
  return kind === 0 || bits > most || address.includes('%')
    ? null
    : { address, bits, family: kind === 4 ? 'ipv4' : 'ipv6' }
}

/** The first line that is no network; null: all are. */
export const wrongNetwork = (list: string): string | null =>
  linesOf(list).find((line) => networkIn(line) === null) ?? null

/** Whether an address is in one of the networks; an empty list allows all. */
export function isAllowed(list: string | null, given: string): boolean {
  const networks = linesOf(list ?? '').flatMap((line) => networkIn(line) ?? [])
  if (networks.length === 0) return true
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(given) ?? []
  const [address = ''] = (mapped ?? given).split('%')
  const kind = isIP(address)
  if (kind === 0) return false
  const allowed = new BlockList()
  for (const { address: net, bits, family } of networks) allowed.addSubnet(net, bits, family)
  return allowed.check(address, kind === 4 ? 'ipv4' : 'ipv6')
}

/** @throws {AppError} with the code of the caller: a session from elsewhere is refused, whatever it asks */
export const addressRefused = (code: 'FORBIDDEN' | 'LOGIN_FAILED'): AppError =>
  new AppError(code, { say: 'errors.address_refused' })

/** Lists of allowed addresses can be read, and nobody shuts themselves out by a save. */
export const guardAddresses: readonly Hooks[] = [
  {
    entity: 'roles',
    async beforeSave(context, data, before) {
      const { addresses } = data
      if (typeof addresses !== 'string') return data
      const wrong = wrongNetwork(addresses)
      if (wrong !== null)
        throw new AppError('VALIDATION', {
          errors: { addresses: { key: 'network', params: { line: wrong.slice(0, 60) } } },
        })
      if (before && isOutside(context, addresses) && (await ownRole(context)) === before.id)
        throw new AppError('VALIDATION', { errors: { addresses: shutOut(context) } })
      return data
    },
  },
  {
    entity: 'users',
    async beforeSave(context, data, before) {
      if (before?.id !== context.actor.id || data.id_role === undefined || data.id_role === before.id_role) return data
      const role = await engineTables(context.tx)
        .selectFrom('roles')
        .select('addresses')
        .where('id', '=', Number(data.id_role))
        .executeTakeFirst()
      if (isOutside(context, role?.addresses))
        throw new AppError('VALIDATION', { errors: { id_role: shutOut(context) } })
      return data
    },
  },
]

const isOutside = ({ address }: HookContext, list: unknown): boolean =>
  typeof list === 'string' && address !== undefined && !isAllowed(list, address)

const shutOut = ({ address = '' }: HookContext) => ({ key: 'address_shuts_out', params: { address } })

async function ownRole({ tx, actor }: HookContext): Promise<JsonObject[string] | undefined> {
  const row = await engineTables(tx).selectFrom('users').select('id_role').where('id', '=', actor.id).executeTakeFirst()
  return row?.id_role
}
