import { io } from 'socket.io-client';

const COMPARE_MS = 150;

/**
 * People who watch. They follow the rules for clients: newer versions only; watch again after a gap or a reconnect, with one question at a time;
 * come back to a server that has ended the connection when it says.
 */
export class Viewers {
  screens = [];
  /** Something no viewer may ever see. */
  wrongs = [];

  /** @param options { installation, contests, perApi } */
  constructor({ installation, contests, perApi }) {
    this.installation = installation;
    this.contests = contests;
    for (const api of installation.answering('/socket.io/')) {
      for (let nr = 0; nr < perApi; nr++) this.screens.push(this.#open(api));
    }
    this.timer = setInterval(() => void this.#compare(), COMPARE_MS);
  }

  #open(api) {
    const socket = io(this.installation.url(api), {
      path: '/socket.io',
      transports: ['websocket'],
      reconnectionDelay: 200,
      reconnectionDelayMax: 1_000,
      timeout: 4_000,
    });
    const screen = { api, socket, boards: new Map(), asking: new Set(), last: 'never connected' };
    let awayMs = 0;
    const note = (text) => {
      screen.last = text;
      this.installation.note('harness', `screen ${this.screens.indexOf(screen) + 1} at ${api}: ${text}`);
    };
    socket.on('disconnect', (reason) => {
      note(`disconnected: ${reason}`);
      if (reason === 'io server disconnect') setTimeout(() => this.timer && socket.connect(), awayMs);
    });
    socket.on('connect_error', (error) => note(`not connected: ${error.message}`));
    socket.on('connection:ending', ({ code, retryAfterSeconds }) => {
      note(`ended: ${code}`);
      awayMs = retryAfterSeconds * 1_000;
    });
    socket.on('connect', () => {
      note('connected');
      for (const contest of Object.values(this.contests)) this.#watch(screen, contest.id);
    });
    socket.on('contest:changed', ({ status }) => status !== 'ACTIVE' && note(`told of a contest: ${status}`));
    socket.on('contest:tally', (tally) => this.#show(screen, tally));
    return screen;
  }

  #watch(screen, contestId) {
    if (screen.asking.has(contestId)) return;
    screen.asking.add(contestId);
    const again = () => screen.socket.connected && setTimeout(() => this.#watch(screen, contestId), 300);
    screen.socket
      .timeout(3_000)
      .emitWithAck('contest:watch', { contestId })
      .finally(() => screen.asking.delete(contestId))
      .then((answer) => answer?.ok || again(), again);
  }

  #show(screen, tally) {
    const contest = Object.values(this.contests).find(({ id }) => id === tally.contestId);
    if (!contest) return;
    if (contest.hidden)
      this.wrongs.push(`a frame of the contest with hidden results: ${JSON.stringify(tally).slice(0, 200)}`);
    const board = screen.boards.get(tally.contestId) ?? { version: -1, votes: new Map() };
    if (tally.version < board.version) return;
    if (tally.since > 0 && board.version < tally.since) return this.#watch(screen, tally.contestId);
    for (const { id, votes } of tally.contestants) board.votes.set(id, votes);
    board.version = Math.max(board.version, tally.version);
    board.total = tally.totalVotes;
    screen.boards.set(tally.contestId, board);
  }

  /** A frame may only say what is committed: its version may never be ahead of the database. */
  async #compare() {
    if (this.comparing) return;
    this.comparing = true;
    try {
      const newest = Object.values(this.contests).map(({ id }) => [
        id,
        Math.max(0, ...this.screens.map(({ boards }) => boards.get(id)?.version ?? 0)),
      ]);
      const { rows } = await this.installation.db.query(
        'SELECT contest_id, version FROM contest_tallies WHERE contest_id = ANY($1)',
        [newest.map(([id]) => id)],
      );
      const committed = new Map(rows.map((row) => [row.contest_id, row.version]));
      for (const [id, version] of newest) {
        const known = committed.get(id) ?? 0;
        if (version > known)
          this.wrongs.push(
            `a frame with version ${version} of a contest whose committed version is ${known}`,
          );
      }
    } catch {
      // The database is away, which is what this is about; the next comparison sees what was shown meanwhile.
    } finally {
      this.comparing = false;
    }
  }

  close() {
    clearInterval(this.timer);
    this.timer = undefined;
    for (const { socket } of this.screens) socket.close();
  }
}
