import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import type { NewAdmin } from '../../work/accounts/admin'
import { CommandError } from './command-error'

/**
 * Asks at the terminal for what was not given; a password is not echoed.
 * @throws {CommandError} where nobody can be asked
 */
export async function askAdmin({ name, email, password }: Partial<NewAdmin>): Promise<NewAdmin> {
  if (name && email && password) return { name, email, password }
  if (!process.stdin.isTTY) {
    throw new CommandError(
      'Nobody is there to be asked. Give --email, --password and --name:\n' +
        'npm run create-admin -- --email=ana@example.com --password=... --name=Ana',
    )
  }
  let blind = false
  const echo = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      if (!blind) process.stdout.write(chunk)
      done()
    },
  })
  const ask = createInterface({ input: process.stdin, output: echo, terminal: true })
  const secret = async (question: string): Promise<string> => {
    process.stdout.write(question)
    blind = true
    try {
      return await ask.question('')
    } finally {
      blind = false
      process.stdout.write('\n')
    }
  }
  try {
    return {
      name: name || (await ask.question('Name of the first administrator: ')),
      email: email || (await ask.question('E-mail address: ')),
      password: password || (await secret('Password (at least 8 characters): ')),
    }
  } finally {
    ask.close()
  }
}
