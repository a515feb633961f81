import { Gauge } from 'prom-client';
import { createRegistry, exportMetrics } from './metrics.js';

function ignored(): void {
  return undefined;
}

it('exports the other metrics and counts the failure when one cannot be read', async () => {
  const registry = createRegistry('worker');
  let connected = false;
  const read = async (): Promise<number> => {
    if (!connected) throw new Error('connection refused');
    return 7;
  };
  for (const labelNames of [[], ['state']]) {
    new Gauge({
      name: labelNames.length ? 'labelled_rows' : 'rows',
      help: 'Rows',
      labelNames,
      registers: [registry],
      async collect() {
        this.reset();
        const rows = await read();
        if (labelNames.length) this.set({ state: 'open' }, rows);
        else this.set(rows);
      },
    });
  }
  new Gauge({ name: 'other', help: 'Another', registers: [registry] }).set(1);
  const failed: string[] = [];
  const text = await exportMetrics(registry, (metric, error) => failed.push(`${metric}: ${error.message}`));
  expect(failed).toEqual(['rows: connection refused', 'labelled_rows: connection refused']);
  expect(text).toMatch(/^other 1$/m);
  expect(text).toMatch(/^abato_scrape_errors_total 2$/m);
  expect(text).not.toMatch(/^(labelled_)?rows/m);

  connected = true;
  const later = await exportMetrics(registry, ignored);
  expect(later).toMatch(/^rows 7$/m);
  expect(later).toMatch(/^labelled_rows\{state="open"\} 7$/m);
  expect(later).toMatch(/^abato_scrape_errors_total 2$/m);
});

it('exports the counter of failures before the first one', async () =>
  expect(await exportMetrics(createRegistry('worker'), ignored)).toMatch(/^abato_scrape_errors_total 0$/m));
