import { randomUUID } from 'node:crypto';
import type { OpenSettlementDifference, SetAsideWebhook, StatusView } from '@abato/contracts';
import { hasPromtool } from '../operators/promtool.js';
import { aContest, aUser, type BuiltContest, type BuiltUser, database } from '../support/builders.js';
import { type Exposition, largest } from '../support/live-alerts.js';
import { withoutRight } from '../support/missing-right.js';
import { beginPaid, castPaid, initialize, payCounted, stateOf, waitForState } from '../support/payments.js';
import { phonesOf } from '../support/phones.js';
import { SimulatorControl } from '../support/simulator.js';
import { dialledCodeOf, UssdSession } from '../support/ussd.js';
import { waitFor } from '../support/wait-for.js';
import {
  expectAlerts,
  healthy,
  reaching,
  running,
  until,
  useOwnPlatform,
  useSecondApi,
} from './own-platform.js';

const nextPhone = phonesOf('alerts-of-payments');

/** Alerts about money, each in its real fault: its rule over what the processes really export. */
(hasPromtool ? describe : describe.skip)('an alert about payments', () => {
  let simulator: SimulatorControl;
  let admin: BuiltUser;
  let contest: BuiltContest;

  useOwnPlatform();
  useSecondApi();
  beforeAll(async () => {
    simulator = new SimulatorControl();
    admin = await aUser().superAdmin().save();
    contest = await aContest().active().paid('1.00').save();
  });
  afterEach(() => simulator.faults({ reset: true }));

  it('fires when webhooks wait, but not when they are of another shop on the same account', async () => {
    const before = await healthy();
    const kept = async () => {
      const { rows } = await database().query<{ n: number }>(
        `SELECT count(*)::int AS n FROM webhook_inbox WHERE outcome = 'unknown-reference'`,
      );
      return rows[0]?.n;
    };
    const payElsewhere = async (): Promise<void> => {
      const reference = randomUUID();
      const answer = await fetch(`${running.state.simulatorUrl}/transaction/initialize`, {
        method: 'POST',
        headers: { authorization: 'Bearer sk_test_local', 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'voter@example.com', amount: 100, currency: 'GHS', reference }),
      });
      expect(answer.status).toBe(200);
      await simulator.complete(reference);
    };
    await Promise.all(Array.from({ length: 21 }, payElsewhere));
    await waitFor(async () => (await kept()) === 21, { what: 'webhooks of unknown payments' });
    // As if it had waited longer.
    await database().query(`UPDATE webhook_inbox SET received_at = received_at - interval '121 seconds'`);
    const foreign = await until('abato_webhook_inbox_rows', 0);
    expectAlerts([], before, foreign);
    const { data } = await admin.api.get<StatusView>('/status');
    expect(data.services.find(({ service }) => service === 'payments')?.reason).not.toBe('LATE_PAYMENTS');
    // As if they could not be read at their first try.
    await database().query(
      `UPDATE webhook_inbox SET outcome = NULL, next_attempt_at = now() + interval '1 hour'`,
    );
    const during = await reaching('abato_webhook_inbox_oldest_seconds', 121);
    await database().query(
      `UPDATE webhook_inbox SET received_at = received_at - interval '72 hours', next_attempt_at = now()`,
    );
    const healed = await until('abato_webhook_inbox_rows', 0);
    expectAlerts(['WebhooksWait'], before, during, { healed });
  });

  it('fires when a webhook is set aside', async () => {
    const before = await healthy();
    const { voteId, reference } = await beginPaid(contest);
    await database().query(`CREATE TABLE kept AS SELECT * FROM votes WHERE id = '${voteId}'`);
    await database().query('DELETE FROM votes WHERE id = $1', [voteId]);
    await simulator.complete(reference);
    // It has been tried as often but once, and is due: the tries are an hour apart by then.
    await waitFor(
      async () => {
        const { rowCount } = await database().query(
          `UPDATE webhook_inbox SET attempts = 9, next_attempt_at = now() WHERE reference = $1 AND attempts > 0`,
          [reference],
        );
        return rowCount;
      },
      { what: 'the first try' },
    );
    const during = await until('abato_webhooks_set_aside_rows', 1);
    await database().query('INSERT INTO votes SELECT * FROM kept');
    const { data } = await admin.api.get<SetAsideWebhook[]>('/payments/webhooks/set-aside');
    expect((await admin.api.post(`/payments/webhooks/${data[0]?.id}/retry`)).status).toBe(200);
    const healed = await until('abato_webhooks_set_aside_rows', 0);
    await waitForState(reference, 'COMPLETED');
    expectAlerts(['WebhooksSetAside'], before, during, { healed });
  });

  it('fires when prompts of USSD votes wait, and when they are given up', async () => {
    const before = await healthy();
    const ordered = 4;
    await simulator.faults({ endpoints: ['charge'], tooManyRate: 1 });
    for (let nr = 0; nr < ordered; nr++) {
      const session = new UssdSession('arkesel', nextPhone());
      await session.dial(await dialledCodeOf(contest), '1');
      expect((await session.type('1')).text).toContain('Approve GHS');
    }
    const age = (by: string) =>
      database().query('UPDATE ussd_charges SET created_at = created_at - $1::interval', [by]);
    const dueNow = () =>
      database().query(`UPDATE ussd_charges SET next_attempt_at = now() WHERE status = 'DUE'`);
    await dueNow();
    await reaching('abato_ussd_charges_total{outcome="later"}', ordered);
    await age('61 seconds');
    const waiting = await reaching('abato_ussd_charges_oldest_seconds', 61);
    expectAlerts(['ProviderLimit', 'UssdPromptsWait'], before, waiting);

    await age('15 minutes');
    await waitFor(async () => (await dueNow()).rowCount === 0, { what: 'the end of all prompts' });
    const givenUp = await healthy(
      (told) =>
        largest(told, 'abato_ussd_charges_total{outcome="given-up"}') >= ordered &&
        largest(told, 'abato_ussd_charges_oldest_seconds') === 0,
      'all prompts to be given up',
    );
    expectAlerts(['ProviderLimit', 'UssdPromptsGivenUp'], before, givenUp, { healed: givenUp });
  });

  it('fires when paid votes count late', async () => {
    const before = await healthy();
    const { reference } = await beginPaid(contest);
    // The provider tells two minutes later that it was paid.
    await database().query(
      `UPDATE payments SET created_at = created_at - interval '2 minutes' WHERE reference = $1`,
      [reference],
    );
    const paidAt = new Date(Date.now() - 120_000).toISOString();
    await simulator.complete(reference, 'success', { paidAt });
    await waitForState(reference, 'COMPLETED');
    const late = (told: Exposition[]) =>
      largest(told, 'abato_payment_confirm_seconds_bucket{le="300"}') >
      largest(told, 'abato_payment_confirm_seconds_bucket{le="60"}');
    const during = await healthy(late, 'a payment that counts late');
    expectAlerts(['SettleSlow'], before, during, {
      againEveryMinutes: 4,
      speed: ['SettleSlow'],
      healed: during,
    });
  });

  it('fires when settlements are not read, when statements are not issued, and when a settlement is not explained for a day', async () => {
    await payCounted(contest);
    await simulator.settle('none', { short: 30 });
    const before = await healthy();
    await database().query(
      `INSERT INTO settlement_readings VALUES ('none', now() - interval '33 hours')
       ON CONFLICT (account) DO UPDATE SET read_at = excluded.read_at`,
    );
    await simulator.faults({ down: true });
    // A worker looks at its start, and then every hour.
    await running.platform.service('worker').restart();
    await reaching('abato_provider_call_seconds_count{call="list-settlements",outcome="un', 1);
    const unread = await reaching('abato_settlements_unread_seconds{account="platform"}', 33 * 3_600);
    expectAlerts(['SettlementsUnread'], before, unread);

    await simulator.faults({ reset: true });
    const ended = await aContest().ended().save();
    await database().query('UPDATE contests SET results_final_at = now() WHERE id = $1', [ended.id]);
    const found = await withoutRight('INSERT ON statement_runs', async () => {
      // A worker issues statements at its start too, and then every minute.
      await running.platform.service('worker').restart();
      // How long accounts were not read is looked at twice a minute: not before they are.
      const isFound = async () =>
        (await database().query('SELECT FROM settlement_differences WHERE resolved_at IS NULL')).rowCount;
      await waitFor(isFound, { what: 'the difference' });
      await reaching('abato_statement_runs_failed_total', 1);
      return reaching('abato_settlement_differences_rows', 1);
    });
    expectAlerts(['StatementsFailing'], before, found, { againEveryMinutes: 1 });
    await database().query(`UPDATE settlement_differences SET found_at = found_at - interval '25 hours'`);
    const unexplained = await reaching('abato_settlement_differences_oldest_seconds', 25 * 3_600);
    // One for each payment of the other shop and one for the sum: more than a page of the usual size.
    const { data } = await admin.api.get<OpenSettlementDifference[]>(
      '/hosts/admin/settlement-differences?pageSize=100',
    );
    for (const { id, difference } of data) {
      const closing = { note: 'The provider pays the rest', difference };
      const closed = await admin.api.post(`/hosts/admin/settlement-differences/${id}/close`, closing);
      expect(closed.status).toBe(200);
    }
    const healed = await until('abato_settlement_differences_rows', 0);
    expectAlerts(['SettlementsUnexplained'], found, unexplained, { healed });
  });

  it('fires when a payment contradicts the books', async () => {
    const before = await healthy();
    const answer = await initialize(await castPaid(contest), { amount: 99 });
    await simulator.complete(answer.data.reference);
    await waitFor(async () => (await stateOf(answer.data.reference)) === 'REVIEW', {
      what: 'a held payment',
    });
    const during = await reaching('abato_payment_alerts_total{situation="paid-otherwise"}', 1);
    expectAlerts(['PaymentNeedsPerson'], before, during);
  });
});
