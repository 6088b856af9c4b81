import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ROOT, sourceFiles } from './import-graph'

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const names = (folder: string) =>
  readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.replace('.json', ''))

/** Lines of some files that match, as `file:line text`. */
function linesLike(files: readonly string[], pattern: RegExp): string[] {
  return files.flatMap((file) =>
    read(file)
      .split('\n')
      .flatMap((line, at) =>
        pattern.test(line) && !/^\s*(\*|\/\/|\/\*)/.test(line) ? [`${file}:${at + 1} ${line.trim()}`] : [],
      ),
  )
}

describe('the source', () => {
  const engine = sourceFiles('src')
  const screens = [
    ...engine.filter((file) => /^src\/(client|ui)\//.test(file)),
    ...sourceFiles('custom').filter((file) => file.includes('/client/')),
  ]

  test('no test puts another module in the place of one: files share a worker, and the next would meet it', () => {
    expect(linesLike(sourceFiles('tests'), /\bvi\.(do)?[mM]ock\(/)).toEqual([])
  })

  test('what ends a suite asks whether its beginning came so far: an error of its own would bury the one that counts', () => {
    const unasked = sourceFiles('tests').flatMap((file) => {
      const text = read(file)
      const late = [...text.matchAll(/^\s*let (\w+): [^=\n]+$/gm)].map(([, name]) => name)
      if (late.length === 0) return []
      return linesLike([file], new RegExp(`afterAll\\(.*\\b(${late.join('|')})\\.(\\w+\\.)*close\\(`))
    })
    expect(unasked).toEqual([])
  })

  test("the network is the data provider's alone", () => {
    const outside = screens.filter((file) => !file.startsWith('src/client/provider/'))
    expect(linesLike(outside, /\bfetch\(|XMLHttpRequest|new WebSocket/)).toEqual([])
  })

  test('the engine names no resource of the application', () => {
    const system = new Set(existsSync(join(ROOT, 'src/system/schemas')) ? names('src/system/schemas') : [])
    // `schemas/application.json` declares who there is, and is no entity.
    const own = [...new Set([...names('schemas'), ...names('resources')])].filter(
      (name) => !system.has(name) && name !== 'application',
    )
    expect(own.length).toBeGreaterThan(5)
    // `colors` and the like are words of every language; as a quoted identifier or a path they would be a resource.
    expect(linesLike(engine, new RegExp(`['"\`/](${own.join('|')})['"\`/]`))).toEqual([])
  })

  test('the engine has no name that the application gives to who uses it: fields of its scopes, their rows, flags of roles, calls', () => {
    interface Scope {
      readonly field: string
      readonly wire?: string
      readonly role?: string
      readonly list?: { readonly entity: string }
      readonly choose?: { readonly call: string }
    }
    const { scopes } = JSON.parse(read('schemas/application.json')) as {
      readonly scopes: { readonly [name: string]: Scope }
    }
    const fields = (file: string) =>
      (JSON.parse(read(file)) as { readonly properties: { readonly [name: string]: { readonly 'x-expand'?: object } } })
        .properties
    const people = fields('schemas/users.json')
    const bounds = Object.values(scopes).flatMap(({ field, wire, role, list, choose }) =>
      [field, wire, role, list?.entity, choose?.call, ...Object.keys(people[field]?.['x-expand'] ?? {})].filter(
        (name) => name !== undefined,
      ),
    )
    const own = [...new Set([...bounds, ...Object.keys(fields('schemas/roles.json'))])]
    expect(own).toEqual(expect.arrayContaining(['id_company', 'br_name', 'corporate', 'user_branches', 'setBranch']))
    const word = new RegExp(`\\b(${own.join('|')})\\b`)
    const texts = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(ts|tsx|json)$/.test(file))
      .map((file) => `src/${file}`)
    // A former name of a column stays until every database has the new one.
    const said = texts.flatMap((file) =>
      read(file)
        .split('\n')
        .flatMap((line, at) =>
          word.test(line.replace(/"x-was": \[[^\]]*\]/, '')) ? [`${file}:${at + 1} ${line.trim()}`] : [],
        ),
    )
    expect(said).toEqual([])
  })

  test('features ask who is staff in one place', () => {
    const features = sourceFiles('custom').filter((file) => file !== 'custom/asker.ts')
    expect(linesLike(features, /\bactor\??\.operator\b/).map((line) => `${line}: ask isStaff of #app/asker`)).toEqual(
      [],
    )
  })

  test("the engine's texts are of no trade", () => {
    const trade =
      /toolrides|viaje|conductor|pasajer|veh[ií]cul|tarifa|despach|flota|\b(rides?|drivers?|passengers?|vehicles?|fares?|dispatch\w*|fleets?)\b/i
    const lines = readdirSync(join(ROOT, 'i18n')).flatMap((language) =>
      linesLike([`i18n/${language}/engine.json`], trade),
    )
    expect(lines.map((line) => `${line}: say it in app.json, or of no trade`)).toEqual([])
  })

  test('field types are told apart by their registries, never by a switch', () => {
    expect(linesLike([...engine, ...sourceFiles('custom')], /switch \((.*\.)?(type|resource)(\.name)?\)/)).toEqual([])
  })

  test('margins and paddings know a start and an end, no left and right: in a language from right to left they stand on the other side', () => {
    const drawn = [...screens, ...sourceFiles('src/fields').filter((file) => file.endsWith('.tsx'))]
    expect(linesLike(drawn, /[{,\s](m[lr]|p[lr]|(margin|padding)(Left|Right)): |textAlign: 'left'/)).toEqual([])
  })

  test('rules of the compiler and of lint are kept, not switched off', () => {
    expect(
      linesLike(
        [...engine, ...sourceFiles('custom')],
        /@ts-ignore|@ts-nocheck|(eslint|oxlint)-disable|\bas any\b|:\s*any\b/,
      ),
    ).toEqual([])
  })

  test('a day is DAY_MS, and is written out once', () => {
    const found = linesLike([...engine, ...sourceFiles('custom')], /\b86_?400_?000\b/)
    expect(found).toEqual([expect.stringContaining('export const DAY_MS')])
  })

  test('no promise of later work stands in the code', () => {
    expect(
      linesLike([...engine, ...sourceFiles('custom')], /\b(TODO|FIXME|XXX)\b|not implemented|coming soon|próximamente/),
    ).toEqual([])
  })
})
