import BackIcon from '@mui/icons-material/ArrowBack'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useTranslate } from 'react-admin'
import { useId } from 'react'
import type { JsonObject } from '#engine/model'
import { type AskToClose, LoadedForm, useFormHeading, useFormItem, useScope } from '#engine/client'
import type { AreaVerb } from './use-area-verbs'

interface AreaFormProps {
  /** Null: a new one. */
  readonly id: number | null
  readonly prefill: JsonObject | undefined
  readonly onClose: () => void
  readonly onSaved: () => void
  readonly onVerb: (verb: AreaVerb, record: JsonObject) => void
  readonly onAsk: (ask: AskToClose | null) => void
}

/** The generated form of an area, next to the map on which its corners are moved. */
export default function AreaForm({ id, prefill, onClose, onSaved, onVerb, onAsk }: AreaFormProps) {
  const translate = useTranslate()
  const { resource, entity, title, mayEdit } = useScope()
  const formId = useId()
  const query = useFormItem(resource.name, id)
  const heading = useFormHeading(id, query)
  const record = id === null ? undefined : query.data
  const toggle = record?.['state'] === '1' ? 'disable' : 'enable'
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', minHeight: 0, flex: 1, '& form': COLUMN }}>
      <Stack
        direction="row"
        sx={{ alignItems: 'center', gap: 1, px: 1, py: 1, borderBottom: 1, borderColor: 'divider' }}
      >
        <IconButton aria-label={translate('detail.back', { name: title })} onClick={onClose}>
          <BackIcon fontSize="small" />
        </IconButton>
        <Typography variant="h2" noWrap sx={{ flex: 1 }}>
          {heading}
        </Typography>
        {record && mayEdit && entity.traits.includes('activable') && (
          <Button size="small" color="inherit" onClick={() => onVerb(toggle, record)}>
            {translate(`record.${toggle}`)}
          </Button>
        )}
        {record && mayEdit && (
          <Button size="small" color="error" startIcon={<DeleteIcon />} onClick={() => onVerb('remove', record)}>
            {translate('record.remove')}
          </Button>
        )}
      </Stack>
      <LoadedForm
        formId={formId}
        id={id}
        query={query}
        prefill={prefill}
        onSaved={onSaved}
        onClose={onClose}
        onAsk={onAsk}
        renderBody={(fields) => <Box sx={{ p: 2, overflow: 'auto', flex: 1, minHeight: 0 }}>{fields}</Box>}
        renderFooter={(buttons) => (
          <Stack
            direction="row"
            sx={{ justifyContent: 'flex-end', gap: 1, px: 2, py: 1.25, borderTop: 1, borderColor: 'divider' }}
          >
            {buttons}
          </Stack>
        )}
      />
    </Box>
  )
}

const COLUMN = { display: 'flex', flexDirection: 'column', minHeight: 0, flex: 1 } as const
