import { tables } from '#app/tables'
import type { Tx } from '#engine/server'
import { creditWallet } from '../../wallets/server'

const DRIVER = '2'

interface Grant {
  readonly id_refer: number
  readonly id_user: number
  readonly id_promotion: number
  readonly now: Date
}

/**
 * Gives one side its benefit: to a client the promotion, for one service; to a driver its amount, in the wallet. The
 * caller's conditional write sees to it that this is done once.
 */
export async function grantBenefit(tx: Tx, { id_refer, id_user, id_promotion, now }: Grant): Promise<void> {
  const { type_user } = await tables(tx)
    .selectFrom('users')
    .select('type_user')
    .where('id', '=', id_user)
    .executeTakeFirstOrThrow()
  if (type_user !== DRIVER) {
    await tables(tx)
      .insertInto('promotion_grants')
      .values({
        id_promotion,
        id_client: id_user,
        id_refer,
        date_created: now.toISOString(),
        date_updated: now.toISOString(),
      })
      .execute()
    return
  }
  const { name, amount } = await tables(tx)
    .selectFrom('promotions')
    .select(['name', 'amount'])
    .where('id', '=', id_promotion)
    .executeTakeFirstOrThrow()
  await creditWallet(tx, { id_user, kind: 'benefit', amount: amount ?? '0', name: name ?? '', now })
}
