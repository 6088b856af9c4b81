import { join } from 'node:path'
import type { SourceFile } from '../../../model/load'
import { checkedModel, InvalidMetadata } from '../../language/metadata/metadata'
import { screensOf } from '../../language/feature/feature'
import { METADATA_FOLDERS, readSourceFiles } from '../../language/metadata/source-files'
import { writeTypes } from '../../language/migrate/write-types'
import { moduleList } from '../../language/modules/module-list'
import type { Project } from '../open-project'
import { prepareDatabase } from '../prepare'
import { watchFiles } from './file-watch'

/**
 * Applies every saved schema, resource and word: checked, migrated, with its module row, and the types of its table. A
 * bad file keeps the last good Model and is reported.
 * @param applied called after a change is applied or an error is reported
 * @returns how to stop
 */
export function watchMetadata(project: Project, log: (line: string) => void, applied: () => void): () => Promise<void> {
  const {
    config: { root },
    features,
    metadata,
    words,
    database,
  } = project
  const folders = [...METADATA_FOLDERS, 'i18n'].map((folder) => join(root, folder))
  let inForce = JSON.stringify(project.files)
  let spoken = wordsHash()

  function wordsHash(): string {
    return words.languages.map((language) => words.dictionary(language).hash).join()
  }

  async function apply(files: readonly SourceFile[]): Promise<void> {
    const model = checkedModel(files, features)
    await prepareDatabase(database, model, features, words, log)
    metadata.replace(model)
    await writeTypes(root, model, features, log)
    log(`The metadata is in force: ${moduleList(model, screensOf(features)).length} modules.`)
  }

  function complain(error: unknown): void {
    const lines =
      error instanceof InvalidMetadata ? error.lines : [error instanceof Error ? error.message : String(error)]
    metadata.complain(lines)
    log(`The last good metadata stays in force:\n${lines.join('\n')}`)
  }

  async function look(): Promise<void> {
    const wrong = metadata.errors().length > 0
    try {
      words.reload()
      const files = await readSourceFiles(root)
      const now = JSON.stringify(files)
      if (now === inForce && wordsHash() === spoken && !wrong) return
      await apply(files)
      inForce = now
      spoken = wordsHash()
    } catch (error) {
      complain(error)
    }
    applied()
  }

  return watchFiles(folders, (path) => path.endsWith('.json'), look)
}
