import { Resources } from './resources.js';

test('resources of a process are closed one after the other, the newest first, also when one of them fails', async () => {
  const closed: string[] = [];
  const resources = new Resources();
  resources.add(() => closed.push('redis'));
  resources.add(() => {
    closed.push('pool');
    throw new Error('already closed');
  });
  resources.add(async () => {
    await Promise.resolve();
    closed.push('queues');
  });
  await resources.onApplicationShutdown();
  expect(closed).toEqual(['queues', 'pool', 'redis']);
});

test('resources of a process are closed once', async () => {
  let times = 0;
  const resources = new Resources();
  resources.add(() => (times += 1));
  await resources.onApplicationShutdown();
  await resources.onApplicationShutdown();
  expect(times).toBe(1);
});
