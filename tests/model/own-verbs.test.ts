import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { MOVES } from '../../custom/services/model/life-cycle'
import { readWords } from '../../src/server/language/words/read-words'
import { IN_THE_AIR } from '../conformance/log-sentences'
import { ROOT, sourceFiles } from '../house/import-graph'

// The verbs that features and the engine write into the activity by themselves, found in the code: `log-sentences.ts`
// walks what the catalogues do.
const words = readWords(join(ROOT, 'i18n'))
/** They keep lines and ask for them, whatever their verbs. */
const READERS = ['src/server/language/audit.ts', 'src/server/records/log/log-query.ts']
const files = [...sourceFiles('custom'), ...sourceFiles('src/server')].filter(
  (file) => !file.startsWith('custom/demo/') && !file.includes('/client/') && !READERS.includes(file),
)
const code = files.map((file) => ({ file, text: readFileSync(join(ROOT, file), 'utf8') }))
const whole = code.map(({ text }) => text).join('\n')

/**
 * Members of a union of texts that is declared somewhere: `type PlanSource = 'hand' | 'built'`, or the same as a
 * contract.
 */
const membersOf = (type: string): readonly string[] => {
  const declared = new RegExp(`(?:type|const) ${type} = ([^\\n]+)`).exec(`${whole}\n${modelText()}`)?.[1] ?? ''
  return [...declared.matchAll(/'(\w+)'/g)].map(([, member = '']) => member)
}
const modelText = (): string =>
  sourceFiles('custom')
    .filter((file) => file.includes('/model/'))
    .map((file) => readFileSync(join(ROOT, file), 'utf8'))
    .join('\n')

/** Verbs that are put together, by how they begin: what may follow is declared by the feature itself. */
const FAMILIES: { readonly [begins: string]: () => readonly string[] } = {
  service_: () => Object.keys(MOVES),
  grouping_: () => membersOf('PlanSource'),
  shift_: () => membersOf('ShiftVerb'),
  service_driver_: () => membersOf('LostReason'),
}

/** The same of English; one logs in. */
const IN_THE_AIR_EN = /(^|\s)(of|the|a|an|to|with|by|for|and|or|their|its|from)$/i

interface Written {
  readonly file: string
  readonly verb: string
}

const WRITES = /\b(?:type_log|verb)(?:: |\()([^,}\n]*(?:\n\s+[?:][^\n]*)*)/g

function writtenVerbs(): { readonly verbs: readonly Written[]; readonly unknown: readonly string[] } {
  const unknown: string[] = []
  const verbs = code.flatMap(({ file, text }) => {
    // A log line's verb, or that of a record which a feature saves by itself.
    if (!/writeLog|saveOwn|loggedVerb|type_log|patchRecord/.test(text)) return []
    return [...text.matchAll(WRITES)].flatMap(([, said = '']): readonly Written[] => {
      const plain = [...said.replace(/=== '\w+'/g, '').matchAll(/'([a-z][a-z_]*)'/g)].map(([, verb = '']) => verb)
      const made = [...said.matchAll(/`([a-z_]+)\$\{/g)].flatMap(([, begins = '']) => {
        const family = FAMILIES[begins]
        const members = family?.() ?? []
        if (members.length === 0) unknown.push(`${file}: ${begins}…`)
        return members.map((member) => `${begins}${member}`)
      })
      return [...plain, ...made].map((verb) => ({ file, verb }))
    })
  })
  return { verbs, unknown }
}

const { verbs, unknown } = writtenVerbs()
/** Moves of flows, which are told by their own names. */
const moves = new Set(
  readdirSync(join(ROOT, 'schemas')).flatMap((name) => {
    const schema = JSON.parse(readFileSync(join(ROOT, 'schemas', name), 'utf8')) as { 'x-flow'?: { moves?: object } }
    const { 'x-flow': flow } = schema
    return Object.keys(flow?.moves ?? {})
  }),
)
/** Words of the activity's verbs, by key. */
const said = (language: string): ReadonlyMap<string, string> =>
  new Map(
    ['engine', 'app'].flatMap((part) => {
      const { logs } = JSON.parse(readFileSync(join(ROOT, `i18n/${language}/${part}.json`), 'utf8')) as {
        logs?: { types?: { [verb: string]: string } }
      }
      return Object.entries(logs?.types ?? {})
    }),
  )

describe.each(['es', 'en'])('the verbs of the activity, in %s,', (language) => {
  test('have words, whoever writes them', () => {
    expect(unknown).toEqual([])
    expect(verbs.length).toBeGreaterThan(40)
    const isWordless = (verb: string): boolean => words.say(language, `logs.types.${verb}`) === `logs.types.${verb}`
    const wordless = verbs.filter(({ verb }) => !moves.has(verb) && isWordless(verb))
    expect([...new Set(wordless.map(({ file, verb }) => `${file}: ${verb}`))]).toEqual([])
  })

  test('end where a sentence may end', () => {
    const isBroken = (text: string): boolean => text.trim() === '' || IN_THE_AIR.test(text) || IN_THE_AIR_EN.test(text)
    expect([...said(language)].filter(([, text]) => isBroken(text))).toEqual([])
  })

  test('are all written by somebody', () => {
    const known = new Set(verbs.map(({ verb }) => verb))
    const isWritten = (verb: string): boolean =>
      known.has(verb) || new RegExp(`['"\`]${verb}['"\`]|\\b${verb}:`).test(whole)
    const dead = [...said(language).keys()].filter((verb) => !isWritten(verb))
    expect(dead).toEqual([])
  })
})
