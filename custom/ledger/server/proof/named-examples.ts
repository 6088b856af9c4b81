import { maySee, recordRoute } from '#engine/model'
import type { CallContext } from '#engine/server'
import type { BooksProof } from '../../model/proof-call'
import { accountNames } from '../account-names'
import type { Statement } from './proofs'

/** What is wrong, by a name and, of accounts and entries, with their page. */
export async function namedExamples(
  context: CallContext,
  by: Statement['by'],
  found: readonly (string | number)[],
): Promise<BooksProof['examples']> {
  if (!by) return found.map((text) => ({ text: String(text) }))
  const { model, actor, db, say } = context
  const resource = model.resources[by === 'account' ? 'ledger_accounts' : 'ledger_entries']
  const ids = found.map(Number)
  const names = by === 'account' ? await accountNames(context, db, ids) : new Map<number, string>()
  return ids.map((id) => ({
    text: names.get(id) ?? say('ledger.proof.entry', { id }),
    ...(resource && maySee(actor, resource) && { path: recordRoute(resource, id) }),
  }))
}
