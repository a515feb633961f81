import { createHash, randomUUID } from 'node:crypto';
import { type Socket } from 'socket.io-client';
import type { Remote, RemoteLink, RemoteSession, RemoteStatus, StageState } from '@abato/contracts';
import { aContest, aUser, aVote, type BuiltContest, database, sql } from '../support/builders.js';
import { ApiClient } from '../support/http.js';
import { connectSocket } from '../support/sockets.js';
import { waitFor } from '../support/wait-for.js';

const device = new ApiClient();

const owner = await aUser().save();
const aStage = () => aContest().ownedBy(owner).withContestants(4, 2).save();
const linkOf = async ({ id }: { id: string }): Promise<string> =>
  (await owner.api.post<RemoteLink>(`/contests/${id}/stage-remote`)).data.token;
const connect = (token: string) => device.post<RemoteSession>('/stage-remote/connect', { token });
const statusOf = (session: string) => device.post<RemoteStatus>('/stage-remote/status', { session });
const command = (session: string, body: object) =>
  device.post<RemoteStatus>('/stage-remote/command', { session, ...body });

/** A connected remote. */
const aRemote = async (contest: BuiltContest): Promise<string> =>
  (await connect(await linkOf(contest))).data.session;

/** A contest on the stage, and its remote. */
async function aRemoteStage() {
  const contest = await aStage();
  return { contest, session: await aRemote(contest) };
}

/** The next command of a remote, whatever was sent before. */
async function next(session: string, body: object) {
  const { sequence } = (await statusOf(session)).data.state;
  return command(session, { sequence: sequence + 1, ...body });
}

/** A screen that shows the stage, with every state that it was sent. */
async function aScreen({ id }: { id: string }): Promise<{ socket: Socket; states: StageState[] }> {
  const socket: Socket = await connectSocket();
  const states: StageState[] = [];
  socket.on('stage:state', (state: StageState) => states.push(state));
  expect(await socket.emitWithAck('stage:watch', { contestId: id })).toEqual({ ok: true });
  return { socket, states };
}

/** As if this had happened earlier. */
const longAgo = (contest: { id: string }, column: string, minutes: number) =>
  database().query(
    `UPDATE stage_remotes SET ${column} = ${column} - make_interval(mins => $2) WHERE contest_id = $1`,
    [contest.id, minutes],
  );

it('the link of a remote connects one device once, to the stage of its contest', async () => {
  const contest = await aStage();
  const token = await linkOf(contest);
  const first = await connect(token);
  expect([first.status, first.data.contestId]).toEqual([200, contest.id]);
  const hours = (Date.parse(first.data.expiresAt) - Date.now()) / 3_600_000;
  expect(hours).toBeGreaterThan(11.9);
  expect(hours).toBeLessThanOrEqual(12.01);
  expect(await connect(token)).toMatchObject({ status: 400, code: 'REMOTE_GONE' });
  expect((await statusOf(first.data.session)).data.state).toMatchObject({
    contestId: contest.id,
    remote: true,
    scene: 'ROTATION',
  });
});

it('the link of a remote works once also when it is used twice at the same moment', async () => {
  const token = await linkOf(await aStage());
  const statuses = (await Promise.all([connect(token), connect(token)])).map(({ status }) => status);
  expect(statuses.sort()).toEqual([200, 400]);
});

it('the link of a remote ends after 15 minutes, and when a newer one is made', async () => {
  const contest = await aStage();
  const late = await linkOf(contest);
  await longAgo(contest, 'link_expires_at', 15);
  expect((await connect(late)).code).toBe('REMOTE_GONE');
  const [older, newer] = [await linkOf(contest), await linkOf(contest)];
  expect((await connect(older)).code).toBe('REMOTE_GONE');
  expect((await connect(newer)).status).toBe(200);
});

it('the link of a remote is stored as a digest, like the session, and both are recorded', async () => {
  const contest = await aStage();
  const stored = () =>
    sql<{ link: string | null; session: string | null }>`SELECT encode(link_sha256, 'hex') AS link,
        encode(session_sha256, 'hex') AS session FROM stage_remotes WHERE contest_id = ${contest.id}`;
  const digestOf = (secret: string) => createHash('sha256').update(secret).digest('hex');
  const token = await linkOf(contest);
  expect(await stored()).toEqual([{ link: digestOf(token), session: null }]);
  const { session } = (await connect(token)).data;
  expect(await stored()).toEqual([{ link: null, session: digestOf(session) }]);
  await owner.api.delete(`/contests/${contest.id}/stage-remote`);
  expect(await stored()).toEqual([{ link: null, session: null }]);
  const rows = await sql<{ action: string; detail: object; actor_user_id: string | null }>`SELECT action,
      detail, actor_user_id FROM audit_log WHERE subject_id = ${contest.id}
      AND action LIKE 'contest.remote%' ORDER BY id`;
  expect(rows).toEqual([
    { action: 'contest.remote-link', detail: {}, actor_user_id: owner.id },
    { action: 'contest.remote-connect', detail: { by: 'remote' }, actor_user_id: null },
    { action: 'contest.remote-end', detail: {}, actor_user_id: owner.id },
  ]);
});

