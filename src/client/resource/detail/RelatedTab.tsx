import { useLocation, useNavigate, type Identifier } from 'react-admin'
import { lazy, Suspense, useMemo } from 'react'
import { Navigate } from 'react-router-dom'
import type { JsonObject } from '../../../model/json'
import type { Resource, Tab } from '../../../model/resource'
import { useConsole } from '../../console/console'
import { mayOpen } from '../../session/may-open'
import { useHeldKeys } from '../../../ui/keys'
import { RecordList } from '../RecordList'
import { ofEveryRow } from '../import/of-every-row'
import { recordPath, tabFormPath, tabImportPath, type TabDialog } from '../../provider/paths'
import { ResourceScope, useScope } from '../scope'
import { ScreenProvider, type Screen } from '../screen'

const FormDialog = lazy(() => import('../form/FormDialog'))
const ImportDialog = lazy(() => import('../import/ImportDialog'))

interface RelatedTabProps {
  readonly tab: Extract<Tab, { kind: 'resource' }>
  readonly record: JsonObject
  /** The form or the import that the address names, over the list. */
  readonly over?: TabDialog
}

/** The same with these columns of its list, as far as it is the user's to see them; the others are below a row. */
function withColumns(resource: Resource, names: readonly string[] | undefined): Resource {
  if (!names) return resource
  const { columns, details } = resource.list
  const shown = names.flatMap((name) => columns.filter(({ f }) => f === name))
  const others = columns.filter((column) => !shown.includes(column))
  return { ...resource, list: { ...resource.list, columns: shown, details: [...others, ...details] } }
}

/**
 * Records of another resource that belong to this one; new ones belong to it from the start, and those of a file too.
 */
export function RelatedTab({ tab, record, over }: RelatedTabProps) {
  const { model, actor } = useConsole()
  const { resource: parent, nameOf, headingOf } = useScope()
  const whole = model.resources[tab.resource]
  const resource = useMemo(() => whole && withColumns(whole, tab.columns), [whole, tab.columns])
  const navigate = useNavigate()
  const held = useHeldKeys()
  const location = useLocation()
  const id = record['id'] as Identifier
  const bound = useMemo<JsonObject>(() => ({ [tab.by]: id }), [tab.by, id])
  const name = nameOf(record)
  const prefill = useMemo<JsonObject>(() => ({ ...bound, [`${tab.by}__label`]: name }), [bound, tab.by, name])
  const every = useMemo(
    () => (resource && mayOpen(actor, model, resource.name, 'create') ? ofEveryRow(resource, bound) : undefined),
    [resource, actor, model, bound],
  )
  const screen = useMemo<Screen | null>(() => {
    if (!resource) return null
    const openForm = (
      one: Identifier | null,
      more: { readonly copy?: Identifier; readonly begin?: JsonObject } = {},
    ) => {
      held.hold('opening')
      void navigate(
        { pathname: tabFormPath(parent, id, tab.id, one), search: location.search },
        { state: { dialog: true, ...more } },
      )
    }
    return {
      open: (one) => navigate(recordPath(resource, one)),
      edit: (one) => openForm(one),
      create: () => openForm(null),
      begin: (values) => openForm(null, { begin: values }),
      copy: (one) => openForm(null, { copy: one }),
      ...(every && {
        bring: () =>
          navigate(
            { pathname: tabImportPath(parent, id, tab.id), search: location.search },
            { state: { dialog: true } },
          ),
      }),
      go: (path) => navigate(path),
    }
  }, [resource, every, parent, id, tab.id, navigate, held, location.search])
  const state = location.state as { dialog?: boolean; copy?: Identifier; begin?: JsonObject; line?: string } | null
  const begin = state?.begin
  const values = useMemo(() => ({ ...begin, ...prefill }), [begin, prefill])
  if (!resource || !screen) return null
  const close = () => {
    // Opened from this list, closing goes one step back; opened by its address, closing goes to the list.
    if (state?.dialog) navigate(-1)
    else navigate({ pathname: recordPath(parent, id, tab.id), search: location.search }, { replace: true })
  }
  return (
    <ResourceScope resource={resource}>
      <ScreenProvider value={screen}>
        <RecordList bound={bound} embeddedIn={`${parent.name}.${tab.id}`} />
        {over?.at === 'form' && (
          <Suspense>
            <FormDialog
              key={over.id ?? `new ${state?.line ?? ''}`}
              id={over.id}
              copy={over.id === null ? state?.copy : undefined}
              prefill={over.id === null ? values : undefined}
              onClose={close}
            />
          </Suspense>
        )}
        {over?.at === 'import' &&
          (every ? (
            <Suspense>
              <ImportDialog
                run={over.run}
                values={every}
                of={headingOf(record)}
                onClose={close}
                onRun={(run) =>
                  navigate(
                    { pathname: tabImportPath(parent, id, tab.id, run), search: location.search },
                    { replace: true, state },
                  )
                }
              />
            </Suspense>
          ) : (
            <Navigate replace to={{ pathname: recordPath(parent, id, tab.id), search: location.search }} />
          ))}
      </ScreenProvider>
    </ResourceScope>
  )
}
