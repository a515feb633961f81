import { recordAudit } from '../audit.js';
import { type Command, needed, Refusal } from '../command.js';
import { choosePassword, PASSWORD_OPTION } from '../password.js';

/** For a user whose mail does not arrive; other users use the link on the sign-in page. */
export const resetPassword: Command = {
  name: 'reset-password',
  summary: 'Give an account a new password',
  options: {
    email: { type: 'string', value: 'address', meaning: "the account's address" },
    ...PASSWORD_OPTION,
  },
  details: `
Ends every session of the account at once, sockets included, and makes mailed reset links worthless. Written to the audit log.`,
  settings: ['DATABASE_URL', 'REDIS_URL'],
  async run(given, operator) {
    const email = needed(given, 'email').toLowerCase();
    const { hash, made } = await choosePassword(given);
    const id = await operator.database.run(async ({ sql }) => {
      const changed = await sql.query<{ id: string }>(
        `UPDATE users SET password_hash = $2, token_version = token_version + 1, updated_at = $3
         WHERE lower(email) = $1 AND deleted_at IS NULL RETURNING id`,
        [email, hash, operator.now],
      );
      const user = changed.rows[0];
      if (!user) throw new Refusal(`no account has the address ${email}`);
      await sql.query('DELETE FROM password_resets WHERE user_id = $1', [user.id]);
      await recordAudit(sql, operator.now, 'user.reset-password', 'user', user.id);
      return user.id;
    });
    await (await operator.signals()).live.publish('user', { userId: id });
    operator.print(`changed the password of ${email}; every session of the account has ended`);
    if (made) operator.print(`password: ${made}`);
    return 0;
  },
};
