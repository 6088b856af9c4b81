import { useGetOne, useLocation, useNavigate, type RaRecord } from 'react-admin'
import { useMemo } from 'react'
import { matchPath, Navigate } from 'react-router-dom'
import type { Resource } from '../../../model/resource'
import { useConsole } from '../../console/console'
import { mayUseModule } from '../../session/may-open'
import { useHeldKeys } from '../../../ui/keys'
import { createPath, editPath, recordPath, type PathPlace } from '../../provider/paths'
import { ResourceScope } from '../scope'
import { ScreenProvider, type Screen } from '../screen'
import DetailPage from './DetailPage'

type Listed = Extract<PathPlace, { readonly at: 'listed' }>

/**
 * The page of a record at the address below the tab that lists it; a record of another, and one that a feature draws,
 * are where they belong.
 */
export default function ListedRecord({ place }: { readonly place: Listed }) {
  const { model, actor, features } = useConsole()
  const resource = model.resources[place.resource]
  if (!resource) return <Navigate to="/" replace />
  const own = recordPath(resource, place.id)
  const isDrawn = features.some(({ routes = [] }) => routes.some(({ path }) => matchPath(path, own) !== null))
  // Its own page says to whom it is closed.
  if (isDrawn || !resource.module || !mayUseModule(actor, resource.module, 'see')) return <Navigate to={own} replace />
  return <OfOwner place={place} resource={resource} />
}

function OfOwner({ place: { id, by, owner }, resource }: { readonly place: Listed; readonly resource: Resource }) {
  const { data } = useGetOne<RaRecord, Error>(resource.name, { id }, { retry: false })
  return data && String(data[by]) !== owner ? (
    <Navigate to={recordPath(resource, id)} replace />
  ) : (
    <Page resource={resource} id={id} />
  )
}

function Page({ resource, id }: { readonly resource: Resource; readonly id: string }) {
  const navigate = useNavigate()
  const held = useHeldKeys()
  const { search } = useLocation()
  const screen = useMemo<Screen>(() => {
    // Behind a form in a dialog stands the record's own page.
    const openForm = (path: string, more: object = {}) => {
      held.hold('opening')
      void navigate({ pathname: path, search }, { state: { dialog: true, behind: recordPath(resource, id), ...more } })
    }
    return {
      open: (one) => navigate(recordPath(resource, one)),
      edit: (one) => openForm(editPath(resource, one)),
      create: () => openForm(createPath(resource)),
      begin: (values) => openForm(createPath(resource), { begin: values }),
      copy: (one) => openForm(createPath(resource), { copy: one }),
      go: (path) => navigate(path),
    }
  }, [resource, id, navigate, held, search])
  return (
    <ResourceScope resource={resource}>
      <ScreenProvider value={screen}>
        <DetailPage key={id} id={id} tab={null} />
      </ScreenProvider>
    </ResourceScope>
  )
}
