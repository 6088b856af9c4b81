import CloseIcon from '@mui/icons-material/Close'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import UploadIcon from '@mui/icons-material/FileUploadOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import { useId, useRef, useState, type DragEvent, type ReactNode } from 'react'
import { addressedFile, type FileLimits } from '../../model/values/stored-file'
import type { InputProps } from '../field-view'
import { FieldFrame, noteId } from './FieldFrame'
import { HIDDEN } from '../show/hidden-text'
import { useSay } from '../show/style'
import { useSending } from './use-sending'

interface FileBoxProps extends InputProps {
  readonly limits: FileLimits
  readonly choose: string
  /** The file, saved or being sent; `source` is null while there is none. */
  readonly renderPreview: (source: string | null, name: string) => ReactNode
}

/**
 * A file chosen by a button, dropped, or on a phone taken by the camera; sent at once, and kept by the record when that
 * is saved.
 */
export function FileBox({ limits, choose, renderPreview, ...props }: FileBoxProps) {
  const { label, required, disabled, error, help, source, autoFocus, onBlur } = props
  const say = useSay()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setIsOver] = useState(false)
  const { sending, error: refused, send, cancel, settled } = useSending(props, limits)
  const stored = addressedFile(settled)
  const name = sending?.name ?? stored?.name ?? ''
  const drop = (event: DragEvent): void => {
    event.preventDefault()
    setIsOver(false)
    const file = event.dataTransfer.files[0]
    if (file && !disabled) send(file)
  }
  const remove = (): void => {
    props.onChange(null)
    onBlur?.()
  }
  const wrong = refused ?? (sending ? undefined : error)
  const hint = help ?? (limits.most_kb === null ? undefined : say('field.file_up_to', { n: limits.most_kb }))
  return (
    <FieldFrame inputId={id} label={label} required={required} disabled={disabled} error={wrong} help={hint}>
      <Box
        onDragOver={(event) => {
          event.preventDefault()
          if (!disabled) setIsOver(true)
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          gap: 1.5,
          p: 1,
          minHeight: 72,
          border: 1,
          borderRadius: 1,
          minWidth: 0,
          borderStyle: stored || sending ? 'solid' : 'dashed',
          borderColor: wrong ? 'error.main' : isOver ? 'primary.main' : 'divider',
          bgcolor: isOver ? 'action.hover' : undefined,
        }}
      >
        {renderPreview(sending?.local ?? (stored ? String(settled) : null), name)}
        <Box
          // Below a picture that leaves it no room.
          sx={{
            flex: '1 1 96px',
            minWidth: 0,
            display: 'flex',
            flexDirection: 'column',
            gap: 0.5,
            alignItems: 'flex-start',
          }}
        >
          {name !== '' && (
            <Typography variant="body2" noWrap title={name} sx={{ maxWidth: 1 }}>
              {name}
            </Typography>
          )}
          {sending && (
            <Box sx={{ width: 1, display: 'flex', alignItems: 'center', gap: 1 }}>
              <LinearProgress
                variant="determinate"
                value={sending.share * 100}
                aria-label={say('field.file_sending', { name })}
                sx={{ flex: 1 }}
              />
              <Typography variant="caption" role="status" sx={{ fontVariantNumeric: 'tabular-nums' }}>
                {Math.round(sending.share * 100)} %
              </Typography>
            </Box>
          )}
          {!sending && (
            <Button
              id={id}
              name={source}
              size="small"
              variant="outlined"
              startIcon={<UploadIcon />}
              disabled={disabled}
              autoFocus={autoFocus}
              aria-describedby={wrong || hint ? noteId(id) : undefined}
              onClick={() => input.current?.click()}
              onBlur={onBlur}
            >
              {stored ? say('field.file_replace') : choose}
            </Button>
          )}
          {!stored && !sending && (
            <Typography variant="caption" sx={{ color: 'text.secondary', display: { xs: 'none', sm: 'block' } }}>
              {say('field.file_drop')}
            </Typography>
          )}
        </Box>
        {sending && (
          <IconButton aria-label={say('field.file_cancel')} title={say('field.file_cancel')} onClick={cancel}>
            <CloseIcon fontSize="small" />
          </IconButton>
        )}
        {stored && !sending && !disabled && (
          <IconButton
            aria-label={say('field.file_remove', { name })}
            title={say('field.file_remove', { name })}
            onClick={remove}
          >
            <DeleteIcon fontSize="small" />
          </IconButton>
        )}
      </Box>
      <input
        ref={input}
        type="file"
        tabIndex={-1}
        aria-hidden
        style={HIDDEN}
        accept={limits.accept.join(',') || undefined}
        disabled={disabled}
        data-source={source}
        onChange={(event) => {
          const file = event.target.files?.[0]
          // The same file may be chosen again after a failure.
          event.target.value = ''
          if (file) send(file)
        }}
      />
    </FieldFrame>
  )
}
