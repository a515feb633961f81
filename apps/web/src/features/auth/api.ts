import { DEVICE_TOKEN_HEADER, type SessionView } from '@abato/contracts';
import { api } from '@/lib/api';
import { readDeviceTokens } from '@/lib/storage';

export interface LoginRequest {
  email: string;
  password: string;
}

/** POST /auth/login. A 401 here means wrong credentials, not an ended session. */
export function login(request: LoginRequest): Promise<SessionView> {
  const devices = readDeviceTokens();
  return api.post<SessionView>('/auth/login', request, {
    credentialsCall: true,
    headers: devices.length ? { [DEVICE_TOKEN_HEADER]: devices.join(',') } : {},
  });
}

export interface RegisterRequest {
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  idNumber: string;
  password: string;
  confirmPassword: string;
  hostName: string;
  hostEmail: string;
  hostPhone: string;
  hostDescription: string;
}

/** POST /auth/register */
export function register(request: RegisterRequest): Promise<SessionView> {
  return api.post<SessionView>('/auth/register', request);
}

/** POST /auth/forgot-password: the answer is the same for known and unknown addresses. */
export function forgotPassword(request: { email: string }): Promise<null> {
  return api.post<null>('/auth/forgot-password', request);
}

export interface ResetPasswordRequest {
  /** From the mailed link; works once. */
  token: string;
  password: string;
  confirmPassword: string;
}

/** POST /auth/reset-password */
export function resetPassword(request: ResetPasswordRequest): Promise<null> {
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
