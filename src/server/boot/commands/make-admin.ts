import { AppError } from '../../../model/errors'
import { sayError } from '../../platform/answers/say-error'
import { addAdmin, type NewAdmin } from '../../work/accounts/admin'
import type { Project } from '../open-project'
import { CommandError } from './command-error'

/** Makes an account that may do everything. @throws {CommandError} with what is wrong with each field */
export async function makeAdmin({ database, metadata, words }: Project, admin: NewAdmin): Promise<void> {
  try {
    await addAdmin(database, metadata.model(), admin)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'VALIDATION') throw error
    const lines = Object.entries(error.errors).map(([source, wrong]) => `${source}: ${sayError(words, 'en', wrong)}`)
    throw new CommandError(`The administrator was not created.\n${lines.join('\n')}`)
  }
}
