import { createHash } from 'node:crypto'
import { FOLD_FROM, FOLD_TO } from '../../../model/values/fold'
import { literal } from './names'

const [FROM, TO] = [[...FOLD_FROM], [...FOLD_TO]]

/** The pairs for characters beyond ASCII up to a limit; ASCII itself is `lower`. */
function pairs(last: number): string {
  const within = FROM.map((char, i) => [char, TO[i] ?? ''] as const).filter(
    ([char]) => char >= '\u0080' && (char.codePointAt(0) ?? 0) <= last,
  )
  // Characters without a partner are deleted; `translate` deletes those at the end.
  const kept = within.filter(([, to]) => to !== '')
  const gone = within.filter(([, to]) => to === '')
  return `translate(lower($1 collate "C"), ${literal([...kept, ...gone].map(([char]) => char).join(''))}, ${literal(kept.map(([, to]) => to).join(''))})`
}

/**
 * `fold` of src/model/values/fold.ts for the database, from the same table. `translate` walks its whole list for every
 * character (50 µs a name with all 1,200 pairs), so the short paths come first: ASCII (0.5 µs), then Latin-1 (8 µs). In
 * plpgsql because SQL would be inlined: every plan would contain the lists, and the planner would consider the function
 * free and ignore the trigram indexes.
 */
export const FOLD_BODY = `
begin
  if octet_length($1) = char_length($1) then return lower($1 collate "C"); end if;
  if $1 collate "C" ~ '^[\\u0001-\\u00ff]*$' then return ${pairs(0xff)}; end if;
  return ${pairs(0x10ffff)};
end`

export const CREATE_FOLD = `create or replace function tr_fold(text) returns text language plpgsql immutable strict parallel safe cost 100 as ${literal(FOLD_BODY)}`

/** Part of the definition of every index over folded text: another table of letters makes another index. */
export const FOLD_VERSION = createHash('sha256').update(FOLD_BODY).digest('hex').slice(0, 8)
