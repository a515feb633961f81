import { assertOneHandlerEach } from './job-runner.js';
import { chosenQueues, JOB_NAMES, QUEUE_NAMES, type QueueName } from './jobs.js';

async function handle(): Promise<void> {
  return undefined;
}

interface Handling {
  queue: QueueName;
  handlers: Record<string, () => Promise<void>>;
}

/** The processors of a whole worker. */
function allProcessors(): Record<QueueName, Handling> {
  const processors = QUEUE_NAMES.map((queue) => {
    const handlers = Object.fromEntries(Object.keys(JOB_NAMES[queue]).map((job) => [job, handle]));
    return [queue, { queue, handlers }];
  });
  return Object.fromEntries(processors) as Record<QueueName, Handling>;
}

it('the check of handlers at the start accepts one handler for each job', () => {
  assertOneHandlerEach(QUEUE_NAMES, Object.values(allProcessors()));
});

it('the check of handlers at the start names the job that has no handler', () => {
  const { payments: _payments, ...others } = allProcessors();
  const payments: Handling = { queue: 'payments', handlers: { 'read-inbox': handle } };
  expect(() => assertOneHandlerEach(QUEUE_NAMES, [...Object.values(others), payments])).toThrow(
    'The job "verify" of the queue "payments" has no handler.',
  );
});

it('the check of handlers at the start names the job that has two handlers', () => {
  const { mail, ...others } = allProcessors();
  expect(() => assertOneHandlerEach(QUEUE_NAMES, [...Object.values(others), mail, mail])).toThrow(
    'The job "send" of the queue "mail" has 2 handlers.',
  );
});

it('the check of handlers at the start takes no handler of another queue for its own', () => {
  const { mail, ...others } = allProcessors();
  expect(() =>
    assertOneHandlerEach(QUEUE_NAMES, [...Object.values(others), { ...mail, queue: 'sms' }]),
  ).toThrow('"send" of the queue "mail" has no handler');
});

it('the check of handlers at the start asks only for the queues of this worker', () => {
  assertOneHandlerEach(['mail'], [allProcessors().mail]);
});

it('the setting of queues means every queue by default, otherwise the listed ones', () => {
  expect(chosenQueues('all')).toEqual(QUEUE_NAMES);
  expect(chosenQueues('sms, tally')).toEqual(['tally', 'sms']);
});

it.each(['', 'tally,mails', 'all,tally'])(
  'the setting of queues refuses "%s", naming what may be given',
  (setting) =>
    expect(() => chosenQueues(setting)).toThrow(
      new RegExp(`WORKER_QUEUES: no queue .*${QUEUE_NAMES.join(', ')}`),
    ),
);
