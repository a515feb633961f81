import { join } from 'node:path';
import { createServer } from 'vite';
import { ROOT } from './paths.mjs';
import { verifierPage } from './verifier-page.mjs';

/**
 * The web server of `npm run dev`: a child process like the others. It serves the web app's sources with hot reload on PORT
 * and passes everything that belongs to the API on to API_URL, so that there is one origin as in production.
 */
const { PORT, API_URL: api } = process.env;
const web = join(ROOT, 'apps', 'web');

/** The verifier is no part of the web app: it is built anew for each request. */
const verifier = {
  name: 'verifier-page',
  configureServer({ middlewares }) {
    middlewares.use('/verifier.html', (_, response, next) => {
      verifierPage()
        .then((page) => response.setHeader('content-type', 'text/html; charset=utf-8').end(page))
        .catch(next);
    });
  },
};

const server = await createServer({
  root: web,
  configFile: join(web, 'vite.config.ts'),
  plugins: [verifier],
  server: {
    port: Number(PORT),
    strictPort: true,
    host: true,
    proxy: {
      '/api': api,
      '/health': api,
      '/uploads': api,
      '/log': api,
      '/socket.io': { target: api, ws: true },
    },
  },
});
await server.listen();

const stop = () => server.close().finally(() => process.exit(0));
process.on('SIGTERM', stop);
process.on('disconnect', stop);
process.send?.({ type: 'ready' });
