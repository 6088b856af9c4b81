import BackIcon from '@mui/icons-material/ArrowBack'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Paper from '@mui/material/Paper'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useTranslate, type Identifier } from 'react-admin'
import { useId } from 'react'
import { useKeys } from '../../ui/keys'
import { usePageTitle } from '../../ui/page-title'
import { useScope } from '../scope'
import { FormButtons } from './FormButtons'
import { useFormItem } from './form-item'
import { FormLoader } from './FormLoader'
import { RecordForm } from './RecordForm'

/** The form of a record as a page of its own, its buttons always in view. */
export default function FormPage({ id, onClose }: { id: Identifier | null; onClose: () => void }) {
  const translate = useTranslate()
  const { resource, title, nameOf } = useScope()
  const formId = useId()
  const query = useFormItem(resource.name, id)
  const heading = id === null ? translate('form.new_title') : translate('form.edit_title', { name: query.data ? nameOf(query.data) : '' })
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
        <FormLoader query={query}>
          {(item) => (
            <RecordForm
              formId={formId}
              id={id}
              item={item}
              onSaved={onClose}
              renderBody={(fields) => <Box sx={{ p: 3 }}>{fields}</Box>}
              footer={
                <Stack
                  direction="row"
                  sx={{
                    justifyContent: 'flex-end',
                    gap: 1,
                    px: 3,
                    py: 1.5,
                    borderTop: 1,
                    borderColor: 'divider',
                    position: 'sticky',
                    bottom: 0,
                    bgcolor: 'background.paper',
                    borderRadius: '0 0 6px 6px',
                  }}
                >
                  <FormButtons formId={formId} onClose={onClose} />
                </Stack>
              }
            />
          )}
        </FormLoader>
      </Paper>
    </Box>
  )
}
