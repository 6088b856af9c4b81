import { lazy, Suspense } from 'react'
import { plainText } from '../../model/values/rich-text'
import { lateInput } from './late-input'
import type { RichTextEditorProps } from './RichTextEditor'
import { TextBox } from './TextBox'

const RichText = lazy(() => import('./RichText'))

/** A formatted text; plain words until the code that cleans and shows it is loaded. */
export const LazyRichText = ({ html }: { readonly html: string }) => (
  <Suspense fallback={plainText(html)}>
    <RichText html={html} />
  </Suspense>
)

/**
 * The editor of a formatted text, with a box of about its size until its code is loaded: a third as much as all of the
 * console's first page.
 */
export const LazyRichTextEditor = lateInput<RichTextEditorProps>(
  async () => (await import('./RichTextEditor')).default,
  (props) => (
    <TextBox {...props} autoFocus={false} minRows={8} text={plainText(props.html)} onText={() => undefined} readOnly />
  ),
  { isLarge: true },
)
