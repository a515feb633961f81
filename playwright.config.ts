import { defineConfig } from '@playwright/test';

/**
 * The browser suite. `npm test` builds, finds a Chromium and passes both on; artifacts of failures land in
 * `test-results/`.
 */
const asRoot = process.getuid?.() === 0;

export default defineConfig({
  globalSetup: './test/support/start-cluster.mjs',
  testDir: 'test/browser',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results/browser',
  // Files run beside one another, the tests of a file one after the other: they share the platform, and no test counts on being alone.
  workers: 3,
  fullyParallel: false,
  forbidOnly: Boolean(process.env['CI']),
  retries: 0,
  // Long, because nothing waits longer than it must, and a busy machine is no defect.
  expect: { timeout: 45_000 },
  use: {
    // A press, a page or a request that does not come fails by its own name, long before the limit of its test.
    actionTimeout: 120_000,
    navigationTimeout: 120_000,
    baseURL: process.env['ABATO_BASE_URL'],
    // Recording every action takes a third of the time of a test: `ABATO_TRACE=1 npm test -- browser …` when it is needed.
    trace: process.env['ABATO_TRACE'] ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    // The worker keeps the whole app for each new context, which costs a tenth of a test; the files about it and about the free vote have it.
    serviceWorkers: 'block',
    // Drawing what moves costs a tenth of a test; the voter's journey and the stage are tested with everything in motion.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: process.env['CHROMIUM_PATH'],
      args: [
        ...(asRoot ? ['--no-sandbox'] : []),
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        // Chromium without its window would draw letters as wide as whole pixels, and lines would break elsewhere than for people.
        '--font-render-hinting=none',
      ],
    },
  },
});
