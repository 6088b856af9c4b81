import UploadIcon from '@mui/icons-material/UploadFileOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useTranslate } from 'react-admin'
import { useRef, useState, type DragEvent } from 'react'

const ACCEPT = '.xlsx,.xlsm,.xlsb,.xls,.ods,.csv,.tsv,.txt,.geojson,.json'

interface FileDropProps {
  readonly file: File | null
  readonly busy: boolean
  readonly onFile: (file: File) => void
  /** Accepted files, where they are not those of an import. */
  readonly kinds?: { readonly text: string; readonly accept: string }
}

/** A place to drop one file on, or to choose it. */
export function FileDrop({ file, busy, onFile, kinds }: FileDropProps) {
  const translate = useTranslate()
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const [dropped] = event.dataTransfer.files
    if (dropped && !busy) onFile(dropped)
  }
  return (
    <Box
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      sx={{
        border: '1px dashed',
        borderColor: over ? 'primary.main' : 'divider',
        bgcolor: over ? 'action.hover' : 'transparent',
        borderRadius: 1,
        px: 2,
        py: 4,
        display: 'flex',
        flexDirection: 'column',
        alignItems: 'center',
        gap: 1,
        textAlign: 'center',
      }}
    >
      <UploadIcon aria-hidden sx={{ fontSize: 36, color: 'text.disabled' }} />
      <Typography sx={{ wordBreak: 'break-word' }}>{file ? file.name : translate('import.drop')}</Typography>
      <Typography variant="caption" sx={{ color: 'text.secondary' }}>
        {kinds?.text ?? translate('import.kinds')}
      </Typography>
      <Button variant="outlined" disabled={busy} onClick={() => input.current?.click()} autoFocus>
        {translate(file ? 'import.choose_another' : 'import.choose')}
      </Button>
      <input
        ref={input}
        type="file"
        accept={kinds?.accept ?? ACCEPT}
        hidden
        aria-label={translate('import.choose')}
        onChange={(event) => {
          const [chosen] = event.target.files ?? []
          // Lets the same file be chosen again after it was corrected.
          event.target.value = ''
          if (chosen) onFile(chosen)
        }}
      />
    </Box>
  )
}
