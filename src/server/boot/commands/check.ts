import { checkedModel } from '../../language/metadata/metadata'
import { readSourceFiles } from '../../language/metadata/source-files'
import { hiddenWritable } from '../../../model/hidden-writable'
import { slowNumbers } from '../../../model/slow-numbers'
import { missingWords } from '../../language/words/missing-words'
import { readProjectWords } from '../../language/words/read-words'
import type { Command } from '../../language/feature/feature'

/**
 * `check`: every mistake in the metadata, one per line (then the exit code is 1), and missing translations, as
 * warnings.
 */
export const check: Command = async ({ config, features, log }) => {
  const model = checkedModel(await readSourceFiles(config.root), features, true)
  const missing = missingWords(readProjectWords(config), model, features)
  for (const line of [...hiddenWritable(model), ...slowNumbers(model), ...missing]) log(`warning: ${line}`)
  const [entities, resources] = [model.entities, model.resources].map((these) => Object.keys(these).length)
  log(`The metadata is sound: ${entities} entities, ${resources} resources, ${missing.length} words missing.`)
  return 0
}
