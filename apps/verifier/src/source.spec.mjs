import { demandOrigin } from './source.mjs';

describe('the name of a log', () => {
  const ORIGIN = 'vote.example/log/1';

  it.each([
    [ORIGIN, 'https://vote.example/log/1/'],
    ['vote.example:8443/log/1', 'https://Vote.example:8443/log/1'],
    // An address without a name says nothing of the host.
    [ORIGIN, 'http://127.0.0.1:3000/log/1'],
    [ORIGIN, 'http://[::1]:3000/log/1'],
    [ORIGIN, 'http://localhost:3000/log/1'],
    [ORIGIN, 'http://cache.example/log/1', ORIGIN],
    [ORIGIN, 'copied/files'],
    [ORIGIN, 'copied/files', ORIGIN],
  ])('%s is that of %s', (...asked) => {
    expect(() => demandOrigin(...asked)).not.toThrow();
  });

  it.each([
    ['other.example/log/1', 'https://vote.example/log/1'],
    ['not.vote.example/log/1', 'https://vote.example/log/1'],
    ['vote.example:8443/log/1', 'https://vote.example/log/1'],
    ['vote.example/log/2', 'https://vote.example/log/1'],
    ['vote.example/log/2', 'http://localhost:3000/log/1'],
    ['vote.example/x/log/1', 'http://localhost:3000/log/1'],
    [ORIGIN, 'https://vote.example/log/1', 'other.example/log/1'],
    [ORIGIN, 'copied/files', 'other.example/log/1'],
  ])('%s is not that of %s', (...asked) => {
    expect(() => demandOrigin(...asked)).toThrow('that of another log');
  });
});
