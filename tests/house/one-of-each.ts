/**
 * What one addition does to the project: files that are new, and pieces of text put behind a place in files that are
 * there.
 */
export interface Addition {
  /** Its row in the table of docs/architecture.md. */
  readonly row: string
  readonly files: { readonly [path: string]: string }
  readonly edits?: { readonly [path: string]: readonly (readonly [behind: string, put: string])[] }
}

/**
 * A field type, a catalogue that has it, a language, a feature, and in it two calls and a screen. In paths `x` is
 * postcode, `f` is depots.
 */
export const ADDITIONS: readonly Addition[] = [
  {
    row: 'a field type',
    files: {
      'src/fields/postcode/data.ts': `
        import type { FieldType } from '../../model/field-type'
        import { text } from '../text/data'
        const POSTCODE = /^\\d{5}$/
        /** A postcode of Peru: five digits. */
        export const postcode: FieldType = {
          ...text, name: 'postcode', keywords: [],
          canonical: value => (typeof value === 'string' ? value.replace(/\\D/g, '') || null : value),
          check: value => (typeof value === 'string' && POSTCODE.test(value) ? null : { key: 'pattern' }),
          sample: (_field, random) => String(10000 + Math.floor(random() * 89999)),
          invalid: () => ['123', 15074],
        }`,
      'src/fields/postcode/sql.ts': `
        import { type FieldSql, orderByCode } from '../field-sql'
        import { textColumn } from '../sql-columns'
        export const postcodeSql: FieldSql = { ...textColumn, order: orderByCode }`,
      'src/fields/postcode/view.tsx': `
        import type { FieldView } from '../../ui/field-view'
        export const postcodeView: FieldView = {
          align: 'left',
          Cell: ({ value }) => <code>{String(value)}</code>,
          Input: ({ value, onChange }) => <input value={String(value ?? '')} onChange={(event) => onChange(event.target.value)} />,
          Filter: () => null,
        }`,
    },
    edits: {
      'src/fields/data.ts': [
        ["import { polygon } from './polygon/data'\n", "import { postcode } from './postcode/data'\n"],
        ['  image,\n', '  postcode,\n'],
      ],
      'src/fields/sql.ts': [
        ["import { polygonSql } from './polygon/sql'\n", "import { postcodeSql } from './postcode/sql'\n"],
        ['image: imageSql,', ' postcode: postcodeSql,'],
      ],
      'src/fields/view.tsx': [
        ["import { polygonView } from './polygon/view'\n", "import { postcodeView } from './postcode/view'\n"],
        ['image: imageView,', ' postcode: postcodeView,'],
      ],
    },
  },
  {
    row: 'a catalogue',
    files: {
      'schemas/depots.json': JSON.stringify({
        $schema: '../src/model/meta/schema.json',
        title: 'Depósito',
        required: ['name'],
        'x-represent': '{name}',
        properties: {
          name: { type: 'string', title: 'Nombre', maxLength: 80, 'x-search': true },
          postcode: { 'x-type': 'postcode', title: 'Código postal' },
        },
      }),
    },
  },
  {
    row: 'a language',
    files: {
      'i18n/pt/engine.json': JSON.stringify({
        errors: { NOT_FOUND: 'Não encontrado.' },
        shell: { light: 'Tema claro (pt)' },
      }),
      'i18n/pt/app.json': JSON.stringify({ resources: { depots: { name: 'Armazéns' } } }),
    },
    edits: { 'i18n/es/engine.json': [['"languages": {', '"pt": "Português",']] },
  },
  {
    row: 'a feature',
    files: {
      'custom/depots/server/index.ts': `
        import type { ServerFeature } from '#engine/server'
        export const depots: ServerFeature = {
          name: 'depots', needs: { depots: ['name', 'postcode'] },
        }`,
      'custom/depots/client/index.ts': `
        import type { ClientFeature } from '#engine/client'
        export const depots: ClientFeature = {
          name: 'depots',
        }`,
    },
    edits: {
      'custom/main.server.ts': [
        ["import { demoFeature } from './demo/server'\n", "import { depots } from './depots/server'\n"],
        ['await startServer([', 'depots, '],
      ],
      'custom/main.client.tsx': [
        ["import { startClient } from '#engine/client'\n", "import { depots } from './depots/client'\n"],
        ['startClient([', 'depots, '],
      ],
    },
  },
  {
    row: 'a call of a feature',
    files: {
      'custom/depots/model/depot-calls.ts': `
        import { Type } from 'typebox'
        import { defineCall } from '#engine/model'
        const access = { module: 'depots', right: 'see' } as const
        export const countCall = defineCall({ method: 'GET', path: 'depots/count', access, request: Type.Object({}), response: Type.Object({ count: Type.Integer() }) })
        export const nearCall = defineCall({
          method: 'GET', path: 'depots/near', access,
          request: Type.Object({ postcode: Type.String({ maxLength: 5 }) }), response: Type.Object({ names: Type.Array(Type.String()) }),
        })`,
      'custom/depots/server/depots.ts': `
        import { sql } from 'kysely'
        import { serveCall } from '#engine/server'
        import { countCall, nearCall } from '../model/depot-calls'
        export const count = serveCall(countCall, async ({ db }) => {
          const { rows } = await sql<{ count: number }>\`select count(*)::int as count from depots\`.execute(db)
          return { count: rows[0]?.count ?? 0 }
        })
        export const near = serveCall(nearCall, async ({ db }, { postcode }) => {
          const { rows } = await sql<{ name: string }>\`select name from depots where left(postcode, 3) = left(\${postcode}, 3)\`.execute(db)
          return { names: rows.map(({ name }) => name) }
        })`,
    },
    edits: {
      'custom/depots/server/index.ts': [
        ["import type { ServerFeature } from '#engine/server'\n", "import { count, near } from './depots'\n"],
        ["needs: { depots: ['name', 'postcode'] },", ' calls: [count, near],'],
      ],
    },
  },
  {
    row: 'a screen of a feature',
    files: {
      'custom/depots/client/DepotBoard.tsx': `
        import { countCall, nearCall } from '../model/depot-calls'
        export default function DepotBoard() {
          return <p>{countCall.path} {nearCall.path}</p>
        }`,
    },
    edits: {
      'custom/depots/client/index.ts': [
        ["import type { ClientFeature } from '#engine/client'\n", "import { lazy } from 'react'\n"],
        [
          "name: 'depots',",
          " routes: [{ path: '/depot_board', module: 'depot_board', title: 'modules.depot_board', screen: lazy(() => import('./DepotBoard')) }],",
        ],
      ],
      'custom/depots/server/index.ts': [
        [
          'calls: [count, near],',
          " modules: [{ key: 'depot_board', title: 'Tablero', route: '/depot_board', icon: 'dashboard', group: null, order: 1 }],",
        ],
      ],
    },
  },
]
