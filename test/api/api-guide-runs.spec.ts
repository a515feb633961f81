import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { bareEnvironment } from '../support/bare-environment.js';
import { aContest, aUser } from '../support/builders.js';
import { ApiClient } from '../support/http.js';
import { aPicture } from '../support/pictures.js';
import { replaced, versionOf } from '../support/programs.js';
import { aFolder, testState } from '../support/state.js';
import { waitFor } from '../support/wait-for.js';

/** What docs/api.md and docs/live-and-embed.md tell integrators to type, typed in their order against the platform under test. */

const ROOT = join(import.meta.dirname, '..', '..');
const blocksOf = (document: string, language: string): string[] =>
  [...readFileSync(join(ROOT, 'docs', document), 'utf8').matchAll(/^```(\w+)\n([^]*?)^```$/gm)]
    .filter(([, named]) => named === language)
    .map(([, , text = '']) => text);

const needed = { from: 'apt-get install curl jq', tests: 'the examples of docs/api.md' };
const describeGuide = ['bash', 'curl', 'jq'].every((program) => versionOf(program, needed))
  ? describe
  : describe.skip;

/** Those of the test that runs; one that failed leaves them. */
const running: ChildProcess[] = [];
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
});

/** A program with what it has said so far. */
function start(program: string, args: string[], options: { cwd: string; env?: Record<string, string> }) {
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd: options.cwd,
    // The Node.js of this test also where the examples call it.
    env: {
      ...bareEnvironment(),
      PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH'] ?? ''}`,
      ...options.env,
    },
  });
  running.push(child);
  const said = { out: '', error: '' };
  child.stdout.on('data', (chunk: Buffer) => (said.out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (said.error += chunk.toString()));
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { said, ended };
}

/** The client of docs/live-and-embed.md, as a person runs it. @returns what it has printed: version, total, counts */
function watch(contestId: string) {
  const [client = ''] = blocksOf('live-and-embed.md', 'js');
  const text = replaced(client, "'http://localhost:3000'", `'${testState().baseUrl}'`);
  const { said } = start(process.execPath, ['--input-type=module', '--eval', text, 'watch.mjs', contestId], {
    cwd: ROOT,
  });
  /** Wait until it has printed a line with this total. */
  return (total: number) =>
    waitFor(
      () => {
        if (said.error) throw new Error(said.error);
        return said.out.split('\n').some((line) => new RegExp(`^\\d+ ${total} \\{`).test(line));
      },
      { what: `the client to print ${total} votes` },
    );
}

describeGuide('the guide for integrators', () => {
  it('leads from the sign-in to a counted payment and a contest of one’s own, while the client shows each count', async () => {
    const organiser = await aUser().save();
    const [free, paid] = [`Free ${randomUUID()}`, `Paid ${randomUUID()}`];
    const freeContest = await aContest().ownedBy(organiser).titled(free).save();
    await aContest().ownedBy(organiser).titled(paid).paid('1.00').save();
    const shows = watch(freeContest.id);
    await shows(0);

    const folder = aFolder();
    await writeFile(join(folder, 'photo.jpg'), (await aPicture({ format: 'jpeg' })).stream());
    const mark = '=== end of a block';
    const script = blocksOf('api.md', 'bash')
      .map((block) => `${block}\necho '${mark}'`)
      .join('\n');
    const guide = start('bash', ['-e', '-u', '-o', 'pipefail', '-c', script], {
      cwd: folder,
      env: {
        BASE: `${testState().baseUrl}/api`,
        SIMULATOR: testState().simulatorUrl,
        ORGANISER: organiser.email,
        PASSWORD: organiser.password,
        FREE: free,
        PAID: paid,
      },
    });
    expect([await guide.ended, guide.said.error]).toEqual([0, '']);
    const [signedIn, read, cast, begun, approved, verified, made, rest] = guide.said.out.split(`${mark}\n`);

    expect(signedIn).toContain(free);
    expect(read).toContain('"voteCount": 0');
    expect(cast).toMatch(/^HTTP\/1\.1 201 /);
    expect(cast).toContain('"status":"COMPLETED"');
    const { reference } = (JSON.parse(begun ?? '') as { data: { reference: string } }).data;
    expect(approved).toContain('"success"');
    expect(verified).toMatch(/\n200\n$/);
    expect([made?.trim(), rest]).toEqual([expect.stringMatching(/^"\/uploads\/.*\.webp"$/), '']);

    await shows(1);
    const verify = () =>
      new ApiClient().get<{ status: string; receiptCode: string }>(`/payments/paystack/verify/${reference}`);
    await waitFor(async () => (await verify()).data.status === 'COMPLETED', { what: 'the payment to count' });
    const own = await organiser.api.get<{ title: string; status: string }[]>('/contests');
    expect(own.data).toContainEqual(expect.objectContaining({ title: 'Song of the Year', status: 'ACTIVE' }));
  });

  it('has no example in a shell that is not run', () => {
    expect(blocksOf('api.md', 'bash').length).toBeGreaterThan(5);
    for (const language of ['sh', 'shell', 'console', 'zsh'])
      expect(blocksOf('api.md', language)).toEqual([]);
  });
});
