import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { aliases } from './vite.config.ts';

/** The pages that the API renders (src/server), as one file without imports of packages. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react()],
  publicDir: false,
  // Whatever the process that renders calls itself.
  define: { 'process.env.NODE_ENV': '"production"' },
  resolve: { alias: aliases },
  ssr: { noExternal: true },
  build: {
    ssr: 'src/server/pages.tsx',
    target: 'node20',
    minify: true,
    emptyOutDir: false,
    rolldownOptions: { output: { entryFileNames: '[name].mjs', codeSplitting: false } },
  },
});
