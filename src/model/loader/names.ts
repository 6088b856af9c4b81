/** PostgreSQL cuts names at 63 bytes; 50 leaves room for what constraints and indexes add. */
const MAX_NAME = 50

/** Columns that the engine adds to every entity. */
export const ENGINE_COLUMNS: ReadonlySet<string> = new Set([
  'id',
  'version',
  'date_created',
  'date_updated',
  'date_deleted',
])

/** Words that PostgreSQL reserves: a table with such a name needs quotes in every query. */
const SQL_WORDS =
  words(`all analyse analyze and any array as asc asymmetric both case cast check collate column constraint create
  current_catalog current_date current_role current_time current_timestamp current_user default deferrable desc distinct do else end except
  false fetch for foreign from grant group having in initially intersect into lateral leading limit localtime localtimestamp not null offset
  on only or order placing primary references returning select session_user some symmetric system_user table then to trailing true union
  unique user using variadic when where window with`)

/**
 * Parameters of the list calls (a filter is written flat next to them), words of rules, and names that every JavaScript
 * object has.
 */
const WIRE_WORDS = words(`q page limit after order_col order_dir format filters export count lookup form debug ids
  all any not user setting now constructor prototype dynamic_values`)

/** Columns that PostgreSQL gives every table. */
const SYSTEM_COLUMNS = words('ctid xmin xmax cmin cmax tableoid')

/** Paths below /api/admin and in the console that belong to the engine. */
const PATHS = words('login logout verify model words me api assets dev search settings_public')
/** Calls that every endpoint has. */
const VERBS = words('form create remove enable disable resort act logs duplicate set merge mergePreview undo')

/** Names from the specification that SQL reserves but a quoted column may have. */
const COLUMN_EXCEPTIONS = words('order group default desc from to end column table check references')

/** Why a name is not allowed, as a sentence; null when it is. */
export function nameError(name: string, kind: 'entity' | 'field' | 'resource' | 'wire'): string | null {
  if (!/^[a-z][a-z0-9_]*$/.test(name)) {
    return `"${name}" is not snake_case: small letters, digits and "_", a letter first.${suggestion(name)}`
  }
  if (name.length > MAX_NAME) return `"${name}" has ${name.length} characters; ${MAX_NAME} are the most. Shorten it.`
  if (kind === 'resource') return PATHS.has(name) ? `"${name}" is a path of the engine. Choose another name.` : null
  if (kind !== 'entity' && WIRE_WORDS.has(name))
    return `"${name}" means something else in calls or rules. Choose another name.`
  if (kind === 'field' && ENGINE_COLUMNS.has(name)) return `"${name}" is a column the engine brings. Remove it.`
  if (kind === 'field' && SYSTEM_COLUMNS.has(name))
    return `"${name}" is a column that the database brings. Choose another name.`
  if (kind === 'entity' && name.startsWith('pg_'))
    return `"${name}" begins like the database's own tables. Choose another name.`
  if (
    kind === 'entity' ? SQL_WORDS.has(name) || PATHS.has(name) : SQL_WORDS.has(name) && !COLUMN_EXCEPTIONS.has(name)
  ) {
    return `"${name}" is a reserved word. Choose another name.`
  }
  return null
}

/** Why an endpoint or a route is not allowed, as a sentence; null when it is. */
export function pathError(path: string): string | null {
  const parts = path.split('/').filter(Boolean)
  if (PATHS.has(parts[0] ?? '')) return `"${path}" begins with a path of the engine. Choose another one.`
  const last = parts.at(-1) ?? ''
  return VERBS.has(last)
    ? `"${path}" ends with "${last}", which is a call of every endpoint. Choose another one.`
    : null
}

/** A name in words: `date_birth` → `Date birth`. */
export function nameInWords(name: string): string {
  const text = name.replace(/^id_/, '').replaceAll('_', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function suggestion(name: string): string {
  const plain = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
  const snake = plain.replace(/[^a-z0-9]+/g, '_').replace(/^[_0-9]+|_+$/g, '')
  return snake && snake !== name ? ` Write "${snake}".` : ''
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/))
}
