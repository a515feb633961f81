import { checkNodeVersion } from './output.mjs';

test.each(['20.19.0', '22.0.0'])('Node.js %s is recent enough', (version) =>
  expect(() => checkNodeVersion(version)).not.toThrow(),
);

test.each(['20.18.9', '18.20.4'])(
  'Node.js %s is refused in one sentence that names both versions',
  (version) => expect(() => checkNodeVersion(version)).toThrow(`20.19 or newer, and this is ${version}`),
);
