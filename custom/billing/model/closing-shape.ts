import { Type, type Static } from 'typebox'
import { defineCall, Flag, Id, orNull } from '#engine/model'

const Day = Type.String({ format: 'date' })
/** Whose services up to the end of which day: both days included, on the clock of the party's branch. */
export const ClosingPeriod = { date_from: Day, date_to: Day }

/** What can be odd about services of a period, as counts. */
export const Odd = Type.Object({
  edited: Type.Integer(),
  zero: Type.Integer(),
  outlier: Type.Integer(),
  waiting: Type.Integer(),
  excluded: Type.Integer(),
})
export const WHY = ['edited', 'zero', 'outlier', 'waiting', 'excluded'] as const

const OddService = Type.Object({
  id_service: Id,
  at: Type.String(),
  product: Type.String(),
  total: Type.Number(),
  net: Type.Number(),
  why: Type.Array(
    Type.Union([
      Type.Literal('edited'),
      Type.Literal('zero'),
      Type.Literal('outlier'),
      Type.Literal('waiting'),
      Type.Literal('excluded'),
    ]),
  ),
  reason: orNull(Type.String()),
  /** What the house and the driver share of one that is over, to be mended; null: it is not, or not any more. */
  shares: orNull(Type.Object({ version: Type.Integer(), price_fee: Type.Number(), price_driver: Type.Number() })),
})
export type OddService = Static<typeof OddService>
export const OddServicesAnswer = Type.Object({ services: Type.Array(OddService) })

/** `POST {module}/exclude`: a service's open items are left out of closings, with a reason, or come back in. */
export const excludeCallOf = (module: 'liquidations' | 'invoices') =>
  defineCall({
    method: 'POST',
    path: `${module}/exclude`,
    access: { module, right: 'edit' },
    request: Type.Object({ id_service: Id, excluded: Flag, reason: Type.Optional(Type.String({ maxLength: 160 })) }),
    response: Type.Object({ items: Type.Integer(), msg: Type.String() }),
  })
export type ExcludeCall = ReturnType<typeof excludeCallOf>

/** Documents of one call: many are closed by several, each of which may be sent again. */
export const MAX_DRAFTS = 25
