import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  expectAccepted,
  expectRefused,
  LogFolder,
  ORIGIN,
  OTHER,
  otherSigner,
  runWitness,
  signer,
} from '../test/log-folder.js';
import { openCheckpoint } from './checkpoint.js';
import { leafHash } from './merkle.js';

const log = new LogFolder();
const checkpoint = () => readFileSync(join(log.path, 'checkpoint'), 'utf8');

it.each([0, 256, 300])(
  'the verifier and an earlier checkpoint: accepts a log that continues a kept checkpoint of %d entries',
  (size) => {
    log.publish(size);
    log.put('kept', checkpoint());
    log.publish(300);
    expectAccepted(
      log.verify('--older', join(log.path, 'kept')),
      `continues the older checkpoint of ${size} entries`,
    );
  },
);

it('the verifier and an earlier checkpoint: refuses a log that is shorter than a kept checkpoint, has another beginning, or was kept under another key', () => {
  log.publish(300);
  log.put('kept', signer.sign(ORIGIN, { size: 299, root: leafHash(OTHER) }));
  expectRefused(
    log.verify('--older', join(log.path, 'kept')),
    'does not continue the older checkpoint of 299 entries',
  );
  log.put('kept', checkpoint());
  log.put('old', otherSigner.sign(ORIGIN, openCheckpoint(checkpoint(), signer.verifierKey(ORIGIN))));
  const old = ['--older', join(log.path, 'old')];
  expectRefused(log.verify(...old), 'not signed by');
  expect(log.verify(...old, '--older-key', otherSigner.verifierKey(ORIGIN))).toMatchObject({ status: 0 });
  log.publish(299);
  expectRefused(log.verify('--older', join(log.path, 'kept')), 'has 299 entries and had 300');
});

it('the verifier and an earlier checkpoint: demands of a receipt that its entries are in the log, and that the log continues its checkpoint', () => {
  log.publish(200);
  const before = checkpoint();
  log.publish(300);
  const entryOf = (index: number): unknown => {
    const bundle = readFileSync(join(log.path, 'tile', 'entries', '000'));
    let at = 0;
    for (let nr = 0; nr < index; nr++) at += 2 + bundle.readUInt16BE(at);
    return JSON.parse(bundle.toString('utf8', at + 2, at + 2 + bundle.readUInt16BE(at)));
  };
  const receipt = {
    contestId: '1',
    index: 7,
    entry: entryOf(7),
    later: [],
    reveals: [],
    checkpoint: before,
  };
  const verifyWith = (data: object) => {
    log.put('receipt', JSON.stringify({ success: true, data }));
    return log.verify('--receipt', join(log.path, 'receipt'));
  };
  expectAccepted(verifyWith(receipt), 'receipt  entry 7 is in the log as the receipt says');
  const refused: [object, string][] = [
    [{ index: 8 }, 'entry 8 is another one than the receipt says'],
    [{ later: [{ index: 299, entry: entryOf(7) }] }, 'entry 299 is another one'],
    [{ index: 300 }, 'the receipt names entry 300, and the log has 300'],
    [{ contestId: '2' }, 'the receipt is of another contest'],
    [
      { checkpoint: signer.sign(ORIGIN, { size: 200, root: leafHash(OTHER) }) },
      'does not continue the checkpoint of the receipt, of 200 entries',
    ],
  ];
  for (const [change, reason] of refused) expectRefused(verifyWith({ ...receipt, ...change }), reason);
});

it('the verifier and an earlier checkpoint: demands of a witness that the log continues what it has cosigned', () => {
  const file = join(log.path, 'key.secret');
  const line = runWitness('key', 'auditor.example', '--key', file).stdout.trim();
  const cosign = (state: string) =>
    runWitness(log.path, '--key', file, '--state', join(log.path, state)).stdout.split('\n')[1] ?? '';
  log.put('witnesses', `${line}\n`);
  log.publish(200);
  const path = `witnessed/${line.split('+')[1]}`;
  expect(log.verify('--witness', line)).toMatchObject({ status: 1 });
  expect(log.verify()).toMatchObject({ status: 0, stdout: expect.not.stringContaining('witness  ') });
  log.put(path, `${checkpoint()}${cosign('one')}\n`);
  log.publish(300);
  for (const args of [[], ['--witness', line]]) {
    expectAccepted(log.verify(...args), 'auditor.example cosigned 200 entries at ');
  }
  log.put(path, readFileSync(join(log.path, path), 'utf8').replace('\n200\n', '\n199\n'));
  expectRefused(log.verify(), 'auditor.example is wrong');
  log.publish(200, undefined, (votes) => votes.toReversed());
  log.put(path, `${checkpoint()}${cosign('two')}\n`);
  log.publish(300);
  expectRefused(log.verify(), 'does not continue the checkpoint that auditor.example cosigned');
});
