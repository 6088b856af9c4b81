import AddIcon from '@mui/icons-material/Add'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import { useTranslate } from 'react-admin'
import { useState, type FormEvent } from 'react'

// The server's limit.
const MAX_CHARS = 60

/** Asks for the name of a view in place: of a new one behind a button, of one that is renamed at once. */
export function ViewName({ first, onSave, onClose }: { first?: string; onSave: (name: string) => Promise<string | null>; onClose?: () => void }) {
  const translate = useTranslate()
  const [name, setName] = useState<string | null>(first ?? null)
  const [wrong, setWrong] = useState<string | null>(null)
  const [saving, setSaving] = useState(false)
  const close = () => {
    setName(null)
    setWrong(null)
    onClose?.()
  }
  if (name === null) {
    return (
      <Button size="small" startIcon={<AddIcon />} onClick={() => setName('')} sx={{ alignSelf: 'flex-start' }}>
        {translate('views.save_as')}
      </Button>
    )
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setSaving(true)
    const fault = await onSave(name)
    setSaving(false)
    if (fault === null) close()
    else setWrong(fault)
  }
  return (
    <Stack component="form" direction="row" spacing={1} onSubmit={(event) => void submit(event)} sx={{ alignItems: 'flex-start', pt: 0.5, width: '100%' }}>
      <TextField
        size="small" fullWidth autoFocus value={name} label={translate('views.name')} error={wrong !== null} helperText={wrong}
        onChange={(event) => { setName(event.target.value); setWrong(null) }}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.stopPropagation()
          close()
        }}
        slotProps={{ htmlInput: { maxLength: MAX_CHARS } }}
      />
      <Button type="submit" variant="contained" disabled={saving || name.trim() === ''} sx={{ flex: 'none', height: 36 }}>
        {translate('views.save')}
      </Button>
    </Stack>
  )
}
