import { join } from 'node:path'
import { checkedModel } from '../metadata/metadata'
import { readSourceFiles } from '../metadata/source-files'
import { hiddenWritable } from '../../model/hidden-writable'
import { slowNumbers } from '../../model/slow-numbers'
import { missingWords } from '../words/missing-words'
import { readWords } from '../words/read-words'
import type { Command } from '../feature/feature'

/** `check`: every mistake in the metadata, one per line (then the exit code is 1), and missing translations, as warnings. */
export const check: Command = async ({ config, features, log }) => {
  const model = checkedModel(await readSourceFiles(config.root), features, true)
  const missing = missingWords(readWords(join(config.root, 'i18n')), model, features)
  for (const line of [...hiddenWritable(model), ...slowNumbers(model), ...missing]) log(`warning: ${line}`)
  const [entities, resources] = [model.entities, model.resources].map((these) => Object.keys(these).length)
  log(`The metadata is sound: ${entities} entities, ${resources} resources, ${missing.length} words missing.`)
  return 0
}
