import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { NotInLog } from './check-receipt';
import { openCosigned, readCosigned, witnessIds } from './cosigned';

const ORIGIN = 'vote.example/log/1';
const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const typed = Buffer.concat([
  Buffer.of(4),
  Buffer.from(String(publicKey.export({ format: 'jwk' }).x), 'base64url'),
]);
const idOf = (name: string) =>
  createHash('sha256').update(`${name}\n`).update(typed).digest('hex').slice(0, 8);
const key = `auditor.example+${idOf('auditor.example')}+${typed.toString('base64')}`;

function cosigned(time = 1_795_000_000, signedTime = time, name = 'auditor.example'): string {
  const text = `${ORIGIN}\n300\n${Buffer.alloc(32, 7).toString('base64')}\n`;
  const stamp = Buffer.alloc(8);
  stamp.writeBigUInt64BE(BigInt(time));
  const signature = sign(null, Buffer.from(`cosignature/v1\ntime ${signedTime}\n${text}`), privateKey);
  const line = Buffer.concat([Buffer.from(idOf(name), 'hex'), stamp, signature]).toString('base64');
  return `${text}\n— ${ORIGIN} AAAAAAAA\n— ${name} ${line}\n`;
}

it('a cosigned checkpoint in the browser names size, root, witness and time, and is checked', async () => {
  expect(await openCosigned(cosigned(), key, ORIGIN)).toEqual({
    witness: 'auditor.example',
    at: new Date(1_795_000_000_000),
    size: 300,
    root: new Uint8Array(32).fill(7),
    cosignature: 'HOLDS',
  });
  expect(witnessIds(`${key}\n\nnonsense\n`)).toEqual([{ key, id: idOf('auditor.example') }]);
});

it('a cosigned checkpoint in the browser is wrong with another size, another time or another witness’s line', async () => {
  const of = async (note: string) => (await openCosigned(note, key, ORIGIN)).cosignature;
  expect(await of(cosigned().replace('\n300\n', '\n301\n'))).toBe('WRONG');
  expect(await of(cosigned(1_795_000_000, 1_795_000_001))).toBe('WRONG');
  expect(await of(cosigned(1, 1, 'other.example'))).toBe('WRONG');
});

it('a cosigned checkpoint in the browser is refused when it is of another log, or the key is none of a witness', async () => {
  await expect(openCosigned(cosigned(), key, 'vote.example/log/2')).rejects.toThrow('of this log');
  await expect(openCosigned(cosigned(), `x+${'0'.repeat(8)}+AAAA`, ORIGIN)).rejects.toThrow('another type');
});

it('a cosigned checkpoint in the browser is shown of every witness by itself, whatever the files of the others are', async () => {
  const keyOf = (name: string) => `${name}+${idOf(name)}+${typed.toString('base64')}`;
  const names = ['auditor.example', 'broken.example', 'other.example', 'silent.example'];
  const files = new Map<string, string | Error>([
    ['witnesses', `${names.map(keyOf).join('\n')}\n`],
    [`witnessed/${idOf('auditor.example')}`, cosigned()],
    [`witnessed/${idOf('broken.example')}`, new Error('answers 502')],
    [`witnessed/${idOf('other.example')}`, cosigned().replace(ORIGIN, 'vote.example/log/2')],
  ]);
  const read = (path: string) => {
    const file = files.get(path) ?? new NotInLog(path);
    return file instanceof Error ? Promise.reject(file) : Promise.resolve(new TextEncoder().encode(file));
  };
  expect(await readCosigned(read, ORIGIN)).toMatchObject([
    { witness: 'auditor.example', cosignature: 'HOLDS', size: 300 },
    { witness: 'broken.example', cosignature: 'UNREADABLE', size: null },
    { witness: 'other.example', cosignature: 'WRONG', size: null },
  ]);
  files.set('witnesses', new Error('answers 502'));
  await expect(readCosigned(read, ORIGIN)).rejects.toThrow('502');
});
