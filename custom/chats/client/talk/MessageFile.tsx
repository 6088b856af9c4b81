import AttachFile from '@mui/icons-material/AttachFile'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { FileLinks, sizeText } from '#engine/client'
import { useDisplayStyle, useSay } from '#engine/ui'
import type { ShownFile } from '../../model/chat-wire'
import { sendReasonText } from './reason-text'

/**
 * The file of a message: a picture or a link where it is here, else its name, why it is not, and a way to ask the
 * channel for it.
 */
export function MessageFile({ id, file, onFetch }: { id: number; file: ShownFile; onFetch?: () => void }) {
  const say = useSay()
  const style = useDisplayStyle()
  const { kind, mime, size, url, coming, reason } = file
  const name = file.name ?? say(`chats.talk.file.${kind}`)
  if (url !== null) {
    const stored = { id, name, mime: mime ?? '', size: size ?? 0, url }
    return (
      <Box sx={{ mt: -0.75, mb: 0.5 }}>
        <FileLinks files={[stored]} />
      </Box>
    )
  }
  const why = reason !== null ? sendReasonText(reason, say) : coming === 1 ? say('chats.talk.file_coming') : ''
  return (
    <Box sx={{ mt: 0.5 }}>
      <Box sx={{ display: 'flex', gap: 0.5, alignItems: 'center' }}>
        <AttachFile sx={{ fontSize: 16 }} aria-hidden />
        {name}
        {size !== null && (
          <Box component="span" sx={{ color: 'text.secondary', whiteSpace: 'nowrap' }}>
            {sizeText(size, style)}
          </Box>
        )}
      </Box>
      {why !== '' && (
        <Box role="status" sx={{ fontSize: 12, color: coming === 1 ? 'text.secondary' : 'error.main' }}>
          {why}
        </Box>
      )}
      {coming === 0 && onFetch && (
        <Button size="small" onClick={onFetch} sx={{ px: 0, minWidth: 0 }}>
          {say('chats.talk.fetch_file')}
        </Button>
      )}
    </Box>
  )
}
