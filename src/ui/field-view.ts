import type { ComponentType } from 'react'
import type { Field } from '../model/field'
import type { Json, JsonObject } from '../model/json'

/** A value shown: in a list's cell, a detail page, a card. */
export interface CellProps {
  readonly field: Field
  readonly value: Json
  readonly record: JsonObject
}

/** A value edited. Controlled and free of react-admin; the generated form binds it. */
export interface InputProps {
  readonly field: Field
  /** Form source, also the input's `name`. */
  readonly source: string
  readonly label: string
  readonly value: Json
  readonly onChange: (value: Json) => void
  /** The same for a value that the user did not choose (the only one there is): the form counts as unchanged. */
  readonly onPreset?: (value: Json) => void
  /** Sets another visible field of the form; absent where a field stands alone, and for inputs that are no widget. */
  readonly onOther?: (source: string, value: Json) => void
  readonly onBlur?: () => void
  /** Sentence in the user's language, shown under the field; absent when it is valid. */
  readonly error?: string
  readonly help?: string
  readonly required: boolean
  readonly disabled: boolean
  readonly autoFocus?: boolean
  /** Values of the whole form, for inputs that depend on another field; an existing record has its `id`. */
  readonly form: JsonObject
}

/** A filter edited: the same as an input, without rules; null removes the filter. */
export type FilterProps = Pick<InputProps, 'field' | 'source' | 'label' | 'value' | 'onChange' | 'autoFocus'>

/** An active filter in few words: `Activo`, `Ana`, `10 – 20`. */
export type FilterTextProps = Pick<CellProps, 'field' | 'value'>

type Align = 'left' | 'right' | 'center'

/** The browser half of a field type (`src/fields/<type>/view.tsx`). */
export interface FieldView {
  readonly Cell: ComponentType<CellProps>
  /** The value at its full length on a record's page, where a list shows only its beginning; default: the Cell. */
  readonly Full?: ComponentType<CellProps>
  readonly Input: ComponentType<InputProps>
  /** Fetches the code of an input that is too large to come with every first form. */
  readonly prepare?: () => Promise<void>
  readonly Filter: ComponentType<FilterProps>
  /** Default: the value as text. */
  readonly FilterText?: ComponentType<FilterTextProps>
  readonly align: Align
  /** Where it depends on the field (what a computed one comes to). */
  readonly alignOf?: (field: Field) => Align
  /** Its value is a plain text, which a list may turn into the link to the record. */
  readonly plain?: boolean
  /** Its cell holds links of its own, so that none to the record can be laid around it. */
  readonly leads?: boolean
  /** Its cell is a badge already. */
  readonly badge?: boolean
  /** Its input has its label next to it, none above. */
  readonly ownLabel?: boolean
  /** Its value takes a whole line on a record's page. */
  readonly wide?: boolean
}

/** A bespoke cell and input for one field, named from metadata (`"widget": "map-point"`). */
export interface Widget {
  readonly Cell?: ComponentType<CellProps>
  /** Whether the cell draws a record without a value, instead of a dash. */
  readonly drawsEmpty?: (record: JsonObject) => boolean
  readonly Input?: ComponentType<InputProps>
}
