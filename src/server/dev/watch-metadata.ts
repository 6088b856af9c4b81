import { join } from 'node:path'
import { checkedModel, MetadataFaults } from '../metadata/metadata'
import { METADATA_FOLDERS, readSourceFiles } from '../metadata/source-files'
import { moduleList } from '../modules/module-list'
import type { Project } from '../open-project'
import { prepareDatabase } from '../prepare'
import { watchFiles } from './file-watch'

/**
 * Puts every saved schema, resource and word into force: checked, migrated, with its module row. A bad file keeps the last good
 * Model and is complained about.
 * @param applied called after something new is in force, or after a complaint
 * @returns how to stop
 */
export function watchMetadata(project: Project, log: (line: string) => void, applied: () => void): () => Promise<void> {
  const { config: { root }, features, metadata, words, database } = project
  const folders = [...METADATA_FOLDERS, 'i18n'].map((folder) => join(root, folder))
  let shown = ''

  const complain = (lines: readonly string[]) => {
    metadata.complain(lines)
    const text = lines.join('\n')
    if (text !== shown) log(`The last good metadata stays in force:\n${text}`)
    shown = text
  }

  return watchFiles(folders, (path) => path.endsWith('.json'), async () => {
    try {
      words.reload()
      const model = checkedModel(await readSourceFiles(root), features)
      await prepareDatabase(database, model, features, words, log)
      metadata.replace(model)
      shown = ''
      log(`The metadata is in force: ${moduleList(model, features).length} modules.`)
    } catch (error) {
      complain(error instanceof MetadataFaults ? error.lines : [error instanceof Error ? error.message : String(error)])
    }
    applied()
  })
}
