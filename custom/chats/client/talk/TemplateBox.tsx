import SendIcon from '@mui/icons-material/Send'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import Skeleton from '@mui/material/Skeleton'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { errorsIn, failureText, mayOpen, useConsole, useLiveCall } from '#engine/client'
import { AppLink, useSay } from '#engine/ui'
import { fillTemplate } from '../../model/fill-template'
import { templatesCall, type ChatTemplate } from '../../model/template-calls'

interface TemplateBoxProps {
  readonly id: number
  readonly onSend: (template: ChatTemplate, values: readonly string[]) => Promise<void>
}

/** What a channel takes when it takes no free text any more: an approved template, filled in and read beforehand. */
export function TemplateBox({ id, onSend }: TemplateBoxProps) {
  const say = useSay()
  const { actor, model } = useConsole()
  const { answer, failure, again } = useLiveCall(templatesCall, { id }, { every_ms: 60_000 })
  const [chosen, setChosen] = useState<number | ''>('')
  if (failure !== null) {
    return (
      <Box role="alert" sx={{ fontSize: 13, color: 'error.main' }}>
        {failureText(failure, say)}{' '}
        <Button size="small" onClick={again}>
          {say('actions.retry')}
        </Button>
      </Box>
    )
  }
  if (!answer) return <Skeleton variant="rounded" height={40} />
  const { items } = answer
  if (items.length === 0) {
    return (
      <Box sx={{ fontSize: 13, color: 'text.secondary' }}>
        {say('chats.templates.none')}{' '}
        {mayOpen(actor, model, 'chat_templates', 'edit') && (
          <AppLink to="/chat_templates">{say('chats.templates.open')}</AppLink>
        )}
      </Box>
    )
  }
  const template = items.find((one) => one.id === chosen)
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 1.25 }}>
      <TextField
        select
        fullWidth
        size="small"
        label={say('chats.templates.choose')}
        value={chosen}
        onChange={({ target }) => setChosen(Number(target.value))}
      >
        {items.map((one) => (
          <MenuItem key={one.id} value={one.id}>
            {one.name} ({one.language})
          </MenuItem>
        ))}
      </TextField>
      {template && <TemplateForm key={template.id} template={template} onSend={(values) => onSend(template, values)} />}
    </Box>
  )
}

interface TemplateFormProps {
  readonly template: ChatTemplate
  readonly onSend: (values: readonly string[]) => Promise<void>
}

function TemplateForm({ template, onSend }: TemplateFormProps) {
  const say = useSay()
  const { body, variables } = template
  const [values, setValues] = useState<readonly string[]>(() => variables.map(() => ''))
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const errors = errorsIn(failure)
  const send = async (): Promise<void> => {
    setBusy(true)
    setFailure(null)
    try {
      await onSend(values)
      setValues(variables.map(() => ''))
    } catch (cause) {
      setFailure(cause)
    }
    setBusy(false)
  }
  return (
    <Box
      component="form"
      noValidate
      sx={{ display: 'flex', flexDirection: 'column', gap: 1.25 }}
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      {variables.length > 0 && (
        <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: 'repeat(auto-fill, minmax(150px, 1fr))' }}>
          {variables.map((name, at) => (
            <TextField
              key={name}
              size="small"
              required
              label={`{{${name}}}`}
              value={values[at] ?? ''}
              error={errors[`values.${at}`] !== undefined}
              helperText={errors[`values.${at}`]}
              onChange={({ target }) => setValues((now) => now.map((one, n) => (n === at ? target.value : one)))}
            />
          ))}
        </Box>
      )}
      <Box component="figure" aria-label={say('chats.templates.preview')} sx={PREVIEW}>
        {fillTemplate(body, values)}
      </Box>
      {failure !== null && Object.keys(errors).length === 0 && (
        <Box role="alert" sx={{ fontSize: 13, color: 'error.main' }}>
          {failureText(failure, say)}
        </Box>
      )}
      <Button type="submit" variant="contained" startIcon={<SendIcon />} loading={busy} sx={{ alignSelf: 'flex-end' }}>
        {say('chats.templates.send')}
      </Button>
    </Box>
  )
}

const PREVIEW = {
  m: 0,
  px: 1.5,
  py: 1,
  maxHeight: 140,
  overflowY: 'auto',
  borderRadius: 2,
  bgcolor: 'action.hover',
  fontSize: 14,
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
} as const
