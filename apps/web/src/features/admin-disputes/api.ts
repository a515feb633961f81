import type { PaymentCorrectionResult } from '@abato/contracts';
import { formData } from '@/lib/admin/form-data';
import { api } from '@/lib/api';

export const resolveDispute = (id: string, answer: 'accept' | 'decline', message: string) =>
  api.post<PaymentCorrectionResult>(`/payments/disputes/${id}/resolve`, { answer, message });
export const addEvidence = (id: string, evidence: { serviceDetails: string; file: File | undefined }) =>
  api.post(`/payments/disputes/${id}/evidence`, formData(evidence));
