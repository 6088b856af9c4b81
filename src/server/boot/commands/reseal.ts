import { ConfigError } from '../../platform/config'
import type { Command } from '../../language/feature/feature'
import { openProject } from '../open-project'
import { sealStored } from '../../records/upgrade/seal-stored'

/**
 * `reseal [--drop]`: seals every secret of the database with the first of SECRET_KEYS, as each start does; `--drop`
 * empties those that no key opens.
 */
export const reseal: Command = async ({ config, args, features, log }) => {
  const unknown = args.find((arg) => arg !== '--drop')
  if (unknown !== undefined) throw new ConfigError(`reseal takes --drop, not "${unknown}".`)
  const { database, metadata, keyring } = await openProject(config, features, log, { seal: false })
  try {
    const { sealed, dropped } = await sealStored(database, metadata.model(), keyring, { drop: args.includes('--drop') })
    log(`${sealed} secrets sealed, ${dropped} emptied.`)
  } finally {
    await database.close()
  }
  return 0
}
