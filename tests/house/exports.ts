import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { importsOf, ROOT, sourceFiles } from './import-graph'

/** A name that a file exports. */
interface Exported {
  readonly file: string
  readonly name: string
}

const DECLARED =
  /^export (?:declare )?(?:async )?(?:const|let|function\*?|class|abstract class|interface|type|enum) ([A-Za-z_$][\w$]*)/gm
const NAMED = /(?:^|[\n;])\s*(?:import|export)\s+(?:type\s+)?([^'";]*?)\sfrom\s+['"]([^'"]+)['"]/g
const WORD = /[A-Za-z_$][\w$]*/g

const codeOf = (file: string): string =>
  readFileSync(join(ROOT, file), 'utf8')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/^\s*\/\/.*$/gm, '')

/** Names that `src` and `custom` export and that no other file takes, tests included. */
export function unusedExports(): readonly Exported[] {
  const own = [...sourceFiles('src'), ...sourceFiles('custom')]
  const files = [...own, ...sourceFiles('tests'), 'vite.config.ts']
  const taken = new Map<string, Set<string>>()
  const take = (to: string, names: readonly string[] | null): void => {
    const known = taken.get(to) ?? new Set<string>()
    taken.set(to, known)
    for (const name of names ?? []) known.add(name)
  }
  const whole = new Set<string>()
  for (const file of files) {
    const code = codeOf(file)
    const targets = new Map(
      importsOf(file)
        .filter(({ local }) => local)
        .map((one) => [one.specifier, one.to]),
    )
    for (const [, clause = '', specifier = ''] of code.matchAll(NAMED)) {
      const to = targets.get(specifier)
      if (to === undefined) continue
      if (clause.includes('*')) whole.add(to)
      take(to, clause.match(WORD))
    }
    // What is loaded later is taken apart where it comes: whatever word of the file it is.
    for (const { to, local, lazy } of importsOf(file)) if (local && lazy) take(to, code.match(WORD))
  }
  // Conformance finds a feature's samples by the name of their file.
  return own
    .filter((file) => !whole.has(file) && !/^custom\/\w+\/samples\.ts$/.test(file))
    .flatMap((file) =>
      [...codeOf(file).matchAll(DECLARED)].flatMap(([, name = '']) =>
        taken.get(file)?.has(name) ? [] : [{ file, name }],
      ),
    )
}

/** Names that two files export, and why that is one meaning or no matter. The list only shrinks: a new name is one. */
const TWICE: { readonly [name: string]: string } = {
  AnswersCondition: 'the same, loaded when it is shown',
  AreaBoard: 'the same, loaded when it is shown',
  BoardColumn: 'a part of the console, and what it draws',
  Changes: 'of typed tables, and of any',
  Column: 'of typed tables, and of a list',
  Composer: 'two boxes for a message: to a client, and to a driver',
  ENGINE_COLUMNS: 'their names, and what the database makes of them',
  FareLines: 'the same, loaded when it is shown',
  FormFields: 'the same, loaded when it is shown',
  FoundGroup: 'a part of the console, and what it draws',
  GridRow: 'a part of the console, and what it draws',
  KeptBlock: 'a part of the console, and what it draws',
  ListView: 'a part of the console, and what it draws',
  LogLine: 'a part of the console, and what it draws',
  LogQuery: "the browser's, and the server's",
  MapView: 'an application gives the map that the engine asks for',
  OwnKeys: 'a part of the console, and what it draws',
  PhoneBoard: "the dispatcher's, and a catalogue's",
  Row: 'of typed tables, and of any',
  RowsBlock: 'a part of the console, and what it draws',
  Segment: 'of the bar of alerts, and of a calendar',
  ServiceInfo: 'a part of the console, and what it draws',
  StateObject: 'its contract, and what fulfils it',
  StopRow: 'of a trip that is tried, and of a service',
  TableBlock: 'a part of the console, and what it draws',
  Toolbar: 'of a drawing, and of the console',
  choices: 'a field type is called by its own name',
  columnLabel: 'of a list, and of a board',
  countRows: 'as a query, and as an expression',
  fieldHelp: "the browser's, and the server's",
  fieldTypes: 'the registry, and the same with cleaned rich text',
  fileName: 'of a file that a field holds, and of one that is made',
  findRecords: 'by a text, and by ids',
  moneyStyle: 'of settings, and of the context of records',
  needsOf: 'of a text, and of a stat',
  oneTitle: "the browser's, and the server's",
  resourceTitle: "the browser's, and the server's",
}

/** The two halves of a feature have its name, and conformance finds a feature's samples by the name of their file. */
const isEntry = (file: string): boolean => /^custom\/[^/]+\/(?:(?:client|server)\/index|samples)\.ts$/.test(file)

/** Names that more than one file exports, save those of `TWICE`; and entries of `TWICE` that one file alone exports. */
export function namesTwice(): readonly string[] {
  const by = new Map<string, Set<string>>()
  for (const file of [...sourceFiles('src'), ...sourceFiles('custom')])
    for (const [, name = ''] of codeOf(file).matchAll(DECLARED))
      if (!isEntry(file) || name in TWICE) by.set(name, (by.get(name) ?? new Set()).add(file))
  const twice = new Map([...by].filter(([, files]) => files.size > 1))
  return [
    ...[...twice].filter(([name]) => !(name in TWICE)).map(([name, files]) => `${name}: ${[...files].join(', ')}`),
    ...Object.keys(TWICE)
      .filter((name) => !twice.has(name))
      .map((name) => `${name} is exported once: strike it out of TWICE`),
  ]
}
