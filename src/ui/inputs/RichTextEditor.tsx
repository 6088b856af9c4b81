import { styled } from '@mui/material/styles'
import { EditorContent, useEditor, useEditorState } from '@tiptap/react'
import { StarterKit } from '@tiptap/starter-kit'
import { TiptapEditorProvider } from 'ra-input-rich-text'
import { type RefObject, useEffect, useId, useImperativeHandle, useRef } from 'react'
import { RICH_LINK } from '../../model/values/rich-tags'
import type { InputProps } from '../field-view'
import { FieldFrame, noteId } from './FieldFrame'
import { RichTextBody } from './RichText'
import { RichToolbar, TOOLBAR_KEY, useRichToolbarKeys } from './RichToolbar'

export type RichTextEditorProps = Omit<InputProps, 'field' | 'value' | 'onChange' | 'form'> & {
  readonly html: string
  /** '' when the text is empty. */
  readonly onHtml: (html: string) => void
  /** Becomes what puts a text where the cursor stands, in place of what is selected. */
  readonly inserter?: RefObject<((text: string) => void) | null>
}

/** react-admin's editor, controlled as every input here is. */
export default function RichTextEditor(props: RichTextEditorProps) {
  const { source, label, html, onHtml, onBlur, error, help, required, disabled, autoFocus, inserter } = props
  const id = useId()
  const labelId = `${id}-label`
  const latest = useRef({ onHtml, onBlur, html })
  // Said, and not come back yet: who types fast is ahead of what the form has drawn.
  const said = useRef<readonly string[]>([])
  useEffect(() => {
    latest.current = { onHtml, onBlur, html }
  })
  const editor = useEditor(
    {
      extensions: EXTENSIONS,
      content: html,
      editable: !disabled,
      autofocus: autoFocus ? 'end' : false,
      // A strict content security policy would refuse a style tag of its own; its styles are below.
      injectCSS: false,
      editorProps: {
        attributes: {
          id,
          role: 'textbox',
          'aria-multiline': 'true',
          'aria-labelledby': labelId,
          'data-source': source,
          'aria-keyshortcuts': TOOLBAR_KEY,
          ...(required ? { 'aria-required': 'true' } : {}),
          ...(error || help ? { 'aria-describedby': noteId(id) } : {}),
        },
      },
      onUpdate: ({ editor: at }) => {
        const next = at.isEmpty ? '' : at.getHTML()
        said.current = [...said.current, next]
        latest.current.onHtml(next)
      },
      onBlur: () => latest.current.onBlur?.(),
    },
    [],
  )
  const { toolbar, onKeyDown } = useRichToolbarKeys(editor)
  const isEditable = useEditorState({ editor, selector: ({ editor: at }) => at.isEditable })
  useEffect(() => {
    if (editor.isDestroyed || editor.isEditable === !disabled) return
    editor.setEditable(!disabled, false)
    // An empty transaction: the toolbar asks the editor again whether it may be used.
    editor.view.dispatch(editor.state.tr)
  }, [editor, disabled])
  useImperativeHandle<unknown, (text: string) => void>(
    inserter,
    () => (text) => {
      editor.chain().focus().insertContent({ type: 'text', text }).run()
    },
    [editor],
  )
  // What comes from elsewhere (another record, a draft, "keep theirs") replaces what is shown.
  useEffect(() => {
    // An editor that React has destroyed and is about to replace no longer answers.
    if (editor.isDestroyed) return
    const at = said.current.indexOf(html)
    const isShown = html === (editor.isEmpty ? '' : editor.getHTML())
    said.current = isShown || at < 0 ? [] : said.current.slice(at + 1)
    if (!isShown && at < 0) editor.commands.setContent(html, { emitUpdate: false })
  }, [editor, html])
  return (
    <FieldFrame
      inputId={id}
      labelId={labelId}
      label={label}
      required={required}
      disabled={disabled}
      error={error}
      help={help}
    >
      <Frame data-error={Boolean(error)} data-disabled={!isEditable} onKeyDown={onKeyDown}>
        <TiptapEditorProvider value={editor}>
          <RichToolbar editor={editor} place={toolbar} />
          <RichTextBody>
            <EditorContent editor={editor} />
          </RichTextBody>
        </TiptapEditorProvider>
      </Frame>
    </FieldFrame>
  )
}

const EXTENSIONS = [
  StarterKit.configure({ link: { openOnClick: false, HTMLAttributes: { ...RICH_LINK, class: null } } }),
]

const Frame = styled('div')(({ theme }) => ({
  border: `1px solid ${theme.palette.mode === 'dark' ? 'rgba(255, 255, 255, 0.23)' : 'rgba(0, 0, 0, 0.23)'}`,
  borderRadius: theme.shape.borderRadius,
  '&:focus-within': {
    borderColor: theme.palette.primary.main,
    boxShadow: `inset 0 0 0 1px ${theme.palette.primary.main}`,
  },
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
    minHeight: 140,
    maxHeight: 420,
    overflowY: 'auto',
    padding: '10px 14px',
    outline: 'none',
    fontSize: 14,
    lineHeight: 1.5,
    whiteSpace: 'break-spaces',
    fontVariantLigatures: 'none',
  },
}))
