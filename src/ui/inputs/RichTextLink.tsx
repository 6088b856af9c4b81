import InsertLink from '@mui/icons-material/InsertLink'
import Button from '@mui/material/Button'
import OutlinedInput from '@mui/material/OutlinedInput'
import Popover from '@mui/material/Popover'
import Stack from '@mui/material/Stack'
import ToggleButton from '@mui/material/ToggleButton'
import { useEditorState, type Editor } from '@tiptap/react'
import { useState } from 'react'
import { useSay } from '../show/style'

/** Makes the selected words a link, changes it, or takes it away (no text in the box). */
export function RichTextLink({ editor }: { readonly editor: Editor }) {
  const say = useSay()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [href, setHref] = useState('')
  const state = useEditorState({
    editor,
    selector: ({ editor: at }) => ({
      isLink: at.isActive('link'),
      isEmpty: at.state.selection.empty,
      isEditable: at.isEditable,
    }),
  })
  const set = () => {
    const at = editor.chain().focus().extendMarkRange('link')
    const address = href.trim()
    if (address === '') at.unsetLink().run()
    else at.setLink({ href: absolute(address) }).run()
    setAnchor(null)
  }
  return (
    <>
      <ToggleButton
        size="small"
        value="link"
        selected={state.isLink}
        disabled={!state.isEditable || (state.isEmpty && !state.isLink)}
        aria-label={say('ra.tiptap.link')}
        title={say('ra.tiptap.link')}
        aria-haspopup="dialog"
        onClick={(event) => {
          setHref(String(editor.getAttributes('link')['href'] ?? ''))
          setAnchor(event.currentTarget)
        }}
      >
        <InsertLink fontSize="inherit" />
      </ToggleButton>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      >
        <Stack direction="row" spacing={1} sx={{ p: 1.5, width: 'min(400px, calc(100vw - 32px))' }}>
          <OutlinedInput
            size="small"
            fullWidth
            autoFocus
            value={href}
            placeholder="https://"
            onChange={(event) => setHref(event.target.value)}
            onFocus={(event) => event.target.select()}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              // The form around it must not be submitted.
              event.preventDefault()
              event.stopPropagation()
              set()
            }}
            slotProps={{ input: { 'aria-label': say('field.link_address'), inputMode: 'url' } }}
          />
          <Button variant="contained" onClick={set}>
            {say('field.set_link')}
          </Button>
        </Stack>
      </Popover>
    </>
  )
}

/** `empresa.com` and `ana@empresa.com` as people write them. */
function absolute(address: string): string {
  if (/^[a-z][a-z0-9+.-]*:/i.test(address)) return address
  return address.includes('@') ? `mailto:${address}` : `https://${address}`
}
