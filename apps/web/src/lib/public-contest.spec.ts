import { describe, expect, it } from '@jest/globals';
import type { PublicContestView } from '@abato/contracts';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { ApiError } from './api';
import { forgetContest, publicContestQuery } from './public-contest';

describe('forgetContest', () => {
  it('leaves what a page shows for a contest that does not exist, without asking the server', () => {
    const client = new QueryClient();
    const query = publicContestQuery('contest');
    client.setQueryData(query.queryKey, { id: 'contest' } as PublicContestView);
    const page = new QueryObserver(client, { ...query, enabled: false });
    const stop = page.subscribe(() => undefined);
    forgetContest(client, 'contest');
    const { data, error } = page.getCurrentResult();
    expect(data).toBeUndefined();
    expect(error).toBeInstanceOf(ApiError);
    expect((error as ApiError).status).toBe(404);
    stop();
  });
});
