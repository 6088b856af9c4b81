import { useEffect, useRef } from 'react'
import type { Identifier } from 'react-admin'
import { useFormContext } from 'react-hook-form'
import type { JsonObject } from '../../../model/json'
import { isSame } from '../../../model/values/same'
import { useProvider } from '../../console/provider'
import { rowsBeside } from '../../form/rebase'
import { useScope } from '../scope'

interface SavedBesideProps {
  readonly id: Identifier
  /** What the form goes on from now. */
  readonly base: JsonObject
  /** Saved by this user beside the form. */
  readonly versions: ReadonlySet<number>
  readonly onTake: (stored: JsonObject) => void
}

/**
 * Takes over what the form's own user has saved of its record elsewhere on the page. A version of somebody else between
 * or above theirs is left alone: saving meets it as a conflict. Draws nothing.
 */
export function SavedBeside({ id, base, versions, onTake }: SavedBesideProps) {
  const provider = useProvider()
  const { resource, entity } = useScope()
  const { getValues, setValue } = useFormContext()
  const begun = Number(base['version'])
  let last = begun
  while (versions.has(last + 1)) last += 1
  const take = (stored: JsonObject): void => {
    if (Number(stored['version']) !== last) return
    for (const { name, children } of Object.values(entity.fields)) {
      const mine = getValues(name) as JsonObject[string] | undefined
      if (children && mine !== undefined && !isSame(mine, base[name] ?? null))
        setValue(name, rowsBeside(mine, base[name], stored[name]), { shouldDirty: true })
    }
    onTake(stored)
  }
  const latest = useRef(take)
  useEffect(() => {
    latest.current = take
  })
  useEffect(() => {
    if (last === begun) return undefined
    let isOver = false
    // Where it cannot be read, saving meets the conflict, and asks.
    provider.form(resource.name, Number(id)).then(
      ({ item }) => {
        if (!isOver) latest.current(item)
      },
      () => undefined,
    )
    return () => {
      isOver = true
    }
  }, [provider, resource.name, id, last, begun])
  return null
}
