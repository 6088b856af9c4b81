import { useNavigate, type Identifier } from 'react-admin'
import { lazy, Suspense, useMemo, useState } from 'react'
import type { JsonObject } from '../../../model/json'
import type { Tab } from '../../../model/model'
import { useConsole } from '../../app/console'
import { recordPath } from '../paths'
import { RecordList } from '../RecordList'
import { ResourceScope, useScope } from '../scope'
import { ScreenProvider, type Screen } from '../screen'

const FormDialog = lazy(() => import('../form/FormDialog'))

/** Records of another resource that belong to this one; a new one belongs to it from the start. */
export function RelatedTab({ tab, record }: { tab: Extract<Tab, { kind: 'resource' }>; record: JsonObject }) {
  const { model } = useConsole()
  const { resource: parent, nameOf } = useScope()
  const resource = model.resources[tab.resource]
  const navigate = useNavigate()
  const [form, setForm] = useState<{ readonly id: Identifier | null } | null>(null)
  const id = record['id'] as Identifier
  const bound = useMemo<JsonObject>(() => ({ [tab.by]: id }), [tab.by, id])
  const name = nameOf(record)
  const prefill = useMemo<JsonObject>(() => ({ ...bound, [`${tab.by}__label`]: name }), [bound, tab.by, name])
  const screen = useMemo<Screen | null>(
    () =>
      resource
        ? {
            open: (one) => navigate(recordPath(resource, one)),
            edit: (one) => setForm({ id: one }),
            create: () => setForm({ id: null }),
            go: (path) => navigate(path),
          }
        : null,
    [resource, navigate],
  )
  if (!resource || !screen) return null
  return (
    <ResourceScope resource={resource}>
      <ScreenProvider value={screen}>
        <RecordList bound={bound} embeddedIn={`${parent.name}.${tab.id}`} />
        {form && (
          <Suspense>
            <FormDialog id={form.id} prefill={form.id === null ? prefill : undefined} onClose={() => setForm(null)} />
          </Suspense>
        )}
      </ScreenProvider>
    </ResourceScope>
  )
}
