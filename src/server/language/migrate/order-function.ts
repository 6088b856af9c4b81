import { createHash } from 'node:crypto'
import { AFTER_N, N_TILDE } from '../../../model/values/fold'
import { FOLD_BODY } from './fold-function'
import { literal } from './names'

const replaced = N_TILDE.reduce(
  (text, letter) => `replace(${text}, ${literal(letter)}, ${literal(`n${AFTER_N}`)})`,
  '$1',
)

/**
 * `foldForOrder` of src/model/values/fold.ts for the database. A collation of the language would need ICU, which the
 * embedded database is built without, and would order every server by the version of its library. The body of `tr_fold`
 * stands in it, for what calls a function of ours by its name alone fails while the database builds or restores an
 * index.
 */
export const ORDER_BODY = `
declare said text := ${replaced};
${FOLD_BODY.trim().replaceAll('$1', 'said')}`

export const CREATE_ORDER = `create or replace function tr_order(text) returns text language plpgsql immutable strict parallel safe cost 100 as ${literal(ORDER_BODY)}`

/** Part of the name of every index in this order, as FOLD_VERSION is. */
export const ORDER_VERSION = createHash('sha256').update(ORDER_BODY).digest('hex').slice(0, 8)
