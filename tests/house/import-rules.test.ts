import { describe, expect, test } from 'vitest'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { circles } from './circles'
import { HALVES, ROOMED, floorOf, importsInCircles, importsUp } from './floors'
import { importsOf, ROOT, runtimeReach, sourceFiles, type Import } from './import-graph'

/** A room and what its files may import. `$1` is what the room's pattern captured. */
const ROOMS: readonly { room: RegExp; local: readonly string[]; packages?: RegExp }[] = [
  { room: /^src\/model\//, local: ['src/model/'], packages: /^typebox$/ },
  { room: /^src\/fields\/([^/]+)\/data\.ts$/, local: ['src/model/', 'src/fields/$1/'], packages: /^$/ },
  {
    room: /^src\/fields\/([^/]+)\/sql\.ts$/,
    local: ['src/model/', 'src/fields/$1/', 'src/fields/field-sql.ts', 'src/fields/sql-columns.ts'],
    packages: /^kysely$/,
  },
  {
    room: /^src\/fields\/([^/]+)\/[A-Za-z-]+\.tsx$/,
    local: ['src/model/', 'src/fields/$1/', 'src/ui/'],
    packages: /^(react$|react\/|@mui\/)/,
  },
  { room: /^src\/fields\/[a-z-]+\.tsx?$/, local: ['src/model/', 'src/fields/', 'src/ui/'], packages: /^kysely$/ },
  { room: /^src\/ui\//, local: ['src/model/', 'src/ui/'] },
  {
    room: /^src\/client\//,
    local: ['src/client/', 'src/ui/', 'src/model/', 'src/fields/data.ts', 'src/fields/view.tsx'],
  },
  {
    room: /^src\/server\//,
    local: [
      'src/server/',
      'src/model/',
      'src/system/',
      'src/fields/data.ts',
      'src/fields/sql.ts',
      'src/fields/field-sql.ts',
    ],
  },
  // Features come in by the four front doors, `#engine/model`, `#engine/server`, `#engine/client` and `#engine/ui`, and
  // by nothing else. Geometry is by libraries that are as pure as the room is.
  {
    room: /^custom\/([^/]+)\/model\//,
    local: ['src/model/index.ts', 'custom/$1/model/', 'custom/*/model/index.ts'],
    packages: /^(typebox|flatbush|@mapbox\/polyline|@turf\/[a-z-]+)$/,
  },
  {
    room: /^custom\/([^/]+)\/server\//,
    local: [
      'src/server/index.ts',
      'src/model/index.ts',
      'custom/tables.ts',
      'custom/asker.ts',
      'custom/$1/server/',
      'custom/$1/model/',
      'custom/*/server/index.ts',
      'custom/*/model/index.ts',
      'generated/records.ts',
    ],
  },
  {
    room: /^custom\/([^/]+)\/client\//,
    local: [
      'src/client/index.ts',
      'src/ui/index.ts',
      'src/model/index.ts',
      'custom/asker.ts',
      'custom/$1/client/',
      'custom/$1/model/',
      'custom/*/client/index.ts',
      'custom/*/client/public.ts',
      'custom/geo/client/marks.ts',
      'custom/geometry/model/find-overlaps.ts',
      'custom/services/client/enquiries.ts',
      'custom/*/model/index.ts',
      'generated/records.ts',
    ],
  },
  // The engine's generics over the application's tables.
  { room: /^custom\/tables\.ts$/, local: ['src/server/index.ts', 'generated/tables.ts'] },
  // What the conformance suite is told of a feature's catalogues; no program imports it.
  { room: /^custom\/([^/]+)\/samples\.ts$/, local: ['src/model/index.ts'], packages: /^$/ },
  { room: /^custom\/asker\.ts$/, local: ['src/model/index.ts'] },
  { room: /^custom\/main\.server\.ts$/, local: ['src/server/index.ts', 'custom/*/server/index.ts'] },
  { room: /^custom\/main\.client\.tsx$/, local: ['src/client/index.ts', 'custom/*/client/index.ts'] },
]

const files = [...sourceFiles('src'), ...sourceFiles('custom')]

function allowed({ from, to, local }: Import): boolean {
  const rule = ROOMS.find(({ room }) => room.test(from))
  if (!rule) return false
  if (!local) return !rule.packages || rule.packages.test(to)
  const own = rule.room.exec(from)?.[1] ?? ''
  return rule.local.some((pattern) => {
    const prefix = pattern.replace('$1', own)
    if (!prefix.includes('*')) return to.startsWith(prefix)
    return new RegExp(`^${prefix.replace('*', '[^/]+').replaceAll('.', '\\.')}`).test(to)
  })
}

describe('the house', () => {
  test('every file stands in a room', () => {
    expect(files.filter((file) => !ROOMS.some(({ room }) => room.test(file)))).toEqual([])
  })

  test('no file imports from a room it may not', () => {
    const broken = files.flatMap((file) => importsOf(file)).filter((one) => !allowed(one))
    const remedy = (to: string): string =>
      /^custom\/[^/]+\/(model|server|client)\//.test(to)
        ? `: name it in ${to.split('/').slice(0, 3).join('/')}/index.ts and import it from there`
        : ''
    expect(broken.map(({ from, to }) => `${from} imports ${to}${remedy(to)}`)).toEqual([])
  })

  test('the rules would notice a server import in a screen', () => {
    expect(
      allowed({
        from: 'custom/dispatcher/client/Screen.tsx',
        to: 'src/server/boot/app.ts',
        specifier: '',
        local: true,
        typeOnly: false,
        lazy: false,
      }),
    ).toBe(false)
    expect(
      allowed({
        from: 'custom/dispatcher/server/calls.ts',
        to: 'src/server/records/save.ts',
        specifier: '',
        local: true,
        typeOnly: true,
        lazy: false,
      }),
    ).toBe(false)
    expect(
      allowed({
        from: 'src/model/fold.ts',
        to: 'src/fields/data.ts',
        specifier: '',
        local: true,
        typeOnly: false,
        lazy: false,
      }),
    ).toBe(false)
    expect(
      allowed({
        from: 'src/fields/text/data.ts',
        to: 'kysely',
        specifier: '',
        local: false,
        typeOnly: false,
        lazy: false,
      }),
    ).toBe(false)
  })

  test('the browser reaches no database and no server code', () => {
    const reach = runtimeReach('custom/main.client.tsx')
    const server = [...reach.keys()].filter((path) =>
      /^(kysely|pg|fastify|@electric-sql\/|node:)|\/server\/|\/sql\.ts$/.test(path),
    )
    expect(server.map((path) => `${path} from ${reach.get(path)}`)).toEqual([])
    expect(reach.size).toBeGreaterThan(20)
  })

  test('the console of an application without code is the engine alone', () => {
    const reach = [...runtimeReach('src/client/main.tsx').keys(), ...runtimeReach('src/server/boot/main.ts').keys()]
    expect(reach.filter((path) => path.startsWith('custom/'))).toEqual([])
  })

  test('every package that is imported is a dependency of our own', () => {
    const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
      dependencies: Record<string, string>
    }
    const packages = files
      .flatMap((file) => importsOf(file))
      .filter(({ local, to, typeOnly }) => !local && !typeOnly && !/^(node:|\/|virtual:)/.test(to))
    // vite serves development alone, and is loaded there alone.
    const missing = packages
      .map(
        ({ to, from }) =>
          [
            to
              .split('/')
              .slice(0, to.startsWith('@') ? 2 : 1)
              .join('/'),
            from,
          ] as const,
      )
      .filter(
        ([name, from]) => !(name in dependencies) && !(name === 'vite' && from.startsWith('src/server/boot/dev/')),
      )
    expect(missing).toEqual([])
  })

  test('a package whose licence is none of the usual ones is used in one folder, so that another can take its place', () => {
    const users = files
      .flatMap((file) => importsOf(file))
      .filter(({ local, to }) => !local && /^(@react-leaflet|react-leaflet)(\/|$)/.test(to))
      .map(({ from }) => from)
    expect(users.length).toBeGreaterThan(0)
    expect(users.filter((file) => !file.startsWith('custom/geo/client/'))).toEqual([])
  })

  test('no file gives up on its name', () => {
    expect(files.filter((file) => /(utils?|helpers?|misc|common)(\.|\/|$)/i.test(file))).toEqual([])
    expect(files.filter((file) => /^src\/fields\/.*index\.ts$/.test(file))).toEqual([])
  })

  test('files import one another in no circle, and types in none of more than three', () => {
    const of = (keep: (one: Import) => boolean): ReadonlyMap<string, readonly string[]> =>
      new Map(
        files.map((file) => [
          file,
          importsOf(file)
            .filter((one) => one.local && !one.lazy && keep(one))
            .map(({ to }) => to),
        ]),
      )
    expect(circles(of(({ typeOnly }) => !typeOnly))).toEqual([])
    expect(circles(of(() => true)).filter((circle) => circle.length > 3)).toEqual([])
    expect(
      circles(
        new Map([
          ['a', ['b']],
          ['b', ['c']],
          ['c', ['b']],
        ]),
      ),
    ).toEqual([['b', 'c']])
  })

  test.each(HALVES)('no value in $folder is imported from a floor above', (half) => {
    expect(sourceFiles(half.folder).filter((file) => floorOf(half, file) < 0)).toEqual([])
    const floor = (file: string): string => half.floors[floorOf(half, file)]?.name ?? 'no floor'
    expect(
      importsUp(half).map(
        ({ from, to }) =>
          `${from} (${floor(from)}) imports ${to} (${floor(to)}): move what both need down, or hand it on from above`,
      ),
    ).toEqual([])
  })

  test.each(ROOMED)('rooms of $folder stand in no circle', (half) => {
    expect(
      importsInCircles(half).map(
        ({ from, to }) =>
          `${from} imports ${to}, whose room reaches back: move what both need into a room below, or hand it on from above`,
      ),
    ).toEqual([])
  })
})
