import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createElement, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { ClientFeature } from '../../src/client/feature'
import type { ServerFeature } from '../../src/server/language/feature/feature'
import { readSourceFiles } from '../../src/server/language/metadata/source-files'
import { conformanceApp } from '../conformance/conformance-app'
import { openOnPglite } from '../open-fresh'

// Runs in the copy of the project that one-of-each.test.ts has added to: checks it, starts it, asks it, and prints what
// it answered.
const root = join(import.meta.dirname, '../..')
/** A module that the project itself does not have. */
const load = async <T>(path: string): Promise<T> => (await import(pathToFileURL(join(root, path)).href)) as T

// What `npm run check` does: the file that lists the features runs the command that the arguments name.
process.argv[2] = 'check'
await load('custom/main.server.ts')

const { features } = await load<{ features: readonly ServerFeature[] }>('custom/features.ts')
const { depots } = await load<{ depots: ClientFeature }>('custom/depots/client/index.ts')
const { default: screen } = await load<{ default: () => ReactElement }>('custom/depots/client/DepotBoard.tsx')
const { postcodeView } = await load<{ postcodeView: { Cell: (props: { value: string }) => ReactElement } }>(
  'src/fields/postcode/view.tsx',
)

const { app, database, get, post } = await conformanceApp(openOnPglite, await readSourceFiles(root), features)
const anyone = (path: string, language: string) =>
  app.inject({ url: `/api/admin/${path}`, headers: { 'accept-language': language } })
const said = {
  made: await post('root', 'depots/create', { name: 'Lince', postcode: '15-046' }),
  refused: await post('root', 'depots/create', { name: 'Callao', postcode: '7021' }),
  listed: await get('root', 'depots', { filters: { postcode: '15046' } }),
  count: await get('root', 'depots/count'),
  near: await get('root', 'depots/near', { postcode: '15074' }),
  hidden: await get('none', 'depots/count'),
  words: (await anyone('words/pt', 'pt')).json() as unknown,
  missing: (await anyone('words/xx', 'pt')).json() as unknown,
  modules: features.flatMap(({ modules = [] }) => modules.map(({ key }) => key)),
  routes: (depots.routes ?? []).map(({ path, module }) => `${path} ${module}`),
  screen: renderToStaticMarkup(createElement(screen)),
  cell: renderToStaticMarkup(postcodeView.Cell({ value: '15046' })),
}
await app.close()
await database.close()
console.log(`said ${JSON.stringify(said)}`)
