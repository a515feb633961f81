import { Injectable } from '@nestjs/common';
import pLimit from 'p-limit';
import type { Socket } from 'socket.io';
import { type CachedContest, ContestDirectory } from '@abato/contests';
import { guardOf } from './connection-guard.js';

/** Look-ups of all sockets of this process together: ordinary requests share the same database connections. */
const MAX_AT_ONCE = 4;
/** Beside its one message, an unknown id costs so much of the budgets: it can make the database work for nothing. */
const UNKNOWN_COST = 20;

/** Contests as sockets ask for them. */
@Injectable()
export class ContestLookUps {
  private readonly limit = pLimit(MAX_AT_ONCE);

  constructor(private readonly directory: ContestDirectory) {}

  /** @returns null for an unknown or archived contest, which is charged to the socket */
  async findFor(socket: Pick<Socket, 'conn'>, id: string): Promise<CachedContest | null> {
    const contest = this.directory.peek(id) ?? (await this.limit(() => this.directory.find(id)));
    if (!contest) guardOf(socket).charge(UNKNOWN_COST);
    return contest;
  }

  /** What the server itself wants to know of a contest that is watched. */
  find(id: string): Promise<CachedContest | null> {
    return this.directory.find(id);
  }
}
