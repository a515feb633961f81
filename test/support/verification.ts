import type {
  CastVoteResult,
  RequestedVerification,
  VoterToken,
  WaitingVerification,
} from '@abato/contracts';
import { verificationCode } from '@abato/messages';
import { aVote, type BuiltContest, platformSecrets } from './builders.js';
import { ApiClient } from './http.js';

/** Made when it is used: a suite that starts its own platform has none when this file is loaded. */
const visitor = (): ApiClient => new ApiClient();

/** Order a code as SMS. @param from the address that the request seems to come from */
export const orderCode = (contest: { id: string }, phone: string, client = visitor(), from?: string) =>
  client.post<RequestedVerification>(
    '/voters/verification',
    { contestId: contest.id, phone, channel: 'sms' },
    from === undefined ? {} : { headers: { 'x-forwarded-for': from } },
  );

/** Begin a verification by dialling. @param from the address that the request seems to come from */
export const orderDial = (contest: { id: string }, phone: string, client = visitor(), from?: string) =>
  client.post<RequestedVerification>(
    '/voters/verification',
    { contestId: contest.id, phone, channel: 'ussd' },
    from === undefined ? {} : { headers: { 'x-forwarded-for': from } },
  );

/** What the waiting page asks. */
export const askDialled = (id: string) =>
  visitor().post<VoterToken & WaitingVerification>(`/voters/verification/${id}`, {});

export const confirmCode = (id: string, code: string) =>
  visitor().post<VoterToken>(`/voters/verification/${id}`, { code });

/** The code that the SMS of a request carries. */
export const codeOf = (id: string): string => verificationCode(platformSecrets().verificationKey, id);

/** Order a code and confirm it. */
export async function tokenFor(contest: BuiltContest, phone: string): Promise<string> {
  const { id } = (await orderCode(contest, phone)).data;
  return (await confirmCode(id, codeOf(id))).data.voterToken;
}

/** @param token of `tokenFor` */
export const castWith = (contest: BuiltContest, voterPhone: string, token?: string, headers = {}) =>
  visitor().post<CastVoteResult>('/votes/cast', aVote(contest, { voterPhone }), {
    headers: { ...headers, ...(token !== undefined && { 'x-voter-token': token }) },
  });
