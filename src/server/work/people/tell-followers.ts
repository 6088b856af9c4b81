import { actionKeys } from '../../../model/field-words'
import type { Resource } from '../../../model/resource'
import type { Tx } from '../../platform/database/database'
import { fieldLabel } from '../../records/fields/labels'
import { seenFields } from '../../records/fields/seen-fields'
import { contextOf, type RecordContext } from '../../records/record-context'
import type { Happened, Telling } from '../../records/write/participants'
import { followersOf } from './followers'
import { seerOf, type Seer } from './record-at'
import { nameOfUser, tellPeople } from './told'

/**
 * Tells the followers of changed records what has changed, as far as they see it, within the transaction that changes
 * them.
 */
export async function tellFollowers(
  context: RecordContext,
  { tx }: Telling,
  happened: readonly Happened[],
): Promise<void> {
  const { model, entity, actor } = context
  const catalogues = Object.values(model.resources).filter(
    (one) => one.entity === entity.name && one.follow !== undefined,
  )
  const changed = happened.filter(
    ({ before, removed, fields, move }) => before !== null && !removed && (fields.length > 0 || move !== undefined),
  )
  if (catalogues.length === 0 || changed.length === 0) return
  const followers = await followersOf(
    tx,
    entity.name,
    changed.map(({ id }) => String(id)),
    actor.id,
  )
  for (const one of changed) {
    for (const id_user of followers.get(String(one.id)) ?? []) await tellOne(context, tx, catalogues, one, id_user)
  }
}

async function tellOne(
  context: RecordContext,
  tx: Tx,
  catalogues: readonly Resource[],
  { id, fields, move }: Happened,
  id_user: number,
): Promise<void> {
  const {
    entity,
    actor,
    runtime: { words },
  } = context
  for (const resource of catalogues) {
    const there = contextOf(context, entity, resource)
    const seer = await seerOf(there, tx, id_user, id, 'follow')
    if (!seer) continue
    const { language } = seer.actor
    const what = move === undefined ? shownFields(there, seer, fields).join(', ') : moveTitle(there, move, language)
    if (what === '') return
    const by = await nameOfUser(context, tx, actor.id, language)
    await tellPeople(there, tx, { id, event: move === undefined ? 'changed' : 'moved', below: null }, [
      {
        id_user,
        effect: 'change',
        name: seer.title,
        ...(move !== undefined && { move }),
        subject: words.say(language, move === undefined ? 'people.told.change' : 'people.told.move', {
          by,
          name: seer.title,
        }),
        body: what,
      },
    ])
    return
  }
}

/** What a move is called in somebody's language. */
function moveTitle({ resource, runtime: { words } }: RecordContext, move: string, language: string): string {
  const action = resource.actions.find((one) => one.move && one.id === move)
  const said = (action ? actionKeys(resource, action) : [])
    .map((key) => [key, words.say(language, key)] as const)
    .find(([key, text]) => text !== key)?.[1]
  return said ?? action?.title ?? move
}

/** Labels of the changed fields that somebody sees in every record. */
function shownFields(there: RecordContext, { actor }: Seer, fields: readonly string[]): readonly string[] {
  const {
    entity,
    resource,
    runtime: { words },
  } = there
  const seen = seenFields({ ...there, actor }).fields
  return fields.flatMap((name) => {
    const field = entity.fields[name]
    return field && !field.system && seen.get(name) === null
      ? [fieldLabel(words, actor.language, resource, field, name)]
      : []
  })
}
