import { living } from '#app/tables'
import { AppError } from '#engine/model'
import { type Database, type Db, openSecret } from '#engine/server'
import { GatewayError } from './ask-gateway'
import { GATEWAYS } from './gateway'
import type { Access, Gateway } from './gateway-kind'

/** What payments are read and written by; each write is a transaction of its own, with no call outside within it. */
export interface PaymentBooks {
  readonly db: Db
  readonly transaction: Database['transaction']
}

export interface Reached {
  readonly gateway: Gateway
  readonly at: Access
}

/** A gateway with its keys; one that was switched off still answers for what it has charged. Null: none of ours. */
export async function reach({ db, transaction }: PaymentBooks, id: number, now: Date): Promise<Reached | null> {
  const row = await living(db, 'payment_gateways')
    .where('id', '=', id)
    .select(['id', 'type', 'sandbox', 'base_url', 'public_key', 'secret_key', 'webhook_key', 'username'])
    .executeTakeFirst()
  const gateway = GATEWAYS[row?.type ?? '']
  if (!row || !gateway) return null
  return {
    gateway,
    at: {
      db,
      transaction,
      id,
      now,
      public_key: row.public_key,
      username: row.username,
      sandbox: row.sandbox === true,
      base_url: row.base_url === null || row.base_url === '' ? null : row.base_url.replace(/\/+$/, ''),
      secret_key: openSecret(db, 'payment_gateways.secret_key', row.secret_key),
      webhook_key: openSecret(db, 'payment_gateways.webhook_key', row.webhook_key),
    },
  }
}

/** Says to whoever waits that the provider does not answer, or refuses; nothing of theirs is lost by it. */
export async function gatewayAnswer<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    throw new AppError(
      error.isDown ? 'UNAVAILABLE' : 'CONFLICT',
      { say: error.isDown ? 'widgets.gateway_down' : 'widgets.gateway_refused', params: { code: error.code } },
      { cause: error },
    )
  }
}
