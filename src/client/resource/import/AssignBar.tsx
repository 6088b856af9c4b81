import AddIcon from '@mui/icons-material/Add'
import Autocomplete from '@mui/material/Autocomplete'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useTranslate } from 'react-admin'
import { useState } from 'react'
import { WHOLE_ROW, type ImportColumn, type ImportView } from '../../../model/import-answer'
import { resourceTitle } from '../../console/labels'
import { mayOpen } from '../../session/may-open'
import { useConsole } from '../../console/console'
import { useCreateInPlace } from '../form/create-in-place'
import { resourceOfRef } from '../../provider/paths'
import { useScope } from '../scope'
import { useValidTexts } from './use-valid-texts'
import type { FollowedImport } from './use-import'

/**
 * One value for a column: it fills only the cells that have errors, all of them or those with one text. A record that
 * is missing can be made here.
 */
export function AssignBar({ state, view }: { state: FollowedImport; view: ImportView }) {
  const translate = useTranslate()
  const { model, actor } = useConsole()
  const { entity } = useScope()
  const [{ create }, dialog] = useCreateInPlace()
  const [chosen, setChosen] = useState('')
  const [text, setText] = useState<string | null>(null)
  const [value, setValue] = useState('')
  const columns = wrongColumns(view)
  // What stands in the file is mended before what is lacking in it.
  const first = columns.find((column) => wrongTexts(view, column.key).length > 0) ?? columns[0]
  const key = columns.some((column) => column.key === chosen) ? chosen : (first?.key ?? '')
  const wrong = wrongTexts(view, key)
  // The only text that is not known is meant until another is chosen.
  const [only = '', ...others] = wrong
  const was = text === null ? (others.length === 0 ? only : '') : wrong.includes(text) ? text : ''
  const texts = useValidTexts(key, value)
  const field = entity.fields[key]
  const target = field?.ref ? resourceOfRef(model, field) : undefined
  const makes =
    target && mayOpen(actor, model, target.name, 'create') && target.form.rows.length > 0 ? field : undefined
  // Who may not make one is told so, and is not left to look for it.
  const isShut = target && !makes ? target : undefined
  if (columns.length === 0) return null
  const assign = async (given: string) => {
    if (given.trim() === '') return
    if (await state.act('importAssign', { key, value: given, ...(was && { was }) })) setValue('')
  }
  const make = async () => {
    const made = makes && (await create(makes, value.trim() || was, {}))
    if (made) await assign(made.label)
  }
  return (
    <>
      <Stack
        component="form"
        direction="row"
        sx={{ gap: 1, rowGap: 1.5, pt: 1, alignItems: 'center', flexWrap: 'wrap' }}
        onSubmit={(event) => {
          event.preventDefault()
          void assign(value)
        }}
      >
        <TextField
          select
          size="small"
          label={translate('import.assign_column')}
          value={key}
          onChange={(event) => {
            setChosen(event.target.value)
            setText(null)
          }}
          sx={{ minWidth: 160 }}
        >
          {columns.map((column) => (
            <MenuItem key={column.key} value={column.key}>
              {column.name}
            </MenuItem>
          ))}
        </TextField>
        <TextField
          select
          size="small"
          label={translate('import.assign_was')}
          value={was}
          onChange={(event) => setText(event.target.value)}
          slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
          sx={{ minWidth: 140, maxWidth: 220 }}
        >
          <MenuItem value="">{translate('import.assign_all')}</MenuItem>
          {wrong.map((one) => (
            <MenuItem key={one} value={one}>
              {one}
            </MenuItem>
          ))}
        </TextField>
        <Autocomplete
          clearText={translate('field.clear')}
          freeSolo
          openOnFocus
          size="small"
          options={texts}
          filterOptions={field?.ref ? (all) => all : undefined}
          inputValue={value}
          onInputChange={(_event, given) => setValue(given)}
          sx={{ minWidth: 200, flex: { xs: 1, sm: 'none' } }}
          renderInput={(params) => <TextField {...params} label={translate('import.assign_value')} />}
        />
        <Button type="submit" variant="outlined" disabled={state.busy || value.trim() === ''}>
          {translate('import.assign')}
        </Button>
        {makes && (
          <Button startIcon={<AddIcon />} disabled={state.busy} onClick={() => void make()}>
            {value.trim() || was
              ? translate('import.create', { name: value.trim() || was })
              : translate('import.create_new')}
          </Button>
        )}
        {isShut && (
          <Typography variant="body2" sx={{ color: 'text.secondary', flexBasis: '100%' }}>
            {translate('import.create_shut', { title: resourceTitle(translate, isShut) })}
          </Typography>
        )}
      </Stack>
      {dialog}
    </>
  )
}

/** Columns with an error on this page, also those that the file does not have. */
function wrongColumns({ items, targets, columns }: ImportView): readonly ImportColumn[] {
  const wrong = new Set(items.flatMap(({ errors }) => Object.keys(errors)).filter((key) => key !== WHOLE_ROW))
  const known = [...targets, ...columns.filter(({ key }) => !targets.some((target) => target.key === key))]
  return known.filter(({ key }) => wrong.has(key))
}

/** What the cells of a column with errors have on this page, each text once. */
const wrongTexts = ({ items }: ImportView, key: string): readonly string[] => [
  ...new Set(
    items.flatMap(({ errors, cells, excluded }) => (errors[key] && !excluded && cells[key] ? cells[key] : [])),
  ),
]
