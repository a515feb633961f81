import { createHash } from 'node:crypto';
import { sqlFile, type SqlRunner } from '@abato/database';
import { surgeMail } from '@abato/messages';
import type { Logger } from '@abato/platform';

const OWNER = sqlFile(import.meta.url, './surge-owner.sql');
/** An owner gets one mail about a contest in this time, from all processes together. */
const ONE_MAIL_MS = 6 * 3_600_000;

interface Owner {
  firstName: string;
  email: string;
  emailVerifiedAt: Date | null;
  title: string;
}

/** Tells the owner of a contest by mail that far more new voters come than usual. Best effort, beside the votes: none waits for it. */
export class SurgeNotices {
  /** Window in which this process has told of a contest. */
  private readonly told = new Map<string, number>();

  constructor(
    private readonly sql: SqlRunner,
    private readonly log: Logger,
    private readonly publicUrl: string,
  ) {}

  tell(contestId: string, now: Date): void {
    const window = Math.floor(now.getTime() / ONE_MAIL_MS);
    if (this.told.get(contestId) === window) return;
    this.told.set(contestId, window);
    this.write(contestId, window, now).catch((error: Error) => {
      this.told.delete(contestId);
      this.log.warn({ reason: error.message }, 'owner not told of a surge; the next vote tries again');
    });
  }

  private async write(contestId: string, window: number, now: Date): Promise<void> {
    const { rows } = await this.sql.query<Owner>(OWNER, [contestId]);
    if (!rows[0]) return;
    const { title, ...to } = rows[0];
    const mail = surgeMail(to, { contestTitle: title, contestId, publicUrl: this.publicUrl });
    await this.sql.query(
      `INSERT INTO mail_outbox (id, recipient, subject, body, created_at, next_attempt_at) VALUES ($1, $2, $3, $4, $5, $5)
       ON CONFLICT (id) DO NOTHING`,
      [mailId(`${contestId} ${window}`), mail.recipient, mail.subject, mail.body, now],
    );
  }
}

/** The same for every process: the second one writes no second mail. */
function mailId(of: string): string {
  const hex = createHash('sha256').update(`surge ${of}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
