import AddIcon from '@mui/icons-material/Add'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormHelperText from '@mui/material/FormHelperText'
import IconButton from '@mui/material/IconButton'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import Paper from '@mui/material/Paper'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useEffect, useId, useRef, useState } from 'react'
import type { JsonObject } from '../../model/json'
import type { InputProps } from '../../ui/field-view'
import { textOf } from '../../ui/inputs/TextBox'
import { useSay } from '../../ui/show/style'
import { useConsole } from '../console/console'
import { useFieldLabel } from '../console/labels'
import { useLanguage } from '../layout/use-language'
import { useGridEvents, useRowErrors } from '../resource/children/grid-events'
import { newRow, gridRowsOf } from '../provider/grid-rows'
import MessageBox from './MessageBox'

const noCheck = (): null => null

/** A message in other languages, a card for each, with the tree and the preview of the message itself. */
export default function MessageTexts({
  field,
  source,
  label,
  value,
  onChange,
  help,
  error,
  disabled,
  form,
}: InputProps) {
  const say = useSay()
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const { model } = useConsole()
  const { languages } = useLanguage()
  const rows = gridRowsOf(value)
  const { events, keys, removed, restore, fill } = useGridEvents(
    source,
    rows,
    (next) => onChange([...next]),
    noCheck,
    undefined,
  )
  const errorsOf = useRowErrors(source)
  const [menu, setMenu] = useState<HTMLElement | null>(null)
  const entity = model.entities[field.children?.of ?? '']
  const missing = languages.filter((language) => !rows.some((row) => row['language'] === language.id))
  const nameOf = (language: string): string => languages.find((one) => one.id === language)?.name ?? language
  const focusNext = useFocusNext(box)
  if (!entity) return null
  const add = (language: string) => {
    setMenu(null)
    focusNext(`${source}.${rows.length}.subject`)
    fill([...rows, { ...newRow(entity, field.children?.columns ?? []), language }])
  }
  return (
    <Stack ref={box} role="group" aria-labelledby={id} spacing={1}>
      <Typography
        id={id}
        component="div"
        sx={{ fontSize: 12.5, lineHeight: '18px', fontWeight: 500, color: 'text.secondary' }}
      >
        {label}
      </Typography>
      {rows.map((row, at) => (
        <TextCard
          key={keys[at]}
          source={`${source}.${at}`}
          of={entity.name}
          row={row}
          name={nameOf(textOf(row['language']))}
          errors={JSON.parse(errorsOf(at)) as Messages}
          form={form}
          disabled={disabled}
          onText={(name, text) => events.set(at, name, text)}
          onRemove={() => events.remove(at)}
        />
      ))}
      <Stack direction="row" sx={{ alignItems: 'center', flexWrap: 'wrap', columnGap: 1.5, rowGap: 0.5 }}>
        <Button
          data-field={source}
          color="inherit"
          variant="outlined"
          startIcon={<AddIcon />}
          disabled={disabled || missing.length === 0}
          aria-haspopup="menu"
          aria-expanded={menu !== null}
          onClick={({ currentTarget }) => setMenu(currentTarget)}
          sx={{ borderColor: 'divider' }}
        >
          {say('alerts.add_language')}
        </Button>
        {removed && (
          <Button size="small" onClick={restore}>
            {say('grid.restore')}
          </Button>
        )}
        {missing.length === 0 && rows.length > 0 && (
          <Typography variant="caption" sx={{ color: 'text.secondary' }}>
            {say('alerts.all_languages')}
          </Typography>
        )}
      </Stack>
      {/* What is added takes the focus, not the button. */}
      <Menu open={menu !== null} anchorEl={menu} onClose={() => setMenu(null)} disableRestoreFocus>
        {missing.map((language) => (
          <MenuItem key={language.id} lang={language.id} onClick={() => add(language.id)}>
            {language.name}
          </MenuItem>
        ))}
      </Menu>
      {(error ?? help) && (
        <FormHelperText error={Boolean(error)} role={error ? 'alert' : undefined} sx={{ m: 0 }}>
          {error ?? help}
        </FormHelperText>
      )}
    </Stack>
  )
}

interface Messages {
  readonly [field: string]: string | undefined
}

interface CardProps {
  readonly source: string
  /** Entity of the row. */
  readonly of: string
  readonly row: JsonObject
  readonly name: string
  readonly errors: Messages
  readonly form: JsonObject
  readonly disabled: boolean
  readonly onText: (name: string, text: InputProps['value']) => void
  readonly onRemove: () => void
}

/** The message in one language. */
function TextCard({ source, of, row, name, errors, form, disabled, onText, onRemove }: CardProps) {
  const say = useSay()
  const { model } = useConsole()
  const labelOf = useFieldLabel({ name: of, entity: of })
  const { subject, body } = model.entities[of]?.fields ?? {}
  return (
    <Paper variant="outlined" role="group" aria-label={name} sx={{ p: 1.5, pt: 0.5 }}>
      <Stack direction="row" sx={{ alignItems: 'center', mb: 0.5 }}>
        <Typography variant="h3" component="p" sx={{ flex: 1 }}>
          {name}
        </Typography>
        {!disabled && (
          <IconButton onClick={onRemove} aria-label={say('alerts.remove_language', { language: name })}>
            <DeleteIcon fontSize="small" />
          </IconButton>
        )}
      </Stack>
      {errors['language'] && (
        <FormHelperText error role="alert" sx={{ m: 0, mb: 1 }}>
          {errors['language']}
        </FormHelperText>
      )}
      <Stack spacing={1.5}>
        {[subject, body].map(
          (field) =>
            field && (
              <Box key={field.name}>
                <MessageBox
                  field={field}
                  source={`${source}.${field.name}`}
                  label={labelOf(field.name)}
                  value={row[field.name] ?? null}
                  onChange={(text) => onText(field.name, text)}
                  error={errors[field.name]}
                  required={field.required || textOf(form[field.name]) !== ''}
                  disabled={disabled}
                  form={form}
                  language={textOf(row['language'])}
                />
              </Box>
            ),
        )}
      </Stack>
    </Paper>
  )
}

/** Moves the focus into a control once it is drawn. */
function useFocusNext(box: { readonly current: HTMLElement | null }): (name: string) => void {
  const wanted = useRef<string | null>(null)
  useEffect(() => {
    const control =
      wanted.current === null ? null : box.current?.querySelector<HTMLElement>(`[name="${wanted.current}"]`)
    if (!control) return
    wanted.current = null
    control.focus()
  })
  return (name) => {
    wanted.current = name
  }
}
