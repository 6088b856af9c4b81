import { styled, type Theme, ThemeProvider } from '@mui/material/styles'
import { EditorContent, useEditor, useEditorState } from '@tiptap/react'
import { StarterKit } from '@tiptap/starter-kit'
import {
  ClearButtons, FormatButtons, LevelSelect, ListButtons, QuoteButtons, RichTextInputToolbar, TiptapEditorProvider,
} from 'ra-input-rich-text'
import { type RefObject, useEffect, useId, useImperativeHandle, useRef } from 'react'
import { RICH_LINK } from '../../model/values/rich-tags'
import type { InputProps } from '../field-view'
import { FieldFrame, noteId } from './FieldFrame'
import { RichTextBody } from './RichText'
import { RichTextLink } from './RichTextLink'

export type RichTextEditorProps = Omit<InputProps, 'field' | 'value' | 'onChange' | 'form'> & {
  readonly html: string
  /** '' when the text is empty. */
  readonly onHtml: (html: string) => void
  /** Becomes what puts a text where the cursor stands, in place of what is selected. */
  readonly inserter?: RefObject<((text: string) => void) | null>
}

/** react-admin's editor, controlled as every input here is: its toolbar without what a cleaned text may not have (colours, images). */
export default function RichTextEditor(props: RichTextEditorProps) {
  const { source, label, html, onHtml, onBlur, error, help, required, disabled, autoFocus, inserter } = props
  const id = useId()
  const labelId = `${id}-label`
  const latest = useRef({ onHtml, onBlur, html })
  useEffect(() => { latest.current = { onHtml, onBlur, html } })
  const editor = useEditor({
    extensions: EXTENSIONS,
    content: html,
    editable: !disabled,
    autofocus: autoFocus ? 'end' : false,
    // A strict content security policy would refuse a style tag of its own; its styles are below.
    injectCSS: false,
    editorProps: {
      attributes: {
        id, role: 'textbox', 'aria-multiline': 'true', 'aria-labelledby': labelId, 'data-source': source,
        ...(required ? { 'aria-required': 'true' } : {}),
        ...(error || help ? { 'aria-describedby': noteId(id) } : {}),
      },
    },
    onUpdate: ({ editor: at }) => latest.current.onHtml(at.isEmpty ? '' : at.getHTML()),
    onBlur: () => latest.current.onBlur?.(),
  }, [])
  const isEditable = useEditorState({ editor, selector: ({ editor: at }) => at.isEditable })
  useEffect(() => {
    if (editor.isDestroyed || editor.isEditable === !disabled) return
    editor.setEditable(!disabled, false)
    // An empty transaction: the toolbar asks the editor again whether it may be used.
    editor.view.dispatch(editor.state.tr)
  }, [editor, disabled])
  useImperativeHandle<unknown, (text: string) => void>(inserter, () => (text) => { editor.chain().focus().insertContent({ type: 'text', text }).run() }, [editor])
  // What comes from elsewhere (another record, a draft, "keep theirs") replaces what is shown.
  useEffect(() => {
    // An editor that React has destroyed and is about to replace no longer answers.
    if (editor.isDestroyed) return
    const shown = editor.isEmpty ? '' : editor.getHTML()
    if (html !== shown) editor.commands.setContent(html, { emitUpdate: false })
  }, [editor, html])
  return (
    <FieldFrame inputId={id} labelId={labelId} label={label} required={required} disabled={disabled} error={error} help={help}>
      <Frame data-error={Boolean(error)} data-disabled={!isEditable}>
        <TiptapEditorProvider value={editor}>
          <RichTextInputToolbar size="small">
            <ThemeProvider theme={withoutItems}><LevelSelect size="small" /></ThemeProvider>
            <FormatButtons size="small" />
            <ListButtons size="small" />
            <RichTextLink editor={editor} />
            <QuoteButtons size="small" />
            <ClearButtons size="small" />
          </RichTextInputToolbar>
          <RichTextBody><EditorContent editor={editor} /></RichTextBody>
        </TiptapEditorProvider>
      </Frame>
    </FieldFrame>
  )
}

// The package puts its choice of a heading as an item into what is no list.
const withoutItems = (outer: Theme): Theme => ({ ...outer, components: { ...outer.components, MuiListItem: { ...outer.components?.MuiListItem, defaultProps: { component: 'div' } } } })

const EXTENSIONS = [StarterKit.configure({ link: { openOnClick: false, HTMLAttributes: { ...RICH_LINK, class: null } } })]

const Frame = styled('div')(({ theme }) => ({
  border: `1px solid ${theme.palette.mode === 'dark' ? 'rgba(255, 255, 255, 0.23)' : 'rgba(0, 0, 0, 0.23)'}`,
  borderRadius: theme.shape.borderRadius,
  '&:focus-within': { borderColor: theme.palette.primary.main, boxShadow: `inset 0 0 0 1px ${theme.palette.primary.main}` },
  '&[data-error=true]': { borderColor: theme.palette.error.main },
  '&[data-disabled=true]': { color: theme.palette.text.disabled },
  '& .RaRichTextInputToolbar-root': {
    padding: '6px 8px 0',
    borderBottom: `1px solid ${theme.palette.divider}`,
    '& > *': { marginInlineEnd: 8, marginBottom: 6 },
    '& .MuiListItem-root': { padding: 0 },
    '& .MuiListItemButton-root': { padding: '2px 4px 2px 10px' },
  },
  '& .ProseMirror': {
    minHeight: 140, maxHeight: 420, overflowY: 'auto', padding: '10px 14px', outline: 'none', fontSize: 14, lineHeight: 1.5,
    whiteSpace: 'break-spaces', fontVariantLigatures: 'none',
  },
}))
