import { join } from 'node:path'
import { fieldTypes } from '../../fields/data'
import { metadataReference } from '../../model/metadata-reference'
import { checkedModel } from '../metadata/metadata'
import { readSourceFiles } from '../metadata/source-files'
import { writeChanged, writeTypes } from '../metadata/write-types'
import type { Command } from '../feature/feature'

/** `generate`: types of records and rows for the features (`generated/`) and the reference of the metadata language. */
export const generate: Command = async ({ config, features, log }) => {
  const model = checkedModel(await readSourceFiles(config.root), features)
  await writeTypes(config.root, model, features, log)
  await writeChanged(join(config.root, 'docs', 'metadata-reference.md'), metadataReference(fieldTypes), log)
  return 0
}