it('the session of a remote is replaced by the device that uses a newer link, and not by the making of one', async () => {
  const contest = await aStage();
  const first = await aRemote(contest);
  const link = await linkOf(contest);
  expect((await statusOf(first)).status).toBe(200);
  const second = (await connect(link)).data.session;
  expect((await statusOf(first)).code).toBe('REMOTE_GONE');
  expect((await next(second, { scene: 'ROTATION' })).status).toBe(200);
});

it('the session of a remote ends after its time', async () => {
  const { contest, session } = await aRemoteStage();
  await longAgo(contest, 'session_expires_at', 12 * 60);
  expect((await statusOf(session)).code).toBe('REMOTE_GONE');
  expect((await command(session, { sequence: 9, scene: 'ROTATION' })).code).toBe('REMOTE_GONE');
  expect((await aScreen(contest)).states[0]?.remote).toBe(false);
});

it('the session of a remote ends when the organiser ends it, and every screen turns by itself again', async () => {
  const { contest, session } = await aRemoteStage();
  const { states } = await aScreen(contest);
  await next(session, { scene: 'PINNED', categoryId: contest.categories[0]?.id, black: true });
  await waitFor(() => states.at(-1)?.black === true);
  const seen = (await owner.api.get<Remote>(`/contests/${contest.id}/stage-remote`)).data;
  expect(seen.device).not.toBeNull();
  expect((await owner.api.delete(`/contests/${contest.id}/stage-remote`)).status).toBe(200);
  await waitFor(() => states.at(-1)?.remote === false);
  expect(states.at(-1)).toMatchObject({ scene: 'ROTATION', black: false, leaseMs: null });
  expect((await statusOf(session)).code).toBe('REMOTE_GONE');
  expect((await owner.api.get<Remote>(`/contests/${contest.id}/stage-remote`)).data).toEqual({
    link: null,
    device: null,
  });
});

it('the session of a remote ends with the approval of its organiser and with its contest', async () => {
  const user = await aUser().save();
  const contests = [await aContest().ownedBy(user).save(), await aContest().ownedBy(user).save()];
  const [kept, deleted] = await Promise.all(
    contests.map(async ({ id }) => {
      const { token } = (await user.api.post<RemoteLink>(`/contests/${id}/stage-remote`)).data;
      return (await connect(token)).data.session;
    }),
  );
  await device.post('/votes/cast', aVote(contests[1] as BuiltContest));
  await user.api.delete(`/contests/${contests[1]?.id}`);
  expect((await statusOf(String(deleted))).code).toBe('REMOTE_GONE');
  expect((await statusOf(String(kept))).status).toBe(200);
  await sql`UPDATE users SET approval_status = 'REJECTED', rejection_reason = 'No' WHERE id = ${user.id}`;
  expect((await statusOf(String(kept))).code).toBe('REMOTE_GONE');
});

it('the session of a remote opens nothing else', async () => {
  const { contest, session } = await aRemoteStage();
  for (const path of [`/contests/${contest.id}/console`, `/contests/${contest.id}`, '/auth/profile'])
    expect((await device.as(session).get(path)).status).toBe(401);
});

it('commands are followed by every screen of the contest, also one that is opened later, and by no other', async () => {
  const [contest, other] = [await aStage(), await aStage()];
  const session = await aRemote(contest);
  const [left, right, foreign] = [await aScreen(contest), await aScreen(contest), await aScreen(other)];
  const categoryId = contest.categories[1]?.id;
  const { state } = (await next(session, { scene: 'PAUSED', categoryId, step: 1 })).data;
  expect(state).toMatchObject({ scene: 'PAUSED', categoryId, step: 1, black: false });
  for (const { states } of [left, right]) {
    await waitFor(() => states.at(-1)?.sequence === state.sequence);
    expect(states.at(-1)).toMatchObject({ scene: 'PAUSED', categoryId, step: 1, remote: true });
  }
  expect((await aScreen(contest)).states[0]).toMatchObject({ scene: 'PAUSED', categoryId, step: 1 });
  expect(foreign.states.every(({ remote }) => !remote)).toBe(true);
});

it('commands change nothing when they are late', async () => {
  const { contest, session } = await aRemoteStage();
  const { sequence } = (await statusOf(session)).data.state;
  const categoryId = contest.categories[0]?.id;
  await command(session, { sequence: sequence + 2, scene: 'PINNED', categoryId });
  for (const late of [sequence + 1, sequence + 2]) {
    expect(await command(session, { sequence: late, scene: 'ROTATION' })).toMatchObject({
      status: 200,
      data: { state: { scene: 'PINNED', sequence: sequence + 2 } },
    });
  }
});

