import type { Environment } from '@abato/platform';
import { dataHeaders } from './security-headers.js';

it('asks browsers to stay with https for a year, where the site has it', () => {
  const at = (url: string) => dataHeaders({ PUBLIC_URL: url } as Environment)['strict-transport-security'];
  expect(at('https://abato.example')).toBe('max-age=31536000; includeSubDomains');
  expect(at('http://localhost:3000')).toBeUndefined();
});
