import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useTranslate } from 'react-admin'
import { useState } from 'react'
import type { ImportView } from '../../../model/import-answer'
import type { FollowedImport } from './use-import'

/** Which field each column of the file fills; assigning a field to one column takes it from another. */
export function ColumnMap({ state, view, onClose }: { state: FollowedImport; view: ImportView; onClose: () => void }) {
  const translate = useTranslate()
  const [keys, setKeys] = useState<readonly (string | null)[]>(view.file_columns.map(({ key }) => key))
  const give = (index: number, key: string) =>
    setKeys(keys.map((other, i) => (i === index ? key || null : other === key ? null : other)))
  const apply = async () => {
    if (await state.act('importMap', { keys })) onClose()
  }
  return (
    <Stack sx={{ gap: 1, maxHeight: 260, overflow: 'auto' }} role="group" aria-label={translate('import.map')}>
      <Typography sx={{ color: 'text.secondary' }}>{translate('import.map_text')}</Typography>
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1.25, pt: 0.5 }}>
        {view.file_columns.map(({ header }, index) => (
          <TextField
            key={index}
            select
            size="small"
            label={header || translate('import.column_blank', { number: index + 1 })}
            value={keys[index] ?? ''}
            onChange={(event) => give(index, event.target.value)}
            sx={{ width: { xs: '100%', sm: 190 } }}
            slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
          >
            <MenuItem value="">
              <em>{translate('import.map_none')}</em>
            </MenuItem>
            {view.targets.map((target) => (
              <MenuItem key={target.key} value={target.key}>
                {target.required ? `${target.name} *` : target.name}
              </MenuItem>
            ))}
          </TextField>
        ))}
      </Stack>
      <Stack direction="row" sx={{ gap: 1 }}>
        <Button variant="contained" onClick={() => void apply()} loading={state.busy}>
          {translate('import.map_apply')}
        </Button>
        <Button color="inherit" onClick={onClose}>
          {translate('confirm.cancel')}
        </Button>
      </Stack>
    </Stack>
  )
}
