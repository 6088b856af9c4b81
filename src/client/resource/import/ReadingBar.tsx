import Alert from '@mui/material/Alert'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useTranslate } from 'react-admin'
import { useRef } from 'react'
import type { ImportView } from '../../../model/import-answer'
import { ENCODINGS, type Encoding, type TextReading } from '../../../model/values/text-encoding'
import type { FollowedImport } from './use-import'

/** How a text file was read, and the choice of another encoding, which reads the file again. */
export function ReadingBar({ state, view, open }: { state: FollowedImport; view: ImportView; open: boolean }) {
  const input = useRef<HTMLInputElement>(null)
  const wanted = useRef<Encoding | null>(null)
  const { reading } = view
  if (!reading || (reading.by === 'valid' && view.counts.wrong === 0)) return null
  const choose = (encoding: Encoding) => {
    if (state.file) return void state.verify(state.file, encoding)
    // After a reload only the person has the file.
    wanted.current = encoding
    input.current?.click()
  }
  return (
    <>
      <ReadingChoice reading={reading} disabled={state.busy || !open || view.counts.saved > 0} onChoose={choose} />
      <input
        ref={input}
        type="file"
        hidden
        onChange={(event) => {
          const [file] = event.target.files ?? []
          event.target.value = ''
          if (file && wanted.current) void state.verify(file, wanted.current)
        }}
      />
    </>
  )
}

interface ReadingChoiceProps {
  readonly reading: TextReading
  readonly disabled: boolean
  readonly onChoose: (encoding: Encoding) => void
}

/** What a text file was taken for, and what else it may be. */
export function ReadingChoice({ reading, disabled, onChoose }: ReadingChoiceProps) {
  const translate = useTranslate()
  const name = (encoding: Encoding) => translate(`import.encoding.${encoding}`)
  const { by, encoding } = reading
  return (
    <Alert
      severity={by === 'broken' || by === 'guess' ? 'warning' : 'info'}
      sx={{ py: 0, alignItems: 'center', flexWrap: { xs: 'wrap', sm: 'nowrap' } }}
      action={
        <TextField
          select
          size="small"
          label={translate('import.read_as')}
          value={encoding}
          disabled={disabled}
          onChange={(event) => onChoose(event.target.value as Encoding)}
          sx={{ minWidth: 190 }}
        >
          {ENCODINGS.map((one) => (
            <MenuItem key={one} value={one}>
              {name(one)}
            </MenuItem>
          ))}
        </TextField>
      }
    >
      {translate(`import.read.${by === 'valid' ? 'mark' : by}`, { encoding: name(encoding) })}
    </Alert>
  )
}
