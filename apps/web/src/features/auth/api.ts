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
import { api, reads } from '@/lib/api';
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

/** The answer is the same for known and unknown addresses. */
export const forgotPassword = (request: { email: string }) => api.post('/auth/forgot-password', request);
export const resetPassword = (request: ResetPasswordInput) => api.post('/auth/reset-password', request);
/** @param token of the mailed link, which works once */
export const verifyEmail = (token: string) => api.post('/auth/verify-email', { token });
export const sendVerification = () => api.post('/auth/verify-email/send');

/** POST /auth/reauthenticate: password or code again. */
export function reauthenticate({ password, code }: ReauthenticateInput): Promise<SessionView> {
  // Blank means not given.
  const request = { ...(password && { password }), ...(code && { code }) };
  return keepingDevice(api.ask('/auth/reauthenticate', request, { credentialsCall: true }));
}

export const secondFactorQuery = reads<SecondFactorState>(['second-factor'], '/auth/second-factor');
export const beginSecondFactor = () => api.ask<SecondFactorSetUp>('/auth/second-factor/setup');
/** Other sessions end, this one goes on with a new token. */
export const confirmSecondFactor = (code: string) =>
  keepingDevice(api.ask<SecondFactorConfirmed>('/auth/second-factor/confirm', { code }));
export const renewRecoveryCodes = () => api.ask<RecoveryCodes>('/auth/second-factor/recovery-codes');
export const disableSecondFactor = () => api.delete('/auth/second-factor');
