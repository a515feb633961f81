import type { HostView } from '@abato/contracts';
import { formData } from '@/lib/admin/form-data';
import { api } from '@/lib/api';

export interface HostInput {
  name: string;
  email: string;
  phone: string;
  description: string;
  logo?: File;
  removeLogo?: boolean;
}

/** POST /hosts, or PUT /hosts/{id} when there is one already; multipart because of the logo. */
export function saveHost(hostId: string | undefined, input: HostInput): Promise<HostView> {
  const { name, email, phone, description, logo, removeLogo } = input;
  const body = formData({ name, email, phone, description, logo, removeLogo: removeLogo || undefined });
  return hostId ? api.put(`/hosts/${hostId}`, body) : api.post('/hosts', body);
}

/** DELETE /hosts/{id}; 409 with the titles when the host still has contests. */
export function deleteHost(host: HostView): Promise<null> {
  return api.delete(`/hosts/${host.id}`);
}
