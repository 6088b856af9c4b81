import { join } from 'node:path'
import { fieldTypes } from '../../../fields/data'
import { metadataReference } from '../../../model/metadata-reference'
import { catalogueReport } from '../../language/metadata/catalogue-report'
import { checkedModel } from '../../language/metadata/metadata'
import { readSourceFiles } from '../../language/metadata/source-files'
import { engineTableTypes, writeChanged, writeTypes } from '../../language/migrate/write-types'
import type { Command } from '../../language/feature/feature'

/**
 * `generate`: types of records and rows for the features (`generated/`) the reference of the metadata language and the
 * page about the catalogues.
 */
export const generate: Command = async ({ config, features, log }) => {
  const files = await readSourceFiles(config.root)
  const model = checkedModel(files, features)
  await writeTypes(config.root, model, features, log)
  // The tables of the engine are the same in every application: they are written where the engine is.
  if (config.root === config.codeRoot)
    await writeChanged(
      join(config.codeRoot, 'src', 'server', 'platform', 'database', 'tables.ts'),
      engineTableTypes(),
      log,
    )
  await writeChanged(join(config.root, 'docs', 'metadata-reference.md'), metadataReference(fieldTypes), log)
  await writeChanged(join(config.root, 'docs', 'catalogues.md'), await catalogueReport(config.root, model, files), log)
  return 0
}
