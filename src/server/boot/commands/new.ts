import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { checkedModel } from '../../language/metadata/metadata'
import { readSourceFiles } from '../../language/metadata/source-files'
import { systemFiles } from '../../language/metadata/system-files'
import { CommandError } from './command-error'
import type { Command } from '../../language/feature/feature'

// PostgreSQL cuts longer names of tables and of the indexes derived from them.
const NAME = /^[a-z][a-z0-9_]{1,39}$/

/** `new <name>`: writes `schemas/<name>.json`, a small working module to build on. */
export const makeSchema: Command = async ({ config, args, features, log }) => {
  const [name = ''] = args
  if (!NAME.test(name)) {
    throw new CommandError(
      'Say how the module is called, in small letters, digits and _, at most 40: npm run new fuel_receipts',
    )
  }
  if (systemFiles.some(({ path }) => path === `system/${name}.json`)) {
    throw new CommandError(
      `"${name}" is an entity of the engine. To add fields to it, write schemas/${name}.json with "x-extends": true.`,
    )
  }
  const path = join(config.root, 'schemas', `${name}.json`)
  for (const taken of [`schemas/${name}.json`, `resources/${name}.json`]) {
    if (existsSync(join(config.root, taken))) throw new CommandError(`${taken} is there already.`)
  }
  const text = schemaText(name)
  checkedModel([...(await readSourceFiles(config.root)), { path: `schemas/${name}.json`, text }], features)
  await mkdir(join(config.root, 'schemas'), { recursive: true })
  await writeFile(path, text, { flag: 'wx' })
  log(`Written: schemas/${name}.json. It is a complete module at the next start (in development, at once).`)
  log('Add properties to it; docs/metadata-reference.md lists every keyword.')
  return 0
}

function schemaText(name: string): string {
  const title = name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ')
  return `${JSON.stringify(
    {
      $schema: '../src/model/meta/schema.json',
      title,
      type: 'object',
      required: ['name'],
      'x-traits': ['activable'],
      'x-represent': '{name}',
      properties: { name: { type: 'string', title: 'Nombre', maxLength: 80, 'x-search': true } },
    },
    null,
    2,
  )}\n`
}
