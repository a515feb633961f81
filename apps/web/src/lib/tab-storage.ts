import { safely } from './storage';

/** Records of this tab only: the pending payment, drafts of forms. Apart from lib/storage.ts, which every visitor loads. */
export const tabStorage = {
  read<T>(key: string): T | null {
    return safely(() => JSON.parse(sessionStorage.getItem(key) ?? 'null') as T | null, null);
  },
  write(key: string, value: unknown): void {
    safely(() => sessionStorage.setItem(key, JSON.stringify(value)), undefined);
  },
  remove(key: string): void {
    safely(() => sessionStorage.removeItem(key), undefined);
  },
};
