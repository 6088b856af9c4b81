import { describe, expect, test } from 'vitest'
import type { Actor } from '../../src/model/rights/actor'
import type { Scope } from '../../src/model/entity'
import type { JsonObject } from '../../src/model/json'
import { isOwned } from '../../src/client/resource/owned'
import { actorOf, SCOPES } from '../model/model-fixture'

const PLACES: Scope = { company: 'id_company', branch: 'id_company.id_branch', user: 'id_client', shared: true }
const person = actorOf({}, { operator: false, id: 9 })

describe('what a menu offers to change', () => {
  const owns = (actor: Actor, record: JsonObject, scope = PLACES): boolean =>
    isOwned(SCOPES, { scope }, actor, record, { record, user: actor.facts, setting: {}, now_ms: 0 })

  test("is what is the user's own: what all share is the house's", () => {
    expect(owns(person, { id_company: null, id_client: 9 })).toBe(true)
    expect(owns(person, { id_company: null, id_client: null })).toBe(false)
    expect(owns({ ...person, scopes: { company: 7 } }, { id_company: 7, id_client: null })).toBe(true)
    expect(owns({ ...person, scopes: { company: 7 } }, { id_company: null, id_client: null })).toBe(false)
    expect(owns(person, {}, { shared: true })).toBe(false)
    expect(owns(actorOf({}), { id_company: null, id_client: null })).toBe(true)
  })

  test('is left to the server where the record does not say whose it is', () => {
    expect(owns(person, { id: 1 })).toBe(true)
    expect(owns(actorOf({}, { scopes: { branch: [1] } }), { id_company: 7 })).toBe(true)
  })
})
