import { expect, test } from 'vitest'
import { namesTwice, unusedExports } from './exports'
import { providerCasts } from './own-writes'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT, sourceFiles } from './import-graph'
import { lostStays, walks } from './walks'
import { unsaidPlaces } from './weak-maps'

test("the console's data provider casts no answer: give the call its line in src/model/catalogue-answers.ts or shell-answers.ts, which the server answers too", () => {
  expect(providerCasts()).toEqual([])
})

test('the walks of docs/architecture.md lead through the files that it names, each imported by one before it', () => {
  expect(walks().map(({ stays }) => stays.length > 4)).toEqual([true, true, true, true, true])
  expect(lostStays()).toEqual([])
})

test('nothing new is found by its database, transaction or runtime, where it could be handed on', () => {
  expect(unsaidPlaces()).toEqual([])
})

test('a name is exported only where another file takes it', () => {
  expect(
    unusedExports().map(
      ({ file, name }) =>
        `${file} exports ${name}, which nobody takes: leave out the word export, or what it stands before`,
    ),
  ).toEqual([])
})

test('an exported name means one thing in the project: call the other one what it is', () => {
  expect(namesTwice()).toEqual([])
})

test('who is of the staff is asked of isOfStaff (#engine/model), and of isStaff (#app/asker) without the people of a company', () => {
  const byHand = /\b(?:root \|\| (?:\w+\.)*operator|operator \|\| (?:\w+\.)*root)\b/
  const found = [...sourceFiles('src'), ...sourceFiles('custom')].filter((file) =>
    byHand.test(readFileSync(join(ROOT, file), 'utf8')),
  )
  // The first says what it is; the second derives an actor, who is not there yet.
  expect(found.sort()).toEqual(['src/model/rights/actor.ts', 'src/server/language/actor/actor.ts'])
})
