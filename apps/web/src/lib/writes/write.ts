import type { RequestOutcome, SuccessBody } from '@abato/contracts';
import { lostAnswers } from '@/texts/en/lost-answers';
import { ApiError, isOurs, NetworkError, request, type RequestOptions } from '../request';
import { toastQueue } from '../toast';
import { untilKnown } from './doubt';
import { forgetKey, intentOf, keepKey, keyOf } from './keys';

// Loaded and mounted before the first write: a toast must not keep what follows it waiting, and without a network, which is when an outcome
// is not known, the notice that says so could not be fetched.
void import('@/components/toaster').then(
  () => toastQueue.needed.set(true),
  () => undefined,
);

/** Something was sent, and what came back is no answer of ours: it is not known what became of it. */
export class LostAnswerError extends NetworkError {
  /** @param failure what a call that only reads makes of it (specification §8) */
  constructor(readonly failure: ApiError | NetworkError) {
    super();
    this.name = 'LostAnswerError';
    this.message = lostAnswers.unknown;
  }
}

const keyed = (key: string, options: RequestOptions): RequestOptions => ({
  ...options,
  headers: { ...options.headers, 'Idempotency-Key': key },
  lost: (failure) => new LostAnswerError(failure),
});

/**
 * A POST whose caller has a key of its own, and knows what to do when the answer is lost.
 * @throws LostAnswerError then; otherwise as `write`
 */
export async function postOnce<T>(
  path: string,
  body: unknown,
  key: string,
  options: RequestOptions = {},
): Promise<T> {
  return (await request<SuccessBody<T>>('POST', path, body, keyed(key, options))).data;
}

/** A failure that does not say that nothing was done. */
function isUnknown(error: unknown): boolean {
  if (error instanceof LostAnswerError) return true;
  if (!(error instanceof ApiError) || error.retryAfter) return false;
  return error.status >= 500 || error.code === 'REQUEST_RUNNING';
}

/**
 * A write: the same key until it is known what became of it, and when the answer was lost, the server is asked by that key.
 * @throws ApiError for a refusal; NetworkError when the write never arrived; AbortError when cancelled
 */
export async function write<B>(
  method: string,
  path: string,
  body: unknown,
  options: RequestOptions = {},
): Promise<B> {
  const intent = intentOf(method, path, body);
  const key = keyOf(intent);
  try {
    const answer = await request<B>(method, path, body, keyed(key, options));
    forgetKey(intent);
    return answer;
  } catch (error) {
    if (isUnknown(error)) return await answerOf<B>(intent, key, error as ApiError | LostAnswerError, options);
    // Cancelled or never sent, or the session has ended: what became of an earlier sending is not known, so it is still the same write.
    if (error instanceof ApiError && error.status !== 401) forgetKey(intent);
    throw error;
  }
}

/** The first answer to a write, asked for until it is there. @throws as `write` */
async function answerOf<B>(
  intent: string,
  key: string,
  error: ApiError | LostAnswerError,
  { signal, asking = signal }: RequestOptions,
): Promise<B> {
  keepKey(intent);
  const outcome = await untilKnown(() => askAbout(key, asking), asking);
  // It never arrived. Should it arrive yet, the same content has the same key.
  if (!outcome) throw error instanceof LostAnswerError ? new NetworkError() : error;
  forgetKey(intent);
  const { status = 409, answer = { success: false, code: 'ANSWER_LOST', message: lostAnswers.done } } =
    outcome;
  if ((answer as SuccessBody<unknown>).success) return answer as B;
  throw new ApiError(status, answer);
}

/**
 * GET /requests/{key}. What became of a write.
 * @returns null when it never arrived; undefined while that is not known
 * @throws ApiError when the session has ended
 */
export async function askAbout(
  key: string,
  signal?: AbortSignal,
): Promise<RequestOutcome | null | undefined> {
  try {
    const { data } = await request<SuccessBody<RequestOutcome>>('GET', `/requests/${key}`, undefined, {
      signal,
    });
    return data.state === 'DONE' ? data : undefined;
  } catch (error) {
    if (error instanceof ApiError && isOurs(error.body)) {
      if (error.status === 404) return null;
      if (error.status === 401) throw error;
    }
    if (signal?.aborted) throw error;
    return undefined;
  }
}
