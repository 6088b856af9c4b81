import type { SourceFile } from '../../model/load'
import type { Config } from '../platform/config'
import type { Database } from '../platform/database/database'
import { openDatabase } from '../platform/database/open'
import type { ServerFeature } from '../language/feature/feature'
import { checkedModel, metadataOf, type Metadata } from '../language/metadata/metadata'
import { readSourceFiles } from '../language/metadata/source-files'
import { prepareDatabase } from './prepare'
import { useKeyring, type Keyring } from '../platform/secrets/keyring'
import { openKeyring } from '../platform/secrets/open-keyring'
import { sealStored } from '../records/upgrade/seal-stored'
import { readProjectWords, type ReadWords } from '../language/words/read-words'

export interface Project {
  readonly config: Config
  readonly features: readonly ServerFeature[]
  /** The files that the Model was built from. */
  readonly files: readonly SourceFile[]
  readonly metadata: Metadata
  readonly words: ReadWords
  readonly database: Database
  /** The keys of the secrets in the database. */
  readonly keyring: Keyring
  readonly prepare: () => Promise<void>
}

/**
 * Reads metadata and words, opens the database and brings it to the Model: the first step of every command that touches
 * data.
 * @throws {InvalidMetadata} before the database is touched, {FolderInUseError}, {DatabaseAheadError}, {ConfigError}
 * where a secret does not open
 */
export async function openProject(
  config: Config,
  features: readonly ServerFeature[],
  log: (line: string) => void,
  { seal = true }: { /** Seal what is not. */ readonly seal?: boolean } = {},
): Promise<Project> {
  const words = readProjectWords(config)
  const files = await readSourceFiles(config.root)
  const metadata = metadataOf(checkedModel(files, features))
  const database = await openDatabase(config.database, { log, checksNesting: false })
  // Several servers share a PostgreSQL; an embedded database belongs to the metadata next to it, which people revert as
  // they try things.
  const whenAhead = database.engine === 'postgres' ? 'refuse' : 'go back'
  const prepare = () => prepareDatabase(database, metadata.model(), features, words, log, { whenAhead })
  const keyring = openKeyring(config, log)
  // Whoever prepares or fills the database reads its settings, of which some are sealed.
  useKeyring(database.db, keyring)
  try {
    await prepare()
    if (seal) await sealStored(database, metadata.model(), keyring)
  } catch (error) {
    await database.close()
    throw error
  }
  return { config, features, files, metadata, words, database, keyring, prepare }
}
