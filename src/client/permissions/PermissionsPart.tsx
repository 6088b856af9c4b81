import { PermissionsInput } from './PermissionsInput'

export { PermissionsCell } from './PermissionsCell'

/** Widget `role-permissions`: one part of the program for its input and its cell. */
export default PermissionsInput
