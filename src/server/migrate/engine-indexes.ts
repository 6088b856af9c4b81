/** How the engine itself asks for its own records, beyond what their resources say: column lists by table. */
export const ENGINE_INDEXES: { readonly [table: string]: readonly (readonly string[])[] } = {
  files: [['state', 'date_updated'], ['id_user', 'state']],
  logs: [['target', 'id_target', 'id'], ['target', 'key_target', 'id'], ['note', 'id']],
  login_attempts: [['username', 'date_created'], ['address', 'date_created']],
}
