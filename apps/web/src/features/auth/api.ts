import {
  DEVICE_TOKEN_HEADER,
  type LoginInput,
  type ReauthenticateInput,
  type RecoveryCodes,
  type RegisterInput,
  type ResetPasswordInput,
  type SecondFactorConfirmed,
  type SecondFactorSetUp,
  type SecondFactorState,
  type SessionView,
} from '@abato/contracts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '@/lib/api';
import { keepDeviceToken, readDeviceTokens } from '@/lib/device-tokens';
import { newUuid } from '@/lib/uuid';
import { postOnce } from '@/lib/writes/write';

/** The next sign-in shows the token by which the server knows this device again. */
async function keepingDevice<S extends SessionView>(answer: Promise<S>): Promise<S> {
  const session = await answer;
  keepDeviceToken(session.deviceToken);
  return session;
}

/** POST /auth/login. A 401 here means wrong credentials, not an ended session. */
export function login(request: LoginInput): Promise<SessionView> {
  const devices = readDeviceTokens();
  return keepingDevice(
    api.ask('/auth/login', request, {
      credentialsCall: true,
      headers: devices.length ? { [DEVICE_TOKEN_HEADER]: devices.join(',') } : {},
    }),
  );
}

/** POST /auth/register: safe to send again by its e-mail address. @throws LostAnswerError when the account may have been made */
export function register(request: RegisterInput): Promise<SessionView> {
  return keepingDevice(postOnce('/auth/register', request, newUuid()));
}

/** POST /auth/forgot-password: the answer is the same for known and unknown addresses. */
export function forgotPassword(request: { email: string }): Promise<null> {
  return api.post<null>('/auth/forgot-password', request);
}

/** POST /auth/reset-password */
export function resetPassword(request: ResetPasswordInput): Promise<null> {
  return api.post<null>('/auth/reset-password', request);
}

/** POST /auth/verify-email: the token of the mailed link, which works once. */
export function verifyEmail(token: string): Promise<null> {
  return api.post<null>('/auth/verify-email', { token });
}

/** POST /auth/verify-email/send */
export function sendVerification(): Promise<null> {
  return api.post<null>('/auth/verify-email/send');
}

/** POST /auth/reauthenticate: password or code again. */
export function reauthenticate({ password, code }: ReauthenticateInput): Promise<SessionView> {
  // Blank means not given.
  const request = { ...(password && { password }), ...(code && { code }) };
  return keepingDevice(api.ask('/auth/reauthenticate', request, { credentialsCall: true }));
}

/** GET /auth/second-factor */
export const secondFactorQuery = queryOptions({
  queryKey: ['second-factor'],
  queryFn: ({ signal }) => api.get<SecondFactorState>('/auth/second-factor', { signal }),
});

/** POST /auth/second-factor/setup */
export function beginSecondFactor(): Promise<SecondFactorSetUp> {
  return api.ask('/auth/second-factor/setup');
}

/** POST /auth/second-factor/confirm: other sessions end, this one goes on with a new token. */
export function confirmSecondFactor(code: string): Promise<SecondFactorConfirmed> {
  return keepingDevice(api.ask('/auth/second-factor/confirm', { code }));
}

/** POST /auth/second-factor/recovery-codes */
export function renewRecoveryCodes(): Promise<RecoveryCodes> {
  return api.ask('/auth/second-factor/recovery-codes');
}

/** DELETE /auth/second-factor */
export function disableSecondFactor(): Promise<null> {
  return api.delete('/auth/second-factor');
}
