import { tables } from '#app/tables'
import { mayWrite } from '#engine/model'
import { anyOf, type Hooks } from '#engine/server'

/**
 * What else a payment method says of itself (spec 2 §3): `useGateway`, whether an active gateway charges it; `gateway`,
 * which one (null for whoever may not see gateways); `canEdit` and `canToggle`, whether whoever reads may change it and
 * switch it on and off.
 */
export const presentMethods: Hooks = {
  entity: 'payment_methods',
  async present(db, records, { actor, model }) {
    const charged = await tables(db)
      .selectFrom('payment_methods as m')
      .innerJoin('payment_gateways as g', 'g.id', 'm.id_payment_gateway')
      .where('m.id', '=', anyOf(records.map(({ id }) => Number(id))))
      .where('g.state', '=', '1')
      .where('g.date_deleted', 'is', null)
      .select('m.id')
      .execute()
    const using = new Set(charged.map(({ id }) => id))
    const { payment_methods } = model.resources
    const mayEdit = payment_methods !== undefined && mayWrite(model, actor, payment_methods)
    return records.map((record) => ({
      ...record,
      useGateway: using.has(Number(record.id)),
      canEdit: mayEdit,
      canToggle: mayEdit,
      gateway:
        typeof record.id_payment_gateway !== 'number'
          ? null
          : {
              id: record.id_payment_gateway,
              name: record.pg_name ?? null,
              type: record.pg_type ?? null,
              state: record.pg_state ?? null,
            },
    }))
  },
}
