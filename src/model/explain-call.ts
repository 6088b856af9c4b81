import { Type, type Static } from 'typebox'
import { defineCall } from './call'

const Line = Type.Object({
  text: Type.String(),
  /** Why, in smaller letters. */
  note: Type.Optional(Type.String()),
  /** In the currency's units. */
  amount: Type.Optional(Type.Number()),
  /** The page that it is from, below the console's address. */
  path: Type.Optional(Type.String()),
  /** It belongs to the line before it. */
  inner: Type.Optional(Type.Literal(true)),
  /** What the lines before it come to. */
  sum: Type.Optional(Type.Literal(true)),
})
export type ExplainedLine = Static<typeof Line>

const Section = Type.Object({ title: Type.String(), lines: Type.Array(Line) })
export type ExplainedSection = Static<typeof Section>

const asked = Type.Object({
  resource: Type.String({ maxLength: 63 }),
  id: Type.Integer({ minimum: 1 }),
  field: Type.String({ maxLength: 63 }),
})
const Explained = Type.Object({ amount: Type.Number(), sections: Type.Array(Section) })
export type Explained = Static<typeof Explained>

/**
 * A call that a field's `x-explain` names: what an amount of a record is made of. Whoever reads the record and the
 * field may ask, and is told no more than is theirs.
 *
 *   export const explain = serveCall(explainCall('ledger/explain'), explainAmount)
 */
export const explainCall = (path: string) =>
  defineCall({ method: 'GET', path, access: 'session', reads: true, request: asked, response: Explained })
