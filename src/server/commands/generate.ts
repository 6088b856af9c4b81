import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fieldTypes } from '../../fields/data'
import { recordTypes } from '../../model/record-types'
import { metadataReference } from '../../model/metadata-reference'
import { checkedModel } from '../metadata/metadata'
import { readSourceFiles } from '../metadata/source-files'
import type { Command } from '../feature/feature'

/** `generate`: record types for the features (`generated/records.ts`) and the reference of the metadata language. */
export const generate: Command = async ({ config, features, log }) => {
  const model = checkedModel(await readSourceFiles(config.root), features)
  await keep(join(config.root, 'generated', 'records.ts'), recordTypes(model, fieldTypes), log)
  await keep(join(config.root, 'docs', 'metadata-reference.md'), metadataReference(fieldTypes), log)
  return 0
}

// A file that says the same keeps its date, so that no watcher is woken.
async function keep(path: string, text: string, log: (line: string) => void): Promise<void> {
  const before = await readFile(path, 'utf8').catch(() => null)
  if (before === text) return
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text)
  log(`Written: ${path}`)
}
