import { api } from '@/lib/api';

/** Multipart because of the logo. */
export const createHost = (fields: FormData) => api.post('/hosts', fields);
export const saveHost = (id: string, fields: FormData) => api.put(`/hosts/${id}`, fields);
/** 409 with the titles when the host still has contests. */
export const deleteHost = (id: string) => api.delete(`/hosts/${id}`);
