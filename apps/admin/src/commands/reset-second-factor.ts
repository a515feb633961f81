import { recordAudit } from '../audit.js';
import { type Command, needed, Refusal } from '../command.js';

/** For a user who lost the authenticator app and every recovery code. */
export const resetSecondFactor: Command = {
  name: 'reset-second-factor',
  summary: 'Take the second factor off an account',
  options: { email: { type: 'string', value: 'address', meaning: "the account's address" } },
  details: `
Ends every session of the account at once. The account then signs in with its password alone; a super admin in production must set up a new
second factor before anything else. Make sure who is asking. Written to the audit log.`,
  settings: ['DATABASE_URL', 'REDIS_URL'],
  async run(given, operator) {
    const email = needed(given, 'email').toLowerCase();
    const id = await operator.database.run(async ({ sql }) => {
      const changed = await sql.query<{ id: string }>(
        `UPDATE users SET second_factor_encrypted = NULL, second_factor_at = NULL, second_factor_step = NULL,
           token_version = token_version + 1, updated_at = $2
         WHERE lower(email) = $1 AND deleted_at IS NULL RETURNING id`,
        [email, operator.now],
      );
      const user = changed.rows[0];
      if (!user) throw new Refusal(`no account has the address ${email}`);
      await sql.query('DELETE FROM recovery_codes WHERE user_id = $1', [user.id]);
      await recordAudit(sql, operator.now, 'user.reset-second-factor', 'user', user.id);
      return user.id;
    });
    await (await operator.signals()).live.publish('user', { userId: id });
    operator.print(`took the second factor off ${email}; every session of the account has ended`);
    return 0;
  },
};
