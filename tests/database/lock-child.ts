import { FolderInUseError, lockFolder } from '../../src/server/platform/database/folder-lock'

/** Locks the folder it is given, says how that went, and stays until its input ends. */
const [folder = ''] = process.argv.slice(2)
try {
  await lockFolder(folder)
  console.log(`held ${process.pid}`)
  process.stdin.on('end', () => process.exit()).resume()
} catch (error) {
  console.log(error instanceof FolderInUseError ? `refused ${error.pid}` : `failed ${String(error)}`)
}
