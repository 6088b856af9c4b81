import { Type, type Static } from 'typebox'
import { defineCall } from './call'

/** The module of the page on which the console checks itself; root alone. */
export const TESTS = 'tests'
const Key = Type.String({ maxLength: 40, pattern: '^[a-z][a-z0-9_]*$' })

/** `GET tests`: what can be checked, in its order. */
export const testsCall = defineCall({
  method: 'GET',
  path: TESTS,
  access: 'session',
  request: Type.Object({}),
  response: Type.Object({ items: Type.Array(Type.Object({ id: Type.String(), name: Type.String() })) }),
})

/**
 * `GET tests/run {id}`: one check, which answers in good time whatever it meets: `said` is what it found, `advice` what
 * to do about it.
 */
export const runTestCall = defineCall({
  method: 'GET',
  path: `${TESTS}/run`,
  access: 'session',
  request: Type.Object({ id: Key }),
  response: Type.Object({
    item: Type.Object({
      id: Type.String(),
      name: Type.String(),
      /** `off`: there is nothing to check. */
      state: Type.Union([Type.Literal('ok'), Type.Literal('warning'), Type.Literal('failed'), Type.Literal('off')]),
      said: Type.String(),
      advice: Type.Union([Type.String(), Type.Null()]),
      /** Milliseconds that it took. */
      took_ms: Type.Integer(),
    }),
  }),
})
export type TestResult = Static<typeof runTestCall.response>['item']
