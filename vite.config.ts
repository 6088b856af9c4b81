import react from '@vitejs/plugin-react'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, gzip, gzipSync } from 'node:zlib'
import type { Plugin, Rolldown } from 'vite'
import { defineConfig, type ViteUserConfig } from 'vitest/config'
import { LongFirst } from './tests/file-order.ts'
import { leftOutFiles } from './tests/turns.ts'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

// What a browser may have to fetch before the first list stands, kB of JavaScript after gzip; the icons, 19 kB, come
// next to its rows.
const INITIAL_LIMIT_KB = 310

/** So many of them are named where the limit is passed. */
const MAX_CULPRITS = 12

/** Says how much JavaScript the entry and all it imports at once weigh, and refuses a build over the limit. */
function initialSize(): Plugin {
  return {
    name: 'initial-size',
    apply: 'build',
    generateBundle(_, bundle) {
      const weighed = new Map<string, number>()
      const weigh = (name: string): void => {
        const chunk = bundle[name]
        if (chunk?.type !== 'chunk' || weighed.has(name)) return
        weighed.set(name, gzipSync(chunk.code).length)
        chunk.imports.forEach(weigh)
      }
      Object.values(bundle)
        .filter((chunk) => chunk.type === 'chunk' && chunk.isEntry)
        .forEach(({ fileName }) => weigh(fileName))
      const total_kb = [...weighed.values()].reduce((sum, bytes) => sum + bytes, 0) / 1000
      this.info(`initial JavaScript: ${total_kb.toFixed(1)} kB gz in ${weighed.size} files (limit ${INITIAL_LIMIT_KB})`)
      if (total_kb <= INITIAL_LIMIT_KB) return
      const modules = [...weighed.keys()].flatMap((name) => {
        const chunk = bundle[name]
        return chunk?.type === 'chunk'
          ? Object.entries(chunk.modules).map(([id, { renderedLength }]) => ({ id, bytes: renderedLength }))
          : []
      })
      const nameOf = (id: string) => id.replace(at('.'), '').replace(/^.*node_modules\//, '')
      const culprits = modules
        .filter(({ id }) => id.includes('/custom/'))
        .sort((one, other) => other.bytes - one.bytes)
        .slice(0, MAX_CULPRITS)
        .map(
          ({ id, bytes }) =>
            `  ${(bytes / 1000).toFixed(1)} kB before gzip  ${nameOf(id)}  from ${(this.getModuleInfo(id)?.importers ?? []).slice(0, 3).map(nameOf).join(', ')}`,
        )
      this.error(
        `The initial JavaScript has ${total_kb.toFixed(2)} kB of ${INITIAL_LIMIT_KB}. Load more of it lazily (lateCell, lateInput, lazy). ` +
          `What features add to it:\n${culprits.join('\n')}`,
      )
    },
  }
}

/**
 * Writes each script and style compressed beside it, once and as small as can be: what a server does anew for each
 * request is larger.
 */
function compressed(): Plugin {
  const formats = [
    ['.br', promisify(brotliCompress)],
    ['.gz', promisify(gzip)],
  ] as const
  return {
    name: 'compressed',
    apply: 'build',
    async writeBundle({ dir }, bundle) {
      const texts = Object.keys(bundle)
        .filter((name) => /\.(js|css|svg)$/.test(name))
        .map((name) => join(dir ?? '', name))
      await Promise.all(
        texts.flatMap((path) =>
          formats.map(async ([ending, compress]) => {
            const text = await readFile(path)
            // Below one packet there is nothing to win.
            if (text.length > 1024)
              await writeFile(path + ending, await compress(text, ending === '.gz' ? { level: 9 } : {}))
          }),
        ),
      )
    },
  }
}

// What packages import for what this console never does, and the line that stands in its place.
const REPLACED: { readonly [imported: string]: string } = {
  // For browsers before 2017.
  'object.entries': 'module.exports = Object.entries',
  // The server writes the exports.
  'jsonexport/dist/index.js': 'export default () => { throw new Error("Exports are written by the server.") }',
  // Every resource and field has a title of its own.
  inflection: 'exports.humanize = exports.inflect = exports.transform = String',
  // The platform reads and writes query strings itself; values here are texts.
  'query-string':
    'export const parse = (text) => Object.fromEntries(new URLSearchParams(text)); ' +
    'export const stringify = (values) => new URLSearchParams(values).toString()',
  // The schemas of the calls' contracts are read by the server alone.
  typebox: 'const nothing = new Proxy(() => nothing, { get: () => nothing }); export const Type = nothing',
  // Every browser of 2022 has both.
  hasown: 'module.exports = Object.hasOwn',
  // The built components check no properties, and none of them is wrapped for its theme.
  'prop-types':
    'export const PropTypes = new Proxy(() => null, { get: () => PropTypes, apply: () => PropTypes }); export default PropTypes',
  'hoist-non-react-statics': 'module.exports = (wrapped) => wrapped',
  warning: 'module.exports = () => undefined',
  // The theme switches ripples off, and has no CSS variables.
  './TouchRipple.mjs': 'export default () => null',
  './ThemeProviderWithVars.mjs': 'export const CssVarsProvider = () => null',
  './createThemeWithVars.mjs': 'export default () => { throw new Error("This theme has no CSS variables.") }',
}

// The same functions, held to lodash's own tests; 4 kB less of the first list after gzip.
const LODASH = /^lodash\/(\w+)\.js$/

// A package whose own entry is its development build.
const PRODUCTION: { readonly [imported: string]: string } = {
  'react-router': at('./node_modules/react-router/dist/production/index.mjs'),
  'react-router/dom': at('./node_modules/react-router/dist/production/dom-export.mjs'),
}

/**
 * Leaves out of the built console what none of its pages runs: 17 kB after gzip of the first list, 28 of the
 * dispatcher.
 */
function lean(): Plugin {
  return {
    name: 'lean',
    apply: 'build',
    enforce: 'pre',
    resolveId: (imported) =>
      PRODUCTION[imported] ?? (imported in REPLACED || LODASH.test(imported) ? `\0replaced:${imported}` : null),
    load(id) {
      const imported = id.replace('\0replaced:', '')
      const [, name] = LODASH.exec(imported) ?? []
      return name ? `export { ${name} as default } from 'es-toolkit/compat'` : (REPLACED[imported] ?? null)
    },
  }
}

/** Icons that say where something leads: `mirrored.css` turns them for languages that are read from the right. */
const DIRECTED = new RegExp(
  `@mui/icons-material/(?:${[
    'ArrowBack',
    'ArrowForward',
    'ChevronLeft',
    'ChevronRight',
    'FirstPage',
    'LastPage',
    'KeyboardArrowLeft',
    'KeyboardArrowRight',
    'KeyboardDoubleArrowRight',
    'MenuOpen',
    'Redo',
    'Undo',
    'Logout',
    'Login',
    'OpenInNew',
    'Send',
    'Reply',
  ].join('|')})\\.m?js$`,
)

/** Marks them in the built console, where they carry no name. */
function directedIcons(): Plugin {
  return {
    name: 'directed-icons',
    apply: 'build',
    transform: (code, id) =>
      DIRECTED.test(id)
        ? { code: code.replaceAll('_jsx("path", {', '_jsx("path", {\n  className: "directed",'), map: null }
        : null,
  }
}

// Few files, as each costs a request: what the first list stands on, then what several pages share. A group takes all
// that its modules import and no earlier group has, so no two files import each other.
const GROUPS: Rolldown.CodeSplittingGroup[] = [
  // A page without a session loads nothing of the console; some of them show hours of the house's clock.
  {
    name: 'public',
    test: /vite\/preload-helper|src\/client\/provider\/public-get|src\/client\/session\/random-key|src\/model\/words\/direction|src\/model\/values\/(zone-time|zone-offset|zoned-text|calendar)\.ts/,
  },
  // Of those, pages that show prices of their own.
  { name: 'public-prices', test: /src\/model\/values\/(shown-number|shown-date)\.ts/ },
  // What the board, the page of a ride and their maps use: without this group those would import the map's file, and go
  // down with it.
  { name: 'places', test: /custom\/(geo\/model\/(state-colours|vehicle-mark)|geometry\/model\/lat-lng)\.ts/ },
  {
    name: 'leaflet',
    test: /node_modules\/leaflet\/|custom\/geo\/client\/(plain\/|base\/(base-grid|palette|world-map)|vehicles\/draw-vehicle)/,
  },
  { name: 'packages', tags: ['$initial'], test: /node_modules/ },
  { name: 'console', tags: ['$initial'] },
  // With every list, right after it: without this group what it shares with the board or with forms would bring those
  // along.
  { name: 'tools', test: /src\/client\/resource\/list\/(ListTools|BulkBar)/ },
  { name: 'icons', test: /src\/ui\/show\/icons\.ts/ },
  // On every page of who is told of panics: it must not bring the board along, which uses some of the same.
  { name: 'panics', test: /custom\/drivers\/client\/panics\/(PanicBanner|OpenPanic|TakenPanic|use-panics)/ },
  // On every page of who saves calls, for the same reason.
  { name: 'desk', test: /custom\/services\/client\/desk\/OutboxRunner/ },
  { name: 'sending', test: /custom\/services\/client\/desk\/run-outbox/ },
  // On every page of who answers the telephone, for the same reason.
  { name: 'ring', test: /custom\/telephony\/client\/RingBar/ },
  // After those four, which every page would have to fetch all contracts for.
  { name: 'contracts', test: /custom\/\w+\/model\/[\w-]*(calls?|schema|wire)\.ts/ },
  // The box of a log-in, which needs none of the other inputs.
  { name: 'text-input', test: /@mui\/material\/TextField\// },
  {
    name: 'inputs',
    test: /src\/ui\/inputs\/(ChoiceSearch|ChoiceSelect|FileBox)|src\/fields\/\w+\/\w+Input\.tsx|src\/client\/form\/|@mui\/material\/(ToggleButton\w*|Tabs?)\//,
  },
  { name: 'forms', test: /src\/client\/resource\/form\/|ra-core\/dist\/form\// },
  { name: 'map', test: /custom\/geo\/client\/(MapView|base|view|vehicles|route)/ },
  { name: 'alerts', test: /custom\/dispatcher\/client\/alerts\// },
  // What is carried to the map and from it: the list of rides works without the map.
  { name: 'drop', test: /custom\/dispatcher\/client\/drop\// },
  // The board goes on where the code of its map does not come.
  { name: 'board-map', test: /custom\/dispatcher\/client\/map\/(?!BoardMap|bring-to)/ },
  {
    name: 'board',
    test: /custom\/(dispatcher\/client\/(screen|fleet|map|request|header|drawer|live)|services\/client\/form)\/(?!CustomFields)/,
  },
]

/**
 * The console: `vite build` → dist/client. The page is the engine's, its one script the application's.
 * @param main the script
 */
const clientOf = (main: string, outDir: string): ViteUserConfig => ({
  root: at('src/client'),
  publicDir: false,
  plugins: [react(), lean(), directedIcons(), initialSize(), compressed()],
  resolve: {
    alias: [
      { find: '/main.client.tsx', replacement: at(main) },
      // A script of the days before modules, which react-leaflet-draw imports as one.
      { find: /^leaflet-draw$/, replacement: at('custom/geo/client/polygon/leaflet-draw.ts') },
    ],
  },
  server: { fs: { allow: [at('.')] } },
  // All of the browser half is looked through at start: a package found later would reload an open page.
  optimizeDeps: {
    entries: ['src/client', 'src/ui', 'src/fields', 'custom/*/client'].map((folder) => at(`${folder}/**/*.{ts,tsx}`)),
  },
  build: {
    outDir: at(outDir),
    emptyOutDir: true,
    target: 'es2022',
    manifest: true,
    // The packages of the first screen are one file on purpose.
    chunkSizeWarningLimit: 700,
    // Every browser that runs what is built for 2022 preloads modules by itself.
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: GROUPS } } },
  },
})

const client = clientOf('custom/main.client.tsx', 'dist/client')
/** `--mode engine`: the console of an application without code. */
const bare = clientOf('src/client/main.tsx', 'dist/engine')

/**
 * The server: `vite build --mode server` → dist/server, packages left in node_modules, but for two of a thousand files,
 * which take half a second to open.
 */
const server: ViteUserConfig = {
  publicDir: false,
  ssr: { noExternal: ['typebox', 'kysely'] },
  build: {
    ssr: true,
    outDir: at('dist/server'),
    emptyOutDir: true,
    target: 'node20',
    sourcemap: true,
    rolldownOptions: {
      input: {
        main: at('custom/main.server.ts'),
        engine: at('src/server/boot/main.ts'),
        'pglite-worker': at('src/server/platform/database/pglite-worker.ts'),
        'book-process': at('src/server/platform/sheets/book-process.ts'),
      },
      output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
    },
  },
}

// Files in the order of these dice.
const ORDER = process.env['TEST_ORDER']

const tests: ViteUserConfig = {
  test: {
    include: ['tests/{house,model,database,api,conformance,client}/**/*.test.ts'],
    exclude: [...leftOutFiles()],
    environment: 'node',
    globalSetup: ['tests/postgres-setup.ts'],
    setupFiles: ['tests/leaks.ts', ...(process.env['TEST_TIMES'] === undefined ? [] : ['tests/times/vitest-file.ts'])],
    // One more than two cores: a file that starts servers or kills them waits a quarter of its time.
    pool: 'forks',
    // Importing the server takes longer than most files: a worker keeps what it has imported. `tests/leaks.ts` sees
    // that nothing else stays.
    isolate: false,
    maxWorkers: 3,
    // Only what hangs is ended: no promise is about how fast the machine is.
    testTimeout: 180_000,
    hookTimeout: 240_000,
    // Told at the end of the run, by name, and counted (tests/run.ts). Where steadiness itself is tried (tests/soak.ts)
    // nothing has a second try.
    retry: ORDER === undefined ? 1 : 0,
    sequence:
      ORDER === undefined ? { sequencer: LongFirst } : { shuffle: { files: true, tests: false }, seed: Number(ORDER) },
    expect: { poll: { timeout: 20_000 } },
  },
}

export default defineConfig(({ mode }) =>
  process.env['VITEST'] ? tests : mode === 'server' ? server : mode === 'engine' ? bare : client,
)