it('commands refuse what is no command, and change nothing then', async () => {
  const [contest, other] = [await aStage(), await aStage()];
  const session = await aRemote(contest);
  const { sequence } = (await statusOf(session)).data.state;
  const good = { sequence: sequence + 1, scene: 'PINNED', categoryId: contest.categories[0]?.id };
  const wild: [object, number][] = [
    [{ ...good, scene: 'DROP TABLE' }, 400],
    [{ ...good, scene: ['PINNED'] }, 400],
    [{ ...good, sequence: 0 }, 400],
    [{ ...good, sequence: 1.5 }, 400],
    [{ ...good, sequence: '7' }, 400],
    [{ ...good, sequence: 1e300 }, 400],
    [{ ...good, sequence: sequence + 1_002 }, 409],
    [{ ...good, step: -1 }, 400],
    [{ ...good, step: 1_001 }, 400],
    [{ ...good, black: 'yes' }, 400],
    [{ ...good, categoryId: 'x' }, 400],
    [{ ...good, categoryId: randomUUID() }, 404],
    [{ ...good, categoryId: other.categories[0]?.id }, 404],
    [{ ...good, categoryId: undefined }, 404],
  ];
  for (const [body, status] of wild)
    expect([body, (await command(session, body)).status]).toEqual([body, status]);
  expect((await command('a'.repeat(43), good)).code).toBe('REMOTE_GONE');
  expect((await statusOf(session)).data.state).toMatchObject({ sequence, scene: 'ROTATION' });
});

it('commands open no place while results are hidden, and carry no figure', async () => {
  const contest = await aContest().ownedBy(owner).resultsHidden().withContestants(3).save();
  await device.post('/votes/cast', aVote(contest, { voteCount: 4321 }));
  const session = await aRemote(contest);
  const { states } = await aScreen(contest);
  const categoryId = contest.contestant.categoryId;
  for (const [scene, step] of [
    ['REVEAL', 1],
    ['WINNER', 0],
  ]) {
    expect(await next(session, { scene, categoryId, step })).toMatchObject({ status: 409, code: 'CONFLICT' });
  }
  const closed = await next(session, { scene: 'REVEAL', categoryId, step: 0 });
  await waitFor(() => states.at(-1)?.scene === 'REVEAL');
  expect(Object.keys(states.at(-1) ?? {}).sort()).toEqual([
    'black',
    'categoryId',
    'contestId',
    'elapsedMs',
    'leaseMs',
    'remote',
    'scene',
    'sequence',
    'step',
  ]);
  expect(JSON.stringify([closed.data, states])).not.toMatch(/4321|votes|rank/);
  await owner.api.put(`/contests/${contest.id}`, { showResults: true });
  expect((await next(session, { scene: 'REVEAL', categoryId, step: 1 })).status).toBe(200);
});

it('commands end by themselves when the remote is silent, but not what hides nothing', async () => {
  const afterSilence = async (body: object) => {
    const contest = await aStage();
    const session = await aRemote(contest);
    await next(session, { categoryId: contest.categories[0]?.id, ...body });
    await longAgo(contest, 'seen_at', 6);
    const shown = (await aScreen(contest)).states[0];
    const heard = (await statusOf(session)).data.state;
    return { shown, heard };
  };
  for (const body of [{ scene: 'REVEAL' }, { scene: 'WINNER' }, { scene: 'PINNED', black: true }]) {
    const { shown, heard } = await afterSilence(body);
    expect(shown).toMatchObject({ scene: 'ROTATION', black: false, remote: true });
    // What has ended does not come back when the device wakes up.
    expect(heard).toMatchObject({ scene: 'ROTATION', black: false });
  }
  expect((await afterSilence({ scene: 'PINNED' })).shown).toMatchObject({ scene: 'PINNED' });
});

it('screens are counted for the remote', async () => {
  const { contest, session } = await aRemoteStage();
  const [screen] = [await aScreen(contest), await aScreen(contest)];
  await waitFor(async () => (await statusOf(session)).data.screens === 2);
  screen?.socket.close();
  await waitFor(async () => (await statusOf(session)).data.screens === 1);
});

it('screens show nothing of drafts and unknown contests, and survive what is no request', async () => {
  const draft = await aContest().ownedBy(owner).draft().save();
  const { socket } = await aScreen(await aStage());
  for (const payload of [
    { contestId: draft.id },
    { contestId: randomUUID() },
    { contestId: 7 },
    null,
    'x',
    [],
  ]) {
    for (const event of payload && 'contestId' in Object(payload)
      ? ['stage:watch']
      : ['stage:watch', 'stage:unwatch']) {
      expect([payload, await socket.emitWithAck(event, payload)]).toEqual([
        payload,
        { ok: false, message: 'Contest not found' },
      ]);
    }
  }
  expect(socket.connected).toBe(true);
});

it('screens are at most 20 on one connection', async () => {
  const contests = await Promise.all(Array.from({ length: 21 }, () => aContest().ownedBy(owner).save()));
  const { socket } = await aScreen(contests[0] as BuiltContest);
  const answers = [];
  for (const { id } of contests) answers.push(await socket.emitWithAck('stage:watch', { contestId: id }));
  expect(answers.filter(({ ok }) => ok)).toHaveLength(20);
  expect(answers.at(-1)).toEqual({ ok: false, message: 'Too many contests are watched on this connection' });
  await socket.emitWithAck('stage:unwatch', { contestId: contests[0]?.id });
  expect(await socket.emitWithAck('stage:watch', { contestId: contests[20]?.id })).toEqual({ ok: true });
});
