import { api } from '@/lib/api';
import { adminUsers } from '@/texts/en/admin-users';

export const approveUser = (id: string) => api.put(`/users/${id}/approve`);
/** The screen always sends the same reason (specification §5). */
export const rejectUser = (id: string) =>
  api.put(`/users/${id}/reject`, { reason: adminUsers.rejectionReason });
export const deleteUser = (id: string) => api.delete(`/users/${id}`);
