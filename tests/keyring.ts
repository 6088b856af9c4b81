import { keyringOf } from '../src/server/platform/secrets/keyring'

/** The key of every test's secrets, in whichever process it runs. */
export const TEST_KEYRING = keyringOf(['a key for tests alone, and of enough characters'])
