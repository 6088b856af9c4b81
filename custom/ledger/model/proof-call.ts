import { type Static, Type } from 'typebox'
import { defineCall } from '#engine/model'

/** What the books are held to, each by a statement over all of them. */
const Name = Type.Union([
  Type.Literal('sums'),
  Type.Literal('balances'),
  Type.Literal('wallets'),
  Type.Literal('items'),
  Type.Literal('statements'),
  Type.Literal('receivables'),
  Type.Literal('orders'),
  Type.Literal('partners'),
  Type.Literal('numbers'),
  Type.Literal('days'),
])
export type ProofName = Static<typeof Name>

const Proof = Type.Object({
  id: Name,
  /** Of how many, and what is wrong among them: the first few by name, with their page. */
  of: Type.Integer(),
  wrong: Type.Integer(),
  examples: Type.Array(Type.Object({ text: Type.String(), path: Type.Optional(Type.String()) })),
})
export type BooksProof = Static<typeof Proof>

const ClosedDay = Type.Object({
  day: Type.String(),
  entries: Type.Integer(),
  hash: Type.String(),
  holds: Type.Boolean(),
})
export type ClosedDay = Static<typeof ClosedDay>

/**
 * `GET ledger/proof`: whether the books are right, all of them counted anew, and the last closed days with their
 * hashes. For staff of the whole house: books have no branch.
 */
export const proofCall = defineCall({
  method: 'GET',
  path: 'ledger/proof',
  access: { module: 'ledger_proof', right: 'see' },
  reads: true,
  heavy: true,
  request: Type.Object({}),
  response: Type.Object({ proofs: Type.Array(Proof), days: Type.Array(ClosedDay), at: Type.String() }),
})
