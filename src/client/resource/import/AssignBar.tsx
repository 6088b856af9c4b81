import Autocomplete from '@mui/material/Autocomplete'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import { useTranslate } from 'react-admin'
import { useState } from 'react'
import { WHOLE_ROW, type ImportColumn, type ImportView } from '../../../model/import-answer'
import { useChoiceTexts } from './use-choice-texts'
import type { ImportState } from './use-import'

/** One value for a column: it fills only the cells that have errors. */
export function AssignBar({ state, view }: { state: ImportState; view: ImportView }) {
  const translate = useTranslate()
  const [chosen, setChosen] = useState('')
  const [value, setValue] = useState('')
  const columns = wrongColumns(view)
  const key = columns.some((column) => column.key === chosen) ? chosen : (columns[0]?.key ?? '')
  const texts = useChoiceTexts(key)
  if (columns.length === 0) return null
  const assign = async () => {
    if (await state.act('importAssign', { key, value })) setValue('')
  }
  return (
    <Stack
      component="form"
      direction="row"
      sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}
      onSubmit={(event) => {
        event.preventDefault()
        void assign()
      }}
    >
      <TextField
        select
        size="small"
        label={translate('import.assign_column')}
        value={key}
        onChange={(event) => setChosen(event.target.value)}
        sx={{ minWidth: 160 }}
      >
        {columns.map((column) => (
          <MenuItem key={column.key} value={column.key}>
            {column.name}
          </MenuItem>
        ))}
      </TextField>
      <Autocomplete
        clearText={translate('field.clear')}
        freeSolo
        size="small"
        options={texts}
        inputValue={value}
        onInputChange={(_event, text) => setValue(text)}
        sx={{ minWidth: 200, flex: { xs: 1, sm: 'none' } }}
        renderInput={(params) => <TextField {...params} label={translate('import.assign_value')} />}
      />
      <Button type="submit" variant="outlined" disabled={state.busy}>
        {translate('import.assign')}
      </Button>
    </Stack>
  )
}

/** Columns with an error on this page, also those that the file does not have. */
function wrongColumns({ items, targets, columns }: ImportView): readonly ImportColumn[] {
  const wrong = new Set(items.flatMap(({ errors }) => Object.keys(errors)).filter((key) => key !== WHOLE_ROW))
  const known = [...targets, ...columns.filter(({ key }) => !targets.some((target) => target.key === key))]
  return known.filter(({ key }) => wrong.has(key))
}
