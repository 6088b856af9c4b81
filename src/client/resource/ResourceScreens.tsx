import { useLocation, useNavigate, type Identifier } from 'react-admin'
import { lazy, Suspense, useEffect, useMemo, type ReactNode } from 'react'
import type { JsonObject } from '../../model/json'
import { pageRoute } from '../../model/record-route'
import type { Resource } from '../../model/resource'
import { ofEveryRow } from './import/of-every-row'
import { RecordList } from './RecordList'
import { createPath, editPath, importPath, placeOf, recordPath, type PathPlace } from '../provider/paths'
import { useHeldKeys } from '../../ui/keys'
import { ResourceScope } from './scope'
import { ScreenProvider, type Screen } from './screen'

// The list is part of this chunk; the rest is loaded on demand.
const FormDialog = lazy(() => import('./form/FormDialog'))
const FormPage = lazy(() => import('./form/FormPage'))
const DetailPage = lazy(() => import('./detail/DetailPage'))
const DetailDialog = lazy(() => import('./detail/DetailDialog'))
const ListedRecord = lazy(() => import('./detail/ListedRecord'))
const ImportDialog = lazy(() => import('./import/ImportDialog'))
const SingletonPage = lazy(() => import('./detail/SingletonPage'))
const ParamScreens = lazy(() => import('./param/ParamScreens'))

/** What a dialog keeps in the history: that a page of this console opened it, and which page is behind it. */
interface DialogState {
  readonly dialog: true
  readonly behind: string
  /** The record that the new one begins like. */
  readonly copy?: Identifier
  /** What the new record begins with. */
  readonly begin?: JsonObject
  /** The line of a record that was not saved, and is opened again. */
  readonly line?: string
}

/** The generated pages of one resource, whatever its kind. */
export default function ResourceScreens({ resource, waiting = null }: { resource: Resource; waiting?: ReactNode }) {
  if (resource.singleton)
    return (
      <Suspense fallback={waiting}>
        <SingletonPage resource={resource} />
      </Suspense>
    )
  if (resource.param)
    return (
      <Suspense fallback={waiting}>
        <ParamScreens resource={resource} waiting={waiting} />
      </Suspense>
    )
  return <RecordScreens resource={resource} waiting={waiting} />
}

interface RecordScreensProps {
  readonly resource: Resource
  readonly waiting?: ReactNode
  /** Filters that follow from the list's address, and values of records created there. */
  readonly bound?: JsonObject
  readonly prefill?: JsonObject
  /** Between the list's title and its filters. */
  readonly above?: ReactNode
}

/**
 * The pages of records, by the path below the resource's route. A form in a dialog has an address of its own, and the
 * list or the record it was opened from stays where it was behind it.
 */
export function RecordScreens({ resource, waiting = null, bound, prefill, above }: RecordScreensProps) {
  const location = useLocation()
  const navigate = useNavigate()
  const held = useHeldKeys()
  const { pathname, search } = location
  const state = location.state as Partial<DialogState> | null
  const place = placeOf(resource, pathname) ?? { at: 'list' }
  const isForm = place.at === 'create' || place.at === 'edit'
  const inDialog = resource.form.in === 'dialog'
  const overPage = (isForm && inDialog) || place.at === 'import'
  const behind: PathPlace = overPage ? (state?.behind && placeOf(resource, state.behind)) || { at: 'list' } : place

  const screen = useMemo<Screen>(() => {
    const openForm = (path: string, more: Pick<DialogState, 'copy' | 'begin'> = {}) => {
      held.hold('opening')
      void navigate(
        { pathname: path, search },
        { state: { dialog: true, behind: pathname, ...more } satisfies DialogState },
      )
    }
    return {
      open(id) {
        held.hold('opening')
        void navigate(resource.detail.over ? { pathname: recordPath(resource, id), search } : recordPath(resource, id))
      },
      edit: (id) => openForm(editPath(resource, id)),
      create: () => openForm(createPath(resource)),
      begin: (values) => openForm(createPath(resource), { begin: values }),
      copy: (id) => openForm(createPath(resource), { copy: id }),
      bring: resource.import ? () => openForm(importPath(resource)) : undefined,
      go: (path) => navigate(path),
    }
  }, [resource, navigate, held, pathname, search])

  // A page of a feature's own takes its keys at once.
  useEffect(() => () => held.arrive(), [held])
  const close = () => {
    if (state?.dialog) navigate(-1)
    else navigate({ pathname: resource.route, search }, { replace: true })
  }
  // The list keeps its filters, which the address of the record has too.
  const isOver = behind.at === 'detail' && resource.detail.over === true
  const toList = () => navigate({ pathname: pageRoute(resource), search }, { replace: true })
  const formId: Identifier | null = place.at === 'edit' ? place.id : null
  const copy = place.at === 'create' ? state?.copy : undefined
  const begin = place.at === 'create' ? state?.begin : undefined
  const values = useMemo(() => (prefill || begin ? { ...begin, ...prefill } : undefined), [prefill, begin])
  if (place.at === 'listed')
    return (
      <Suspense fallback={waiting}>
        <ListedRecord key={place.id} place={place} />
      </Suspense>
    )
  return (
    <ResourceScope resource={resource}>
      <ScreenProvider value={screen}>
        {(behind.at === 'list' || isOver) && <RecordList bound={bound} above={above} />}
        <Suspense fallback={waiting}>
          {isOver && <DetailDialog key={behind.id} id={behind.id} tab={behind.tab} onClose={toList} />}
          {behind.at === 'detail' && !isOver && (
            <DetailPage key={behind.id} id={behind.id} tab={behind.tab} over={behind.over} />
          )}
          {isForm && !inDialog && (
            <FormPage
              key={formId ?? `new ${state?.line ?? ''}`}
              id={formId}
              copy={copy}
              prefill={formId === null ? values : undefined}
              onClose={close}
            />
          )}
        </Suspense>
        {isForm && inDialog && (
          <Suspense>
            <FormDialog
              key={formId ?? `new ${state?.line ?? ''}`}
              id={formId}
              copy={copy}
              prefill={formId === null ? values : undefined}
              onClose={close}
            />
          </Suspense>
        )}
        {place.at === 'import' && (
          <Suspense>
            <ImportDialog
              run={place.run}
              values={ofEveryRow(resource, bound)}
              onClose={close}
              onRun={(run) =>
                navigate({ pathname: importPath(resource, run), search }, { replace: true, state: state ?? undefined })
              }
            />
          </Suspense>
        )}
      </ScreenProvider>
    </ResourceScope>
  )
}
