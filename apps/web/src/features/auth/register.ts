import type { SessionView } from '@abato/contracts';
import { api } from '@/lib/api';

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
