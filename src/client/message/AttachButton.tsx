import AttachIcon from '@mui/icons-material/AttachFile'
import IconButton from '@mui/material/IconButton'
import { useRef } from 'react'
import { HIDDEN } from '../../ui/show/hidden-text'

/** Chooses files for a message. */
export function AttachButton({
  label,
  source,
  accept,
  disabled,
  onFiles,
}: {
  label: string
  source: string
  accept?: string
  disabled: boolean
  onFiles: (files: readonly File[]) => void
}) {
  const picker = useRef<HTMLInputElement>(null)
  return (
    <>
      <IconButton aria-label={label} title={label} disabled={disabled} onClick={() => picker.current?.click()}>
        <AttachIcon fontSize="small" />
      </IconButton>
      <input
        ref={picker}
        type="file"
        multiple
        tabIndex={-1}
        aria-hidden
        style={HIDDEN}
        data-source={source}
        accept={accept}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])])
          // The same file may be chosen again.
          event.target.value = ''
        }}
      />
    </>
  )
}
