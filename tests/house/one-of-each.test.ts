import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ROOT } from './import-graph'
import { ADDITIONS, type Addition } from './one-of-each'

// Without `node_modules`, which is a link in the copy, and what runs leave behind.
const COPIED = ['src', 'custom', 'schemas', 'resources', 'i18n', 'tests', 'package.json', 'tsconfig.json']
const LEFT_OUT = /\/tests\/(e2e|bench|model|client|api|fixtures)$/
/** Names that the table leaves open. */
const OPEN: readonly (readonly [RegExp, string])[] = [
  [/\/x(?=[/.]|$)/, '/postcode'],
  [/^schemas\/postcode/, 'schemas/depots'],
  [/\/f\//, '/depots/'],
  [/<code>/, 'pt'],
]

describe('one more of each', () => {
  const copy = mkdtempSync(join(tmpdir(), 'copy-'))
  let said: { readonly [question: string]: unknown } = {}
  let printed = ''

  beforeAll(async () => {
    for (const path of COPIED)
      cpSync(join(ROOT, path), join(copy, path), {
        recursive: true,
        filter: (source) => !LEFT_OUT.test(source) && basename(source) !== 'node_modules',
      })
    symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
    for (const addition of ADDITIONS) add(copy, addition)
    const main = readFileSync(join(copy, 'custom/main.server.ts'), 'utf8')
    writeFileSync(
      join(copy, 'custom/features.ts'),
      main.replace(/await startServer\((\[[^\]]*\])\)/, 'export const features = $1'),
    )
    const env = { ...process.env, TSX_TSCONFIG_PATH: 'src/client/tsconfig.json' }
    printed = (
      await promisify(execFile)(process.execPath, ['--import', 'tsx', 'tests/house/ask-copy.ts'], { cwd: copy, env })
    ).stdout
    said = JSON.parse(/^said (.*)$/m.exec(printed)?.[1] ?? '{}') as typeof said
  })
  afterAll(() => rmSync(copy, { recursive: true }))

  test.each(ADDITIONS.map((addition) => [addition.row, addition] as const))(
    '%s touches the files that docs/architecture.md lists, and no others',
    (row, { files, edits }) => {
      const touched = [...Object.keys(files), ...Object.keys(edits ?? {})]
      const listed = listedIn(row)
      const isIn = (file: string, path: string): boolean =>
        file === path || (path.endsWith('/') && file.startsWith(path))
      expect(touched.filter((file) => !listed.some((path) => isIn(file, path)))).toEqual([])
      expect(listed.filter((path) => !touched.some((file) => isIn(file, path)))).toEqual([])
    },
  )

  test("passes the project's own check", () => {
    expect(printed).toContain('The metadata is sound')
  })

  test('a field type is validated, stored, filtered and shown', () => {
    expect(said).toMatchObject({
      made: { status: 200, body: { item: { name: 'Lince', postcode: '15046' } } },
      refused: { status: 422, body: { errors: { postcode: 'Revise el formato.' } } },
      listed: { body: { items: [{ name: 'Lince' }] } },
      cell: '<code>15046</code>',
    })
  })

  test("a feature's two calls answer those with the right, and its screen has a route behind its module", () => {
    expect(said).toMatchObject({
      count: { status: 200, body: { count: 1 } },
      near: { status: 200, body: { names: ['Lince'] } },
      hidden: { status: 403 },
      modules: expect.arrayContaining(['depot_board']) as unknown,
      routes: ['/depot_board depot_board'],
      screen: '<p>depots/count depots/near</p>',
    })
  })

  test('a language is offered and spoken, and says in Spanish what it lacks', () => {
    expect(said).toMatchObject({
      words: {
        language: 'pt',
        words: { shell: { languages: { pt: 'Português', es: 'Español' }, light: 'Tema claro (pt)' } },
      },
      missing: { code: 'NOT_FOUND' },
    })
  })
})

function add(copy: string, { files, edits = {} }: Addition): void {
  for (const [path, text] of Object.entries(files)) {
    if (existsSync(join(copy, path))) throw new Error(`${path} is there already`)
    mkdirSync(dirname(join(copy, path)), { recursive: true })
    writeFileSync(join(copy, path), text)
  }
  for (const [path, pieces] of Object.entries(edits)) {
    const edited = pieces.reduce(
      (text, [behind, put]) => {
        if (!text.includes(behind)) throw new Error(`${path} has no ${behind}`)
        return text.replace(behind, () => behind + put)
      },
      readFileSync(join(copy, path), 'utf8'),
    )
    writeFileSync(join(copy, path), edited)
  }
}

/** The paths in a row of the table "What a new thing touches", for the names that are added here. */
function listedIn(row: string): string[] {
  const line =
    readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8')
      .split('\n')
      .find((text) => text.startsWith(`| ${row} |`)) ?? ''
  const must = line.split('; when')[0] ?? ''
  return [...must.matchAll(/`([^`]*\/[^`]*)`/g)]
    .flatMap(([, path = '']) => expanded(path))
    .map((path) => OPEN.reduce((text, [open, name]) => text.replace(open, name), path))
}

/** `a/{b,c}` as `a/b` and `a/c`. */
function expanded(path: string): string[] {
  const [, before = '', choices, after = ''] = /^(.*)\{(.*)\}(.*)$/.exec(path) ?? []
  return choices === undefined ? [path] : choices.split(',').map((choice) => `${before}${choice}${after}`)
}
