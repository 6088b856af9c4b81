import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { useLocation, useNavigate, type Identifier } from 'react-admin'
import { useId, useMemo, useState } from 'react'
import type { JsonObject } from '../../../model/json'
import type { Resource } from '../../../model/resource'
import { usePageTitle } from '../../../ui/show/page-title'
import { VerbsProvider } from '../actions/verbs'
import { FormLoader } from '../form/FormLoader'
import { LoadedForm, PageFooter } from '../form/LoadedForm'
import { useFormItem } from '../form/form-item'
import { ResourceScope, useScope } from '../scope'
import { ScreenProvider, type Screen } from '../screen'
import { DetailTabs } from './DetailTabs'
import { InfoTab } from './InfoTab'

/** The page of a catalogue of one record: its form, and next to it its other tabs, such as its activity. */
export default function SingletonPage({ resource }: { resource: Resource }) {
  const navigate = useNavigate()
  const screen = useMemo<Screen>(() => {
    const toForm = () => navigate(resource.route)
    return { open: toForm, edit: toForm, create: toForm, go: (path) => navigate(path) }
  }, [resource, navigate])
  return (
    <ResourceScope resource={resource}>
      <ScreenProvider value={screen}>
        <VerbsProvider>
          <OneRecord />
        </VerbsProvider>
      </ScreenProvider>
    </ResourceScope>
  )
}

function OneRecord() {
  const { resource, title } = useScope()
  const { pathname } = useLocation()
  const query = useFormItem(resource.name, null)
  // The form continues with what was saved; what others save meanwhile conflicts with its version.
  const [saved, setSaved] = useState<JsonObject | null>(null)
  const record = saved ?? query.data
  usePageTitle(title)
  const tab = pathname.slice(resource.route.length + 1).replace(/\/+$/, '') || null
  return (
    <Box sx={{ p: 2, width: '100%', maxWidth: 960, mx: 'auto', display: 'flex', flexDirection: 'column', gap: 1.5 }}>
      <Typography variant="h1">{title}</Typography>
      {record ? (
        <DetailTabs
          record={record}
          tab={tab}
          info={<OneForm key={String(record['version'])} record={record} query={query} onSaved={setSaved} />}
        />
      ) : (
        <Paper variant="outlined">
          <FormLoader query={query}>{() => null}</FormLoader>
        </Paper>
      )}
    </Box>
  )
}

function OneForm({
  record,
  query,
  onSaved,
}: {
  record: JsonObject
  query: ReturnType<typeof useFormItem>
  onSaved: (record: JsonObject) => void
}) {
  const { mayEdit } = useScope()
  const navigate = useNavigate()
  const formId = useId()
  if (!mayEdit) return <InfoTab record={record} />
  return (
    <Paper variant="outlined">
      <LoadedForm
        formId={formId}
        id={record['id'] as Identifier}
        query={query}
        prefill={record}
        onSaved={onSaved}
        onClose={() => navigate('/')}
        renderBody={(fields) => <Box sx={{ p: 3 }}>{fields}</Box>}
        renderFooter={(buttons) => <PageFooter>{buttons}</PageFooter>}
      />
    </Paper>
  )
}
