import { USER_FACTS } from '../rights/actor'
import { roleFlags } from '../rights/role-flags'
import type { FieldTypes } from '../field-type'
import type { Model } from '../model'
import type { Entity } from '../entity'
import type { EffectRoom } from './build-effects'

/** What an effect over an entity may look at when it is written in the console, where there is a whole Model. */
export function effectRoom(
  { entities, application }: Model,
  fieldTypes: FieldTypes,
  entity: Entity,
  channels: readonly string[],
): EffectRoom {
  const own = Object.values(entities.users?.fields ?? {}).filter(
    ({ secret, type }) => !secret && fieldTypes[type]?.writeOnly !== true,
  )
  const bounds = Object.values(application.scopes).flatMap(({ wire, fact }) => (fact ? [wire] : []))
  return {
    channels,
    rules: {
      entity,
      entities,
      fieldTypes,
      facts: [...USER_FACTS, ...roleFlags({ entities }), ...bounds, ...own.map(({ name }) => name)],
      settings: null,
    },
  }
}
