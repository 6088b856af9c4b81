import type { FieldView } from '../../ui/field-view'
import { LazyRichText, LazyRichTextEditor } from '../../ui/inputs/LazyRichText'
import { TextFilter } from '../../ui/inputs/TextFilter'
import { textOf } from '../../ui/inputs/TextBox'
import { plainText } from '../../model/values/rich-text'

/** A few lines in a cell; the whole text is on the record's page. */
const BEGINNING = 160

export const richtextView: FieldView = {
  align: 'left',
  wide: true,
  Cell: ({ value }) => <>{beginning(plainText(textOf(value)))}</>,
  Full: ({ value }) => <LazyRichText html={textOf(value)} />,
  Input: ({ value, onChange, ...rest }) => (
    <LazyRichTextEditor {...rest} html={textOf(value)} onHtml={(html) => onChange(html === '' ? null : html)} />
  ),
  Filter: TextFilter,
  prepare: LazyRichTextEditor.prepare,
}

const beginning = (text: string): string => (text.length > BEGINNING ? `${text.slice(0, BEGINNING).trimEnd()}…` : text)
