import FileIcon from '@mui/icons-material/InsertDriveFileOutlined'
import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import type { CommentItem } from '../../model/people-calls'

const KB = 1024

/** The files of a comment: pictures as such, others by their names. */
export function CommentFiles({ files }: { files: CommentItem['files'] }) {
  if (files.length === 0) return null
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 0.75 }}>
      {files.map(({ id, name, mime, size, url }) => (
        <Link key={id} href={url} target="_blank" rel="noopener" color="inherit" underline="hover" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.75, border: 1, borderColor: 'divider', borderRadius: 1, p: 0.75, maxWidth: 1 }}>
          {mime.startsWith('image/') && mime !== 'image/svg+xml'
            ? <img src={url} alt="" loading="lazy" style={{ height: 56, maxWidth: 120, objectFit: 'cover', borderRadius: 4 }} />
            : <FileIcon fontSize="small" aria-hidden />}
          <Box component="span" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
            {name}
            <Box component="span" sx={{ color: 'text.secondary', marginInlineStart: 0.75, whiteSpace: 'nowrap' }}>{Math.max(1, Math.round(size / KB))} KB</Box>
          </Box>
        </Link>
      ))}
    </Box>
  )
}
