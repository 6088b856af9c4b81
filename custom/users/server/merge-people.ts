import { tables } from '#app/tables'
import { AppError } from '#engine/model'
import type { Hooks } from '#engine/server'

/**
 * Two records of one person become one; people of two companies do not: what one of the companies pays for would be
 * told to the other.
 */
export const mergePeople: Hooks = {
  entity: 'users',
  async beforeMerge({ tx }, gone, kept) {
    if (!gone.id_company || !kept.id_company || gone.id_company === kept.id_company) return
    const ids = [Number(gone.id_company), Number(kept.id_company)] as const
    const names = await tables(tx).selectFrom('companies').where('id', 'in', ids).select(['id', 'name']).execute()
    const [of, other] = ids.map((id) => names.find((one) => one.id === id)?.name ?? '')
    throw new AppError('LOCKED', { say: 'users.merge_companies', params: { of: of ?? '', other: other ?? '' } })
  },
}
