import { useMemo } from 'react'
import { useTranslate } from 'react-admin'
import { MIN_FIND } from '../../model/find-call'
import { useConsole } from '../console/console'
import { resourceTitle } from '../console/labels'
import { listPath } from '../report/drill'
import { recordPath } from '../provider/paths'
import { useFoundParts } from './use-found-parts'

/** A place that the search leads to, with the catalogue that it belongs to. */
export interface FoundPage {
  readonly id: string
  readonly title: string
  readonly detail: string | null
  readonly icon: string | null
  readonly url: string
}
interface FoundGroup {
  readonly key: string
  readonly title: string
  readonly places: readonly FoundPage[]
}

/**
 * The records with a text, by catalogue; `busy` while what is shown belongs to an earlier text, `isGoingOn` while more
 * may come.
 */
export function useFound(text: string): {
  readonly groups: readonly FoundGroup[]
  readonly busy: boolean
  readonly isGoingOn: boolean
  readonly failure: unknown
} {
  const translate = useTranslate()
  const { model } = useConsole()
  const q = text.trim()
  const isAsked = q.length >= MIN_FIND
  const found = useFoundParts(q)
  const groups = useMemo(() => {
    // Several catalogues list the same records.
    const met = new Set<string>()
    return found.items.flatMap(({ resource: name, records, more }): FoundGroup[] => {
      const resource = model.resources[name]
      if (!resource) return []
      const { icon } = resource.menu
      const places = records.flatMap(({ id, label, detail }): FoundPage[] => {
        const key = `${resource.entity} ${id}`
        if (met.has(key)) return []
        met.add(key)
        return [{ id: `${name}-${id}`, title: label, detail, icon, url: recordPath(resource, id) }]
      })
      if (places.length === 0) return []
      const all = {
        id: `${name}-all`,
        title: translate('shell.find_all'),
        detail: null,
        icon: 'search',
        url: listPath(resource, { q: found.q }),
      }
      return [{ key: name, title: resourceTitle(translate, resource), places: more ? [...places, all] : places }]
    })
  }, [found, model, translate])
  const isCurrent = found.q === q
  return {
    groups: isAsked ? groups : [],
    busy: isAsked && !isCurrent,
    isGoingOn: isAsked && (!isCurrent || found.isGoingOn),
    failure: isAsked && isCurrent ? found.failure : null,
  }
}
