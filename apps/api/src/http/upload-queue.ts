import pLimit, { type LimitFunction } from 'p-limit';
import { Counter, Gauge, type Registry } from 'prom-client';
import { AppError } from '@abato/platform';

/** Counts are per process. */
export interface UploadBounds {
  /** Uploads whose bytes are in memory. */
  held: number;
  /** Of these, uploads of one user. */
  heldPerUser: number;
  /** Uploads in hand, waiting ones included. */
  places: number;
  /** Of these, uploads of one user. */
  placesPerUser: number;
  /** Milliseconds after which a waiting upload is refused. */
  waitMs: number;
}

/** One upload holds at most 7 MB: the picture and the form's texts. Waiting uploads are not read, so their bytes stay with the client. */
export const UPLOAD_BOUNDS: UploadBounds = {
  held: 4,
  heldPerUser: 2,
  places: 24,
  placesPerUser: 8,
  waitMs: 20_000,
};

const RETRY_AFTER_SECONDS = 5;

interface User {
  places: number;
  /** Work given to `limit` and not yet ended, refused work included. */
  pending: number;
  limit: LimitFunction;
}

/** Bounds the memory that uploads take, and shares it between users: one organiser cannot block the others. */
export class UploadQueue {
  private readonly all: LimitFunction;
  private readonly users = new Map<string, User>();
  private readonly refusals: Counter;
  private places = 0;
  private held = 0;

  constructor(
    private readonly bounds: UploadBounds,
    metrics: Registry,
  ) {
    this.all = pLimit(bounds.held);
    this.refusals = new Counter({
      name: 'abato_uploads_refused_total',
      help: 'Uploads refused because too many were in hand',
      registers: [metrics],
    });
    const states = { held: () => this.held, waiting: () => this.places - this.held };
    new Gauge({
      name: 'abato_uploads',
      help: 'Uploads in hand: held in memory, or waiting unread',
      labelNames: ['state'],
      registers: [metrics],
      collect() {
        for (const [state, count] of Object.entries(states)) this.set({ state }, count());
      },
    });
  }

  /**
   * Run `work` once the user and the process have room for its bytes.
   * @param work reads the upload and finishes with it; nothing of it may be read before
   * @throws AppError OVERLOADED when too many are in hand, or it had to wait too long; `work` is not run then
   */
  async run<T>(userId: string, work: () => Promise<T>): Promise<T> {
    const { places, placesPerUser } = this.bounds;
    const user = this.users.get(userId) ?? { places: 0, pending: 0, limit: pLimit(this.bounds.heldPerUser) };
    if (this.places >= places || user.places >= placesPerUser) throw this.refusal();
    this.users.set(userId, user);
    this.places++;
    user.places++;
    try {
      return await this.inTurn(userId, user, work);
    } finally {
      user.places--;
      this.places--;
    }
  }

  private inTurn<T>(userId: string, user: User, work: () => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      let isLate = false;
      const timer = setTimeout(() => {
        isLate = true;
        reject(this.refusal());
      }, this.bounds.waitMs);
      const start = async (): Promise<void> => {
        if (isLate) return;
        clearTimeout(timer);
        this.held++;
        try {
          resolve(await work());
        } catch (error) {
          reject(error);
        } finally {
          this.held--;
        }
      };
      user.pending++;
      // The user's own limit comes first, so that one user has at most `heldPerUser` uploads in the line of all.
      void user
        .limit(() => this.all(start))
        .finally(() => {
          if (--user.pending === 0) this.users.delete(userId);
        });
    });
  }

  private refusal(): AppError {
    this.refusals.inc();
    return new AppError('OVERLOADED', {
      message: 'Many images are being uploaded right now. Please try again in a few seconds.',
      retryAfter: RETRY_AFTER_SECONDS,
    });
  }
}
