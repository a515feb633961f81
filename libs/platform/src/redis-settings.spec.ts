import { ofCluster, redisProblems, redisSettings, throughSentinels } from './redis-settings.js';

const watched = {
  REDIS_URL: 'rediss://abato:p%40ss@abato-votes/3',
  REDIS_SENTINELS: 'sentinel-1.example,10.0.0.2:26400,[2001:db8::1]:26379',
  REDIS_SENTINEL_USER: '',
  REDIS_SENTINEL_PASSWORD: '',
  REDIS_CLUSTER_NODES: '',
};
const nodes = {
  REDIS_URL: 'rediss://abato:p%40ss@node-1.example',
  REDIS_SENTINELS: '',
  REDIS_CLUSTER_NODES: 'node-2.example:7000',
};

it('a primary watched by sentinels is asked for by its name at each of them, with the login, database and encryption of REDIS_URL', () =>
  expect(throughSentinels(watched)).toEqual({
    sentinels: [
      { host: 'sentinel-1.example', port: 26_379 },
      { host: '10.0.0.2', port: 26_400 },
      { host: '2001:db8::1', port: 26_379 },
    ],
    name: 'abato-votes',
    username: 'abato',
    password: 'p@ss',
    db: 3,
    enableTLSForSentinelMode: true,
    tls: {},
    sentinelTLS: {},
  }));

it('a primary watched by sentinels has sentinels with a login of their own, and no encryption with `redis:`', () => {
  const own = { REDIS_SENTINEL_USER: 'reader', REDIS_SENTINEL_PASSWORD: 'word' };
  expect(throughSentinels({ ...watched, ...own, REDIS_URL: 'redis://mymaster' })).toEqual({
    sentinels: expect.any(Array),
    name: 'mymaster',
    db: 0,
    sentinelUsername: 'reader',
    sentinelPassword: 'word',
  });
});

it('a primary watched by sentinels is none without sentinels', () => {
  expect(throughSentinels({ ...watched, REDIS_SENTINELS: '' })).toBeNull();
  expect(throughSentinels('redis://localhost')).toBeNull();
});

it('a cluster is found through each of its servers, with the login and encryption of REDIS_URL', () => {
  expect(ofCluster(nodes)).toEqual({
    nodes: [
      { host: 'node-1.example', port: 6_379 },
      { host: 'node-2.example', port: 7_000 },
    ],
    isEncrypted: true,
    login: { username: 'abato', password: 'p@ss' },
  });
  expect(ofCluster({ ...nodes, REDIS_URL: 'redis://node-1.example:7001' })).toMatchObject({
    nodes: [{ port: 7_001 }, { port: 7_000 }],
    isEncrypted: false,
  });
});

it('a cluster is none without servers to begin with', () => {
  expect(ofCluster(watched)).toBeNull();
  expect(ofCluster('redis://localhost')).toBeNull();
});

it('settings of Redis that contradict each other are refused: the address of a server beside sentinels', () => {
  expect(redisProblems(watched)).toEqual([]);
  expect(redisProblems({ ...watched, REDIS_URL: 'redis://redis.example:6379' })).toEqual([
    expect.stringContaining('REDIS_URL: with REDIS_SENTINELS'),
  ]);
});

it.each(['REDIS_SENTINEL_USER', 'REDIS_SENTINEL_PASSWORD'])(
  'settings of Redis that contradict each other are refused: %s without sentinels',
  (name) =>
    expect(redisProblems({ ...watched, REDIS_SENTINELS: '', [name]: 'a' })).toEqual([
      `${name}: needs REDIS_SENTINELS`,
    ]),
);

it('settings of Redis that contradict each other are refused: a cluster with sentinels, and a database of a cluster', () => {
  expect(redisProblems({ ...watched, ...nodes })).toEqual([]);
  expect(redisProblems({ ...watched, REDIS_CLUSTER_NODES: 'node-2.example' })).toEqual([
    expect.stringContaining('REDIS_CLUSTER_NODES: a cluster has no sentinels'),
    expect.stringContaining('REDIS_URL: a cluster has the database 0 only'),
  ]);
});

it.each(['redis://sentinel:26379', 'sentinel:port', 'a b', 'sentinel:123456'])(
  'settings of Redis that contradict each other are refused: the sentinel "%s"',
  (sentinel) => {
    const { success } = redisSettings.REDIS_SENTINELS.safeParse(`one:26379,${sentinel}`);
    expect(success).toBe(false);
  },
);
