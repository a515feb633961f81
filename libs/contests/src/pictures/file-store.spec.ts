import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LocalFileStore } from './file-store.js';
import { pathOf } from './picture.service.js';

const dataDir = mkdtempSync(join(tmpdir(), 'abato-files-'));
afterAll(() => rmSync(dataDir, { recursive: true }));

it('the file store leaves nothing of a picture that could not be stored', async () => {
  // A folder where the file should go: the last step of storing fails, as it does on a full disk.
  mkdirSync(join(dataDir, 'uploads', 'taken.webp', 'full'), { recursive: true });
  const store = new LocalFileStore(dataDir);
  await expect(store.put('taken.webp', Buffer.from('picture'))).rejects.toThrow();
  expect(readdirSync(join(dataDir, 'uploads'))).toEqual(['taken.webp']);
});

it('the sweep recognises the half-written file of a process that died', () => {
  const stem = 'ab'.repeat(16);
  expect(pathOf(`.${stem}-320.webp.part`)).toBe(`/uploads/${stem}-640.webp`);
  expect(pathOf(`${stem}-640.jpg`)).toBe(`/uploads/${stem}-640.webp`);
  expect(pathOf('.gitkeep')).toBeNull();
});
