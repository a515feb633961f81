import type { NomineeByCode } from '@abato/contracts';
import { useQuery } from '@tanstack/react-query';
import { api } from '@/lib/api';

/** What is dialled to vote for a nominee (`*713*4821#`); undefined where voting by USSD is off, and while it is not known. */
export function useDialString(code: string | undefined): string | undefined {
  const { data } = useQuery({
    queryKey: ['nominee-by-code', code],
    // GET /contestants/code/{code}; a draft's is not found.
    queryFn: ({ signal }) => api.get<NomineeByCode>(`/contestants/code/${code}`, { signal }),
    enabled: code !== undefined,
    retry: false,
  });
  return data?.ussd ?? undefined;
}
