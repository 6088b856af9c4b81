import { sql } from 'kysely'
import { chosenScope } from '../../../model/application'
import type { Model } from '../../../model/model'
import { maySee } from '../../../model/rights/access'
import type { Resource } from '../../../model/resource'
import { isZone } from '../../../model/values/zone-offset'
import { loadActor } from '../../language/actor/actor'
import type { Db, Tx } from '../../platform/database/database'
import { all, withinScope } from '../../records/fields/in-scope'
import { contextOf, type RecordContext } from '../../records/record-context'
import { idArray, readId, type RecordId } from '../../records/record-id'
import { valueAt, type RecordValues } from '../templates/event-values'
import type { LiveEffect } from './live-effect'
import type { Style } from '../templates/template-text'
import { livingRows } from '../../platform/database/engine-tables'

/** Who gets a message. */
export interface Receiver extends Style {
  /** Null: an address that is nobody's account here. */
  readonly id_user: number | null
  readonly email: string | null
  readonly name: string
}

/** More people than that are not told of one event by a role. */
const MAX_OF_ROLE = 200

/** Finds who gets messages about records of one entity; what it has found it keeps for the next. */
export class Receivers {
  readonly #people = new Map<number, Receiver | null>()
  readonly #roles = new Map<string, Promise<ReadonlyMap<RecordId, readonly number[]>>>()
  readonly #context: RecordContext
  readonly #tx: Tx
  readonly #ids: readonly RecordId[]

  /** @param ids the records that roles may be told of */
  constructor(context: RecordContext, tx: Tx, ids: readonly RecordId[]) {
    this.#context = context
    this.#tx = tx
    this.#ids = ids
  }

  /** Each receiver once. */
  async of(effect: LiveEffect, id: RecordId, values: RecordValues): Promise<readonly Receiver[]> {
    const found: Receiver[] = []
    for (const one of effect.to) {
      if (one.kind === 'address') found.push(this.#address(one.address))
      else if (one.kind === 'email') {
        const at = valueAt(values, one.path)
        const address = at?.record[at.name]
        if (typeof address === 'string' && address !== '') found.push(this.#address(address))
      } else if (one.kind === 'person') {
        const at = valueAt(values, one.path)
        const named = at?.record[at.name] ?? null
        found.push(
          ...(await this.#named(
            (Array.isArray(named) ? named : [named]).flatMap((user) => (typeof user === 'number' ? [user] : [])),
          )),
        )
      } else found.push(...(await this.#named((await this.#ofRole(one.role, effect.resource)).get(id) ?? [])))
    }
    const once = new Map<string, Receiver>()
    for (const receiver of found) {
      const who = whoOf(effect, receiver)
      // An address that is also a known person's is written to in their language.
      if ((once.get(who)?.id_user ?? null) === null) once.set(who, receiver)
    }
    return [...once.values()]
  }

  #address(email: string): Receiver {
    const { settings, runtime } = this.#context
    return {
      id_user: null,
      email,
      name: email,
      language: runtime.words.languages[0] ?? 'es',
      zone: String(settings.timezone ?? 'UTC'),
    }
  }

  async #named(ids: readonly number[]): Promise<readonly Receiver[]> {
    const unknown = [...new Set(ids)].filter((id) => !this.#people.has(id))
    if (unknown.length > 0) {
      const read = await readPeople(this.#context, this.#tx, unknown)
      for (const id of unknown) this.#people.set(id, read.get(id) ?? null)
    }
    return ids.flatMap((id) => this.#people.get(id) ?? [])
  }

  #ofRole(role: string | number, resource: Resource): Promise<ReadonlyMap<RecordId, readonly number[]>> {
    const key = `${resource.name} ${role}`
    const known = this.#roles.get(key) ?? whoMaySee(this.#context, this.#tx, role, resource, this.#ids)
    this.#roles.set(key, known)
    return known
  }
}

/** What tells the receivers of one event apart. */
export const whoOf = ({ channel }: Pick<LiveEffect, 'channel'>, { id_user, email }: Receiver): string =>
  channel === 'mail' || id_user === null ? (email ?? '').toLowerCase() : `user ${id_user}`

/** Active users, with the zone of the place they work in. */
export async function readPeople(
  { model, settings, runtime }: Pick<RecordContext, 'model' | 'settings' | 'runtime'>,
  tx: Db | Tx,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Receiver>> {
  const rows = await livingRows(tx, 'users as u')
    .where('u.id', '=', sql<number>`any(${[...ids]}::int[])`)
    .where('u.state', '=', '1')
    .select(['u.id', 'u.email', 'u.language', 'u.name', 'u.surname', placeZone(model).as('zone')])
    .execute()
  const known = runtime.words.languages
  return new Map(
    rows.map(({ id, email, language, name, surname, zone }): [number, Receiver] => [
      Number(id),
      {
        id_user: Number(id),
        email: typeof email === 'string' ? email : null,
        name: [name, surname].filter((part) => typeof part === 'string').join(' '),
        language: typeof language === 'string' && known.includes(language) ? language : (known[0] ?? 'es'),
        zone: typeof zone === 'string' && isZone(zone) ? zone : String(settings.timezone ?? 'UTC'),
      },
    ]),
  )
}

function placeZone({ application, entities }: Model) {
  const field = chosenScope(application.scopes)?.scope.field
  const place = entities[entities.users?.fields[field ?? '']?.ref?.to ?? '']
  if (field === undefined || !place?.fields.timezone) return sql<string | null>`null::text`
  return sql<string | null>`(select p.timezone from ${sql.table(place.name)} p where p.id = ${sql.ref(`u.${field}`)})`
}

/** The people of a role by the records that they may see: a role may have people of several companies. */
async function whoMaySee(
  context: RecordContext,
  tx: Tx,
  role: string | number,
  resource: Resource,
  ids: readonly RecordId[],
): Promise<ReadonlyMap<RecordId, readonly number[]>> {
  const { runtime, entity } = context
  const people = await livingRows(tx, 'users as u')
    .innerJoin('roles as r', 'r.id', 'u.id_role')
    .where(typeof role === 'number' ? 'r.id' : 'r.name', '=', role)
    .where('r.state', '=', '1')
    .where('r.date_deleted', 'is', null)
    .where('u.state', '=', '1')
    .select('u.id')
    .orderBy('u.id')
    .limit(MAX_OF_ROLE)
    .execute()
  const seen = new Map<RecordId, number[]>()
  for (const { id } of people) {
    const actor = await loadActor(tx, runtime, Number(id))
    if (!actor || !maySee(actor, resource)) continue
    const there = { ...contextOf(context, entity, resource), actor }
    const { rows } = await sql<{ id: unknown }>`select t.id from ${sql.table(entity.name)} as t
      where t.id = any(${idArray(entity, ids)}) and ${all(withinScope(there, 't', 'read'))}`.execute(tx)
    for (const row of rows) seen.set(readId(entity, row.id), [...(seen.get(readId(entity, row.id)) ?? []), Number(id)])
  }
  return seen
}
