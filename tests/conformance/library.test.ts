import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkedModel } from '../../src/server/language/metadata/metadata'
import { readSourceFiles } from '../../src/server/language/metadata/source-files'
import { missingWords } from '../../src/server/language/words/missing-words'
import { readProjectWords } from '../../src/server/language/words/read-words'
import { mailKinds } from '../../src/server/work/mail/mail-kinds'
import { defaultSettings } from '../../src/server/language/settings/defaults'
import { applicationSuite } from './application-suite'

const root = join(import.meta.dirname, '../applications/library')
const files = await readSourceFiles(root)
const words = readProjectWords({ root, codeRoot: join(import.meta.dirname, '../..') })

// Another trade, by metadata alone: what holds of this application's catalogues holds of any.
applicationSuite(files, [], words)

/** The names of icons are the engine's, a taxi's too; the framework's own texts are its package's. */
const OTHERS = /^(icons|ra)\./

test('says all of its texts in its languages, and nothing of rides in any', () => {
  const model = checkedModel(files, [])
  expect(words.languages).toEqual(['es', 'en', 'he'])
  expect(missingWords(words, model, [])).toEqual([])
  const texts = words.languages.flatMap((language) =>
    words
      .ownKeys(language)
      .filter((key) => !OTHERS.test(key))
      .map((key) => `${language} ${key}: ${words.say(language, key)}`),
  )
  const said = [...texts, JSON.stringify(model), JSON.stringify(mailKinds([])), JSON.stringify(defaultSettings([]))]
  const trade =
    /toolrides|\bviajes?\b|conductor|pasajer|veh[ií]cul|tarifa|despach|flota|\b(rides?|drivers?|passengers?|vehicles?|fares?|dispatch\w*|fleets?)\b|נהג|נסיע/i
  expect(said.filter((text) => trade.test(text)).map((text) => text.slice(0, 200))).toEqual([])
  expect(said.length).toBeGreaterThan(3000)
})
