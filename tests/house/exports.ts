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

const DOORS = ['src/model/index.ts', 'src/server/index.ts', 'src/client/index.ts', 'src/ui/index.ts']

/**
 * Names of the front doors that a second file of the engine exports too, and why that is the same thing, or no matter.
 */
const TWICE: { readonly [name: string]: string } = {
  AnswersCondition: 'the same, loaded when it is shown',
  FormFields: 'the same, loaded when it is shown',
  choices: 'a field type is called by its own name',
  StateObject: 'its contract, and what fulfils it',
  MapView: 'an application gives the map that the engine asks for',
}

/** Names that features take by a front door and that mean something else in another file of the engine. */
export function namesTwice(): readonly string[] {
  const taken = new Set(
    DOORS.flatMap((door) =>
      [...codeOf(door).matchAll(/export (?:type )?\{([^}]*)\}/g)].flatMap(([, names = '']) =>
        names.split(',').map(
          (name) =>
            name
              .trim()
              .replace(/^type /, '')
              .split(' as ')
              .at(-1) ?? '',
        ),
      ),
    ),
  )
  const by = new Map<string, string[]>()
  for (const file of sourceFiles('src')) {
    for (const [, name = ''] of codeOf(file).matchAll(DECLARED))
      if (taken.has(name)) by.set(name, [...new Set([...(by.get(name) ?? []), file])])
  }
  return [...by]
    .filter(([name, files]) => files.length > 1 && !(name in TWICE))
    .map(([name, files]) => `${name}: ${files.join(', ')}`)
}
