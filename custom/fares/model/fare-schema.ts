import { Type, type Static } from 'typebox'
import { orNull } from '#engine/model'
import type { Fare, FareLine, LineKind } from './fare'

/** In the order in which a fare has them. */
export const LINE_KINDS = [
  'base',
  'distance',
  'time',
  'zones',
  'fixed',
  'minimum',
  'capacity',
  'return',
  'edited',
  'wait',
  'courier',
  'high_demand',
  'promotion',
  'pause',
  'parking',
  'toll',
  'service_fee',
  'tax',
  'cancel',
  'other',
] as const satisfies readonly LineKind[]
const Kind = Type.Enum(LINE_KINDS)

/** `FareLine` on the wire. */
export const FareLineSchema = Type.Object({
  kind: Kind,
  amount: Type.Integer(),
  rule: Type.String(),
  inputs: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()])),
  base: Type.Optional(Type.Object({ of: Type.Array(Kind), amount: Type.Integer() })),
  source: orNull(Type.Object({ entity: Type.String(), id: Type.Integer(), name: Type.String() })),
})

/** `Fare` on the wire; what the house keeps and the driver gets is only for users who may see it. */
export const FareSchema = Type.Object({
  currency: Type.String(),
  exponent: Type.Integer(),
  lines: Type.Array(FareLineSchema),
  total: Type.Integer(),
  tax: Type.Object({ pct: Type.Number(), amount: Type.Integer(), included: Type.Boolean() }),
  price_fee: Type.Optional(Type.Integer()),
  price_driver: Type.Optional(Type.Integer()),
})
export type ShownFare = Static<typeof FareSchema>

/** A fare in the form of the wire: the same lines, in lists of its own. */
export const wireFare = ({ lines, ...rest }: Fare): ShownFare => ({ ...rest, lines: lines.map(wireLine) })

/** A line in the form of the wire. */
export const wireLine = ({ base, inputs, ...line }: FareLine): Static<typeof FareLineSchema> => ({
  ...line,
  inputs: { ...inputs },
  ...(base && { base: { of: [...base.of], amount: base.amount } }),
})
