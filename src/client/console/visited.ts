import { useTranslate } from 'react-admin'
import { useEffect, useState } from 'react'
import { mayOpen } from '../session/may-open'
import { recordPath } from '../provider/paths'
import { useConsole } from './console'
import { resourceTitle } from './labels'
import { storage } from '../session/storage'

// As many as a person remembers having seen.
const MAX_VISITED = 10

interface Visit {
  readonly resource: string
  readonly id: number | string
  readonly name: string
}

interface Visited extends Visit {
  readonly url: string
  readonly icon: string
  readonly catalogue: string
}

const keyOf = (user: number): string => `visited.${user}`

function visitsOf(user: number): readonly Visit[] {
  const held = storage.read(keyOf(user))
  return Array.isArray(held)
    ? held.filter(
        (one): one is Visit =>
          typeof one === 'object' && one !== null && 'resource' in one && 'id' in one && 'name' in one,
      )
    : []
}

/** Keeps in this browser that somebody looked at a record. */
export function useVisit(resource: string, id: number | string | null, name: string): void {
  const { actor } = useConsole()
  useEffect(() => {
    if (id === null || name === '') return
    const others = visitsOf(actor.id).filter((one) => one.resource !== resource || String(one.id) !== String(id))
    storage.write(keyOf(actor.id), [{ resource, id, name }, ...others].slice(0, MAX_VISITED))
  }, [actor.id, resource, id, name])
}

/** The records that somebody looked at last in this browser, of the catalogues that they still see. */
export function useVisited(): readonly Visited[] {
  const { actor, model } = useConsole()
  const translate = useTranslate()
  const [visits] = useState(() => visitsOf(actor.id))
  return visits.flatMap(({ resource: of, id, name }) => {
    const resource = Object.hasOwn(model.resources, of) ? model.resources[of] : undefined
    if (!resource || !mayOpen(actor, model, of, 'show')) return []
    return [
      {
        resource: of,
        id,
        name,
        url: recordPath(resource, id),
        icon: resource.menu.icon,
        catalogue: resourceTitle(translate, resource),
      },
    ]
  })
}
