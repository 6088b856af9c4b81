import react from '@vitejs/plugin-react'
import { fileURLToPath } from 'node:url'
import { defineConfig, type ViteUserConfig } from 'vitest/config'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** The console: `vite build` → dist/client. The page is the engine's, its one script the application's. */
const client: ViteUserConfig = {
  root: at('src/client'),
  publicDir: false,
  plugins: [react()],
  resolve: { alias: { '/main.client.tsx': at('custom/main.client.tsx') } },
  server: { fs: { allow: [at('.')] } },
  build: { outDir: at('dist/client'), emptyOutDir: true, target: 'es2022', manifest: true },
}

/** The server: `vite build --mode server` → dist/server, packages left in node_modules. */
const server: ViteUserConfig = {
  publicDir: false,
  build: {
    ssr: true,
    outDir: at('dist/server'),
    emptyOutDir: true,
    target: 'node20',
    sourcemap: true,
    rolldownOptions: {
      input: { main: at('custom/main.server.ts'), 'pglite-worker': at('src/server/database/pglite-worker.ts') },
      output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
    },
  },
}

const tests: ViteUserConfig = {
  test: {
    include: ['tests/{house,model,database,api,conformance,client}/**/*.test.ts'],
    environment: 'node',
    // Two cores: a file has a database of its own, so more workers than cores only wait for each other.
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 60_000,
    // The first PGlite of a process takes about 4 s, more beside other work.
    hookTimeout: 120_000,
  },
}

export default defineConfig(({ mode }) => (process.env['VITEST'] ? tests : mode === 'server' ? server : client))
