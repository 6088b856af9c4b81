import BackIcon from '@mui/icons-material/ArrowBack'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Paper from '@mui/material/Paper'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useTranslate, type Identifier } from 'react-admin'
import { useId } from 'react'
import type { JsonObject } from '../../../model/json'
import { useKeys } from '../../../ui/keys'
import { usePageTitle } from '../../../ui/show/page-title'
import { useScope } from '../scope'
import { useFormItem } from './form-item'
import { useRounds } from './use-rounds'
import { LoadedForm, PageFooter, useFormHeading } from './LoadedForm'

interface FormPageProps {
  readonly id: Identifier | null
  /** The record that a new one begins like. */
  readonly copy?: Identifier
  readonly prefill?: JsonObject
  readonly onClose: () => void
}

/** The form of a record as a page of its own, its buttons always in view. */
export default function FormPage({ id, copy, prefill, onClose }: FormPageProps) {
  const translate = useTranslate()
  const { resource, title } = useScope()
  const formId = useId()
  const { round, begin } = useRounds()
  const query = useFormItem(resource.name, id, round === 0 ? copy : undefined, round)
  const heading = useFormHeading(id, query)
  usePageTitle(`${heading} · ${title}`)
  useKeys([{ keys: 'escape', label: translate('form.close'), run: onClose }])
  return (
    <Box sx={{ p: 2, width: '100%', maxWidth: 960, mx: 'auto' }}>
      <Stack direction="row" sx={{ alignItems: 'center', gap: 1, mb: 1.5 }}>
        <IconButton aria-label={translate('detail.back', { name: title })} onClick={onClose}>
          <BackIcon fontSize="small" />
        </IconButton>
        <div>
          <Typography variant="caption" component="p" sx={{ color: 'text.secondary' }}>
            {title}
          </Typography>
          <Typography variant="h1">{heading}</Typography>
        </div>
      </Stack>
      <Paper variant="outlined">
        <LoadedForm
          formId={formId}
          id={id}
          query={query}
          copy={copy}
          prefill={prefill}
          closes
          repeats
          onSaved={(_record, again) => (again ? begin() : onClose())}
          onAside={(again) => (again ? begin() : onClose())}
          onClose={onClose}
          renderBody={(fields) => <Box sx={{ p: 3 }}>{fields}</Box>}
          renderFooter={(buttons) => <PageFooter stays>{buttons}</PageFooter>}
        />
      </Paper>
    </Box>
  )
}
