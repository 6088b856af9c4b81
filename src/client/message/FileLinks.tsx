import FileIcon from '@mui/icons-material/InsertDriveFileOutlined'
import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { numberText } from '../../model/values/shown-number'
import { useDisplayStyle, type DisplayStyle } from '../../ui/show/style'

/** A stored file with an address that opens it. */
interface LinkedFile {
  readonly id: number
  readonly name: string
  readonly mime: string
  readonly size: number
  readonly url: string
}

const KB = 1024
/** Pictures that browsers draw. */
const DRAWN = /^image\/(?:png|jpeg|gif|webp|avif|bmp)$/

/** The files of a message: pictures as such, others by their names, each with its size. */
export function FileLinks({ files }: { files: readonly LinkedFile[] }) {
  const style = useDisplayStyle()
  if (files.length === 0) return null
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 0.75 }}>
      {files.map(({ id, name, mime, size, url }) => (
        <Link
          key={id}
          href={url}
          target="_blank"
          rel="noopener"
          color="inherit"
          underline="hover"
          sx={{
            display: 'inline-flex',
            alignItems: 'center',
            gap: 0.75,
            border: 1,
            borderColor: 'divider',
            borderRadius: 1,
            p: 0.75,
            maxWidth: 1,
          }}
        >
          {DRAWN.test(mime) ? (
            <img
              src={url}
              alt=""
              loading="lazy"
              style={{ height: 56, maxWidth: 120, objectFit: 'cover', borderRadius: 4 }}
            />
          ) : (
            <FileIcon fontSize="small" aria-hidden />
          )}
          <Box component="span" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
            {name}{' '}
            <Box component="span" sx={{ color: 'text.secondary', marginInlineStart: 0.5, whiteSpace: 'nowrap' }}>
              {sizeText(size, style)}
            </Box>
          </Box>
        </Link>
      ))}
    </Box>
  )
}

/** `120 KB`, `3.4 MB`, by the house's signs. */
export function sizeText(bytes: number, style: DisplayStyle): string {
  if (bytes < KB * KB) return `${numberText(Math.max(1, Math.round(bytes / KB)), style)} KB`
  return `${numberText(Math.round((bytes / KB / KB) * 10) / 10, style)} MB`
}
