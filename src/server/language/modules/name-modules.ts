import { AppError } from '../../../model/errors'
import type { Json } from '../../../model/json'
import type { Hooks } from '../feature/hooks'
import { engineTables } from '../../platform/database/engine-tables'

/** What keys of entries begin with that people make: a module of the program never has such a key. */
const OWN = 'own.'

export const isOwnEntry = (key: string): boolean => key.startsWith(OWN)

/** Whether an entry leads out of the console. */
export const isWebAddress = (url: string): boolean => /^https?:\/\/[^\s/]+/.test(url)

/**
 * Entries of a menu that people make: groups, lines between entries, and links to a page of the console
 * (`/roles?state=0`) or to an address of the web. Their keys are the program's to give; a program that knows modules by
 * their keys says one itself.
 */
export const nameModules: Hooks = {
  entity: 'modules',
  async beforeSave({ tx, hasPage }, data, before) {
    const isNamed = typeof data.key === 'string' && data.key.trim() !== ''
    if (before ? !isOwnEntry(String(before.key)) : isNamed) return data
    const { level = null, url = null } = { ...before, ...data }
    if (level === '1') assertLeads(url, hasPage)
    if (before) return data
    const { last } = await engineTables(tx)
      .selectFrom('modules')
      .select((eb) => eb.fn.max('id').as('last'))
      .executeTakeFirstOrThrow()
    return { ...data, key: `${OWN}${Number(last ?? 0) + 1}` }
  },
}

/** @throws {AppError} VALIDATION where a link would lead nowhere */
function assertLeads(url: Json, hasPage: (path: string) => boolean): void {
  const text = typeof url === 'string' ? url.trim() : ''
  const key =
    text === '' ? 'required' : isWebAddress(text) || (text.startsWith('/') && hasPage(text)) ? null : 'no_page'
  if (key !== null) throw new AppError('VALIDATION', { errors: { url: { key } } })
}
