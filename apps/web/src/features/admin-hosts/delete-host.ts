import { api } from '@/lib/api';

/** DELETE /hosts/{id}; 409 with the titles when the host still has contests. */
export function deleteHost(hostId: string): Promise<null> {
  return api.delete(`/hosts/${hostId}`);
}
