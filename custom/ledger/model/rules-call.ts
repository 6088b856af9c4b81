import { type Static, Type } from 'typebox'
import { defineCall } from '#engine/model'

const Line = Type.Object({ amount: Type.String(), from: Type.String(), to: Type.String() })
const BookRule = Type.Object({
  /** What is entered, of which kind of record. */
  of: Type.String(),
  kind: Type.String(),
  /** When it is entered and taken back, in words. */
  on: Type.String(),
  back: Type.Union([Type.String(), Type.Null()]),
  lines: Type.Array(Line),
})
export type BookRule = Static<typeof BookRule>

/**
 * `GET ledger/rules`: what each kind of record enters into the books, from which account to which, as the schemas say
 * it.
 */
export const rulesCall = defineCall({
  method: 'GET',
  path: 'ledger/rules',
  access: { module: 'ledger_proof', right: 'see' },
  reads: true,
  request: Type.Object({}),
  response: Type.Object({ rules: Type.Array(BookRule) }),
})
