import { randomKey } from '#engine/client'
import type { Json, JsonObject } from '#engine/model'

/** A row of the editor, as it is typed. */
export interface EditorField {
  /** null: not saved yet. */
  readonly id: number | null
  /** Tells rows apart while they are edited. */
  readonly row: string
  readonly key: string
  readonly label: string
  readonly type: string
  readonly help: string
  readonly required: boolean
  readonly options: string
  readonly minimum: string
  readonly maximum: string
  readonly var1: string
  readonly var2: string
  readonly condition: Json
  readonly app: readonly string[]
  readonly show_to_text: boolean
  readonly root: boolean
  readonly state: string
}

export interface FormDraft {
  readonly name: string
  readonly fields: readonly EditorField[]
}

const typedText = (value: Json | undefined): string => (value === null || value === undefined ? '' : String(value))
const isOn = (value: Json | undefined): boolean => value === 1 || value === true

export function formDraftOf(item: JsonObject): FormDraft {
  const rows = (Array.isArray(item['fields']) ? item['fields'] : []) as readonly JsonObject[]
  return {
    name: typedText(item['name']),
    fields: rows.map((one) => ({
      id: Number(one['id']),
      row: `id${String(one['id'])}`,
      key: typedText(one['key']),
      label: typedText(one['label']),
      type: typedText(one['type']) || 'text',
      help: typedText(one['help']),
      required: isOn(one['required']),
      options: typedText(one['options']),
      minimum: typedText(one['minimum']),
      maximum: typedText(one['maximum']),
      var1: typedText(one['var1']),
      var2: typedText(one['var2']),
      condition: one['condition'] ?? null,
      app: Array.isArray(one['app']) ? one['app'].map(String) : [],
      show_to_text: isOn(one['show_to_text']),
      root: isOn(one['root']),
      state: typedText(one['state']) || '1',
    })),
  }
}

/** A new row; conditions below it can name it at once. */
export const newField = (type: string): EditorField => {
  const key = `f${randomKey()
    .replace(/[^a-z0-9]/gi, '')
    .toLowerCase()}`.slice(0, 33)
  return {
    id: null,
    row: key,
    key,
    label: '',
    type,
    help: '',
    required: false,
    options: '',
    minimum: '',
    maximum: '',
    var1: '',
    var2: '',
    condition: null,
    app: [],
    show_to_text: false,
    root: false,
    state: '1',
  }
}

const orNull = (text: string): string | null => (text.trim() === '' ? null : text)

/** A row as it is sent. @param names false: keys of new rows are the server's to give, by their labels */
export function sentField(field: EditorField, isNamed: boolean): JsonObject {
  return {
    ...(field.id === null ? (isNamed ? { key: field.key } : {}) : { id: field.id }),
    label: field.label,
    type: field.type,
    help: orNull(field.help),
    required: field.required,
    options: orNull(field.options),
    minimum: orNull(field.minimum),
    maximum: orNull(field.maximum),
    var1: orNull(field.var1),
    var2: orNull(field.var2),
    condition: field.condition,
    app: field.app.length > 0 ? [...field.app] : null,
    show_to_text: field.show_to_text,
    root: field.root,
  }
}

/** A row as it is tried before it is saved. */
export const triedField = (field: EditorField): JsonObject => ({
  ...sentField(field, true),
  id: field.id ?? 0,
  key: field.key,
  state: field.state,
})

/** Moves a row, so that the others keep their order. */
export function movedRow<T>(rows: readonly T[], from: number, to: number): readonly T[] {
  const next = [...rows]
  const [row] = next.splice(from, 1)
  if (row === undefined) return rows
  next.splice(to, 0, row)
  return next
}
