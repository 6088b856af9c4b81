import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT, sourceFiles } from './import-graph'

/** The one place that says which columns a change of a row raises. */
const RAISED = 'src/server/records/write/raised.ts'

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8')

/** Servers' halves: what may write rows. */
const writers = (): readonly string[] => [
  ...sourceFiles('src/server'),
  ...sourceFiles('custom').filter((file) => !file.includes('/client/')),
]

/** A version that a statement raises by itself, as `file:line`. */
export const raisedByHand = (): string[] =>
  writers()
    .filter((file) => file !== RAISED)
    .flatMap((file) =>
      read(file)
        .split('\n')
        .flatMap((line, at) =>
          /`version \+ 1`|\bversion = (\w+\.)?version \+ 1|version: \w+\.version \+ 1,/.test(line)
            ? [`${file}:${at + 1}`]
            : [],
        ),
    )

/**
 * Where a feature writes rows of a catalogue by `raised`, which neither logs nor tells, and why it may. Each says
 * itself what there is to say, or is written at every step of every ride.
 */
export const QUIET: { readonly [file: string]: string } = {
  'custom/fleet/server/shifts/availability.ts':
    'a shift follows its rides at every step of theirs, which are logged and told',
  'custom/fleet/server/shifts/resort-shifts.ts': 'a whole queue in one statement, which logs each place itself',
  'custom/groupings/server/settle-groupings.ts': 'a trigger of the database; a job tells what became of the grouping',
  'custom/ledger/server/post.ts': 'a balance is its postings, and each is a record of its own',
  'custom/services/server/undo/standing.ts': 'a ride as it stood, of whatever columns; its caller logs and tells it',
  'custom/telephony/server/calls/tidy-calls.ts':
    'calls and rides found together in one statement, and only the list shows them',
}

/** Entities that a catalogue shows: those of resources, and those that need none. */
function shownEntities(): ReadonlySet<string> {
  const names = (folder: string) =>
    readdirSync(join(ROOT, folder))
      .filter((name) => name.endsWith('.json'))
      .map((name) => name.replace('.json', ''))
  const shown = new Set<string>()
  for (const name of names('resources')) {
    const { entity = name } = JSON.parse(read(`resources/${name}.json`)) as { readonly entity?: string }
    shown.add(entity)
  }
  for (const name of names('schemas')) {
    if (!read(`schemas/${name}.json`).includes('"x-module": false')) shown.add(name)
  }
  return shown
}

/**
 * Writes of a catalogue's rows by `raised` in files that are not known for it, and files that are known and have none.
 */
export function unsaidWrites(): string[] {
  const shown = shownEntities()
  const found = sourceFiles('custom')
    .filter((file) => file.includes('/server/'))
    .flatMap((file) =>
      tablesRaised(read(file))
        .filter((table) => shown.has(table))
        .map((table) => ({ file, table })),
    )
  const idle = Object.keys(QUIET).filter(
    (file) => !existsSync(join(ROOT, file)) || !found.some((one) => one.file === file),
  )
  return [
    ...found
      .filter(({ file }) => !(file in QUIET))
      .map(
        ({ file, table }) =>
          `${file}: rows of "${table}" are written by \`raised\`, which neither logs nor tells: use patchRecord(s) of #app/tables`,
      ),
    ...idle.map((file) => `${file}: writes no catalogue by \`raised\` any more: take it out of QUIET`),
  ]
}

/** The tables whose rows a file's statements raise: each is the last one named before. */
function tablesRaised(text: string): readonly string[] {
  return [...text.matchAll(/\.\.\.raised\(|\$\{raisedIn\(/g)].flatMap(({ index }) => {
    const named = [...text.slice(0, index).matchAll(/updateTable\('(\w+)'\)|\bupdate (\w+)|insert into (\w+)/g)]
      .filter((match) => match[0] !== 'do update')
      .map((match) => match[1] ?? match[2] ?? match[3] ?? '')
      .filter((name) => name !== 'set')
    return named.slice(-1)
  })
}

/** Casts in the data provider of the console: each is a contract that is missing. */
export const providerCasts = (): string[] =>
  sourceFiles('src/client/provider').flatMap((file) =>
    read(file)
      .split('\n')
      .flatMap((line, at) => (/as unknown as|as never/.test(line) ? [`${file}:${at + 1}`] : [])),
  )

/** Where a statement of the engine asks a table of its own past the types of its columns. */
export const untypedTables = (): string[] =>
  sourceFiles('src/server').flatMap((file) =>
    [...read(file).matchAll(/([\w$)\]]+)\s*\.(?:selectFrom|updateTable|insertInto|deleteFrom)\(\[?'/g)].flatMap(
      ({ 0: found, 1: on = '' }) =>
        on.endsWith(')') || ['eb', 'qb'].includes(on) ? [] : [`${file}: ${found.replaceAll(/\s+/g, '')}`],
    ),
  )

/** Lines that write out which rows are not removed, beside the definitions of indexes. */
export const rawLiving = (folder: string): number =>
  sourceFiles(folder)
    .filter((file) => !file.startsWith('src/server/language/migrate/'))
    .reduce((sum, file) => sum + read(file).split('date_deleted is null').length - 1, 0)
